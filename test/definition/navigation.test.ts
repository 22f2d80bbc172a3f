/** docs/navigation.md: pages that browsers prerender without counting a visit, and elements that morph across pages. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser, type TestBrowser } from "../helpers/browser.ts";
import { type PrerenderingBrowser, startPrerenderingBrowser } from "../helpers/prerendering-browser.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { type StaticServer, startStaticServer } from "../helpers/static-server.ts";
import { type CommandSite, openCommandSite } from "./command-site.ts";

const GUIDE = readFileSync(join(ROOT, "docs/navigation.md"), "utf8");
const SHOWN = Object.fromEntries(
  [...GUIDE.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```/gm)].map(([, path = "", text = ""]) => [path, text]),
);
const SITE = SHOWN["site.ts"] ?? "";
/** The guide's, with scripts that this server has, each of which tells it where it ran. */
const COUNTING = SITE.replace(
  /head: \[[\s\S]*?\n {2}\],/,
  `consent: { categories: [{ code: "statistics", name: { en: "Statistics", fr: "Statistiques" } }], ask: false },
  head: [
    { tag: "script", attributes: { src: "/stats/plain.js", async: true } },
    { tag: "script", attributes: { src: "/stats/module.js", type: "module" } },
    { tag: "script", attributes: { src: "/stats/asked.js" }, consent: "statistics" },
    { tag: "script", text: 'fetch("/stats/inline" + location.pathname)' },
    { tag: "script", text: 'fetch("/stats/early" + location.pathname)', prerender: true },
    { tag: "script", attributes: { type: "application/json" }, text: '{"a":1}' },
  ],`,
);

const page = (headline: string, to: string) => ({
  name: headline,
  uuid: `u-${headline.toLowerCase()}`,
  content: {
    component: "page",
    body: [{ component: "hero", _uid: "h", headline, link: { linktype: "story", id: `u-${to}`, cached_url: to } }],
  },
});
const STORIES = { home: page("Home", "next"), next: page("Next", "home") };

let site: CommandSite;
let server: StaticServer;
/** Where which script ran: `plain /next/`. */
const ran: string[] = [];
beforeAll(async () => {
  site = await openCommandSite({ ...SHOWN, "site.ts": COUNTING }, STORIES);
  await site.generate();
  server = await startStaticServer(site.out, "/", async (path) => {
    const [, name = "", rest = ""] = /^\/stats\/(\w+)(.*)$/.exec(path) ?? [];
    if (name === "") return null;
    if (rest === ".js") return { type: "text/javascript", body: `fetch("/stats/${name}" + location.pathname)` };
    ran.push(`${name} ${rest}`);
    return { type: "text/plain", body: "" };
  });
});
afterAll(async () => {
  await server?.close();
  await site?.close();
});

const inlineScripts = (html: string) =>
  [...html.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/g)].filter(
    ([, attributes = ""]) => !/json/.test(attributes),
  );

test("a document has the rules, which the policy allows by their hash like every other script of it", () => {
  const html = site.read("index.html");
  const [, rules = ""] = /<script type="speculationrules">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(rules)).toEqual({
    prerender: [
      {
        where: {
          and: [
            { href_matches: "/*" },
            { not: { href_matches: ["/_assets/*", "/*.:ext([a-z0-9]+)"] } },
            {
              not: { selector_matches: ["[download]", "[target=_blank]", "[rel~=nofollow]", "[data-cookie-settings]"] },
            },
          ],
        },
        eagerness: "moderate",
      },
    ],
  });
  const found = inlineScripts(html);
  expect(found.length).toBeGreaterThanOrEqual(5);
  for (const [, , text = ""] of found) {
    expect(site.read("serve.json")).toContain(`'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  }
});

test("eagerness, what is loaded and what is left out are the definition's, below the base path", async () => {
  const other = await openCommandSite(
    {
      ...SHOWN,
      "site.ts": SITE.replace(
        "speculation: true",
        'speculation: { eagerness: "eager", action: "prefetch", exclude: ["/shop/*"] }',
      ),
    },
    STORIES,
    { site: { origin: "https://x.example", companyName: "X", base: "/below/" } },
  );
  try {
    await other.generate();
    const [, rules = ""] = /<script type="speculationrules">(.*?)<\/script>/.exec(other.read("index.html")) ?? [];
    const [rule] = JSON.parse(rules).prefetch;
    expect(rule.eagerness).toBe("eager");
    expect(rule.where.and[0]).toEqual({ href_matches: "/below/*" });
    expect(rule.where.and[1].not.href_matches).toContain("/below/shop/*");
  } finally {
    await other.close();
  }
});

test("a site without the keys has nothing of either", async () => {
  const other = await openCommandSite(
    {
      ...SHOWN,
      "site.ts": SITE.replace(/ {2}(speculation|viewTransitions): true,\n/g, "").replace(", prerender: true", ""),
    },
    STORIES,
  );
  try {
    await other.generate();
    for (const path of fg.sync("**/*.{html,js,css,json}", { cwd: other.out }))
      expect(`${path}: ${other.read(path)}`).not.toMatch(/speculationrules|prerendering|data-visit|@view-transition/);
    expect(other.read("index.html")).toContain('<script src="https://stats.example/hit.js" async></script>');
  } finally {
    await other.close();
  }
});

describe("in a browser that prerenders", () => {
  let browser: PrerenderingBrowser;
  beforeAll(async () => {
    browser = await startPrerenderingBrowser();
  });
  afterAll(() => browser?.close());

  const COOKIE = encodeURIComponent(JSON.stringify({ categories: ["necessary", "statistics"], revision: 0 }));
  const ALL = ["asked", "early", "inline", "module", "plain"];
  const ranAt = (path: string) =>
    ran
      .filter((one) => one.endsWith(` ${path}`))
      .map((one) => one.split(" ")[0])
      .sort();

  test("the page that a link points at is there before it is opened, and counts once, when it is", async () => {
    await browser.open(`${server.origin}/404.html`);
    await expect
      .poll(() => browser.evaluate(`document.cookie = "cc_cookie=${COOKIE}; path=/"; document.readyState`))
      .toBe("complete");
    ran.length = 0;
    await browser.open(`${server.origin}/`);
    await expect.poll(() => ranAt("/")).toEqual(ALL);
    await browser.hover("main a");
    const next = `${server.origin}/next/`;
    await expect.poll(() => browser.prerendered.get(next), { timeout: 30_000 }).toBe("Ready");
    // What says so runs; nothing else has, and the page is complete.
    await expect.poll(() => ranAt("/next/")).toEqual(["early"]);
    await browser.press();
    await expect.poll(() => browser.evaluate("location.pathname"), { timeout: 30_000 }).toBe("/next/");
    expect(await browser.evaluate("performance.getEntriesByType('navigation')[0].activationStart > 0")).toBe(true);
    await expect.poll(() => ranAt("/next/")).toEqual(ALL);
    expect(ranAt("/")).toEqual(ALL);
  });
});

describe("in a browser", () => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  /** Keeps the names of what moved on the last change of pages, across documents. */
  const WATCH = () => {
    const note = async (transition: ViewTransition | null, how: string) => {
      if (!transition) return;
      await transition.ready;
      const names = document
        .getAnimations()
        .flatMap(({ effect }) => (effect instanceof KeyframeEffect ? [effect.pseudoElement ?? ""] : []));
      sessionStorage.setItem("moved", `${how} ${[...new Set(names)].sort().join(" ")}`);
    };
    addEventListener("pagereveal", (event) => void note((event as PageRevealEvent).viewTransition, "document"));
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      void note(transition, "app");
      return transition;
    };
  };
  const moved = (tab: Page) => tab.evaluate(() => sessionStorage.getItem("moved") ?? "");
  const NO_RULES = () => {
    Object.defineProperty(HTMLScriptElement, "supports", { value: (type: string) => type !== "speculationrules" });
  };

  async function openPage(options: { rules: boolean; reduced?: boolean }): Promise<Page> {
    const context = await browser.newContext({ reducedMotion: options.reduced ? "reduce" : "no-preference" });
    await context.addInitScript(WATCH);
    if (!options.rules) await context.addInitScript(NO_RULES);
    const tab = await context.newPage();
    await tab.goto(`${server.origin}/`);
    await tab.mouse.move(5, 5);
    await tab.waitForSelector('html[data-status="idle"]');
    await tab.evaluate(() => {
      document.body.dataset.same = "";
    });
    return tab;
  }
  const follow = async (tab: Page) => {
    await tab.locator("main a").click();
    await tab.getByRole("heading", { name: "Next" }).waitFor();
  };
  const isSame = (tab: Page) => tab.evaluate(() => "same" in document.body.dataset);

  test("with rules the browser opens the next page, and what is named alike moves", async () => {
    const tab = await openPage({ rules: true });
    await follow(tab);
    expect(await isSame(tab)).toBe(false);
    await expect.poll(() => moved(tab)).toMatch(/^document .*::view-transition-group\(headline\)/);
  });

  test("without, the app shows it, and what is named alike moves", async () => {
    const tab = await openPage({ rules: false });
    await follow(tab);
    expect(await isSame(tab)).toBe(true);
    await expect.poll(() => moved(tab)).toMatch(/^app .*::view-transition-group\(headline\)/);
    // A script of the head is not added again.
    expect(await tab.locator('script[src="/stats/plain.js"]').count()).toBe(1);
  });

  test.each([true, false])("nothing moves for who wants less motion (rules: %s)", async (rules) => {
    const tab = await openPage({ rules, reduced: true });
    await follow(tab);
    await tab.waitForTimeout(100);
    expect(await moved(tab)).toBe("");
  });
});
