/** A site with a script of another server that waits for consent, in a browser that enforces the security policy. */

import { existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import fg from "fast-glob";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser, type TestBrowser } from "../helpers/browser.ts";
import { exhaustiveOnly } from "../helpers/exhaustive.ts";
import { openSmallSite, type SmallSite } from "../helpers/small-site.ts";
import { type StaticServer, startStaticServer } from "../helpers/static-server.ts";

/** Responds with a script that reports every page view to its server and sets a cookie. */
const TRACKER = `document.cookie = "_trk_id=1; path=/"; fetch(new URL("/hit", document.querySelector("script[data-tracker]").src), { mode: "no-cors" });`;

interface Analytics {
  origin: string;
  asked: string[];
  server: Server;
}

async function startAnalytics(): Promise<Analytics> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(200, { "content-type": "text/javascript" }).end(request.url === "/track.js" ? TRACKER : "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, server };
}

const definition = (origin: string) => `import { defineSite } from "sitegen-storyblok";
import { Layout } from "./layout.tsx";
export default defineSite({
  languages: [{ code: "en" }, { code: "fr" }],
  pageTypes: { page: {} },
  layout: { Layout },
  icons: { favicon: "./icon.svg" },
  words: { fr: { consent_accept_all: "Tout accepter", consent_reject_all: "Refuser" } },
  consent: {
    categories: [
      { code: "statistics", name: { en: "Statistics", fr: "Statistiques" }, text: { en: "Counts visits." }, cookies: ["_trk_*"] },
    ],
  },
  head: [
    { tag: "script", attributes: { src: "${origin}/track.js", "data-tracker": true }, consent: "statistics" },
    { tag: "script", text: "window.counted = (window.counted ?? 0) + 1;", consent: "statistics" },
    { tag: "meta", attributes: { name: "generator", content: "own" } },
  ],
  contentSecurityPolicy: { "connect-src": ["${origin}"] },
});`;

const ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>';

const LAYOUT = `export function Layout({ children }) {
  return <>{children}<footer><a href="#cookie-settings" data-cookie-settings="">Cookies</a></footer></>;
}`;

let analytics: Analytics;
let site: SmallSite;
let server: StaticServer;
let browser: TestBrowser;
let context: BrowserContext;
let page: Page;
let messages: string[];

beforeAll(async () => {
  analytics = await startAnalytics();
  site = await openSmallSite({ "site.ts": definition(analytics.origin), "layout.tsx": LAYOUT, "icon.svg": ICON });
  await site.build({ config: { site: { companyName: "X" } } });
  [browser, server] = await Promise.all([launchBrowser({ pointerAway: true }), startStaticServer(site.out)]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await site?.close();
  analytics?.server.close();
  analytics?.server.closeAllConnections();
});
afterEach(() => context.close());

async function arrive(path = "/", options: BrowserContextOptions = {}): Promise<void> {
  context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options });
  page = await context.newPage();
  messages = [];
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(error.message));
  await page.goto(server.origin + path);
}

const banner = () => page.locator("#cc-main .cm");
const button = (name: string) => page.getByRole("button", { name }).and(page.locator(":visible"));
const asked = () => analytics.asked.splice(0);
/** Waits until all requests of the page have been answered. */
const settled = () => page.waitForLoadState("networkidle");

describe("a script that waits for consent", () => {
  test("is asked for after consent only, again on later visits, and never after withdrawal", async () => {
    await arrive();
    await banner().waitFor({ state: "visible" });
    await settled();
    expect(asked()).toEqual([]);

    await button("Allow all").click();
    await expect.poll(() => analytics.asked).toEqual(["/track.js", "/hit"]);
    asked();
    await expect.poll(() => page.evaluate(() => (window as unknown as { counted: number }).counted)).toBe(1);

    await page.reload();
    await expect.poll(() => analytics.asked).toEqual(["/track.js", "/hit"]);
    await settled();
    expect(asked()).toEqual(["/track.js", "/hit"]);
    expect(await banner().count()).toBe(0);

    await page.locator("[data-cookie-settings]").click();
    const reloaded = page.waitForEvent("load");
    await button("Necessary only").click();
    await reloaded;
    await settled();
    expect(asked()).toEqual([]);
    expect((await context.cookies()).map(({ name }) => name)).toEqual(["cc_cookie"]);
    expect(await page.evaluate(() => (window as unknown as { counted?: number }).counted)).toBe(undefined);

    await page.reload();
    await settled();
    expect(asked()).toEqual([]);
    expect(await banner().count()).toBe(0);
    expect(messages).toEqual([]);
  });

  test("is never asked for where the visitor says no, and nobody is asked twice", async () => {
    await arrive("/fr/");
    await banner().waitFor({ state: "visible" });
    await button("Refuser").click();
    await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).toEqual(["cc_cookie"]);
    await page.reload();
    await settled();
    expect([asked(), await banner().count(), messages]).toEqual([[], 0, []]);
  });

  test("follows a choice made in another tab, or after which Back leads here", async () => {
    await arrive();
    await banner().waitFor({ state: "visible" });
    const other = await context.newPage();
    const choose = async (name: string) => {
      await other.getByRole("button", { name }).and(other.locator(":visible")).click();
      // Chromium says so of a page that is shown again; without a window all are shown.
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    };
    await other.goto(`${server.origin}/fr/`);
    await choose("Tout accepter");
    await expect.poll(() => banner().count()).toBe(0);
    await expect.poll(() => page.evaluate(() => Object.hasOwn(window, "counted"))).toBe(true);
    await page.locator("[data-cookie-settings]").click();
    await expect.poll(() => page.locator("#cc-main .section__toggle").last().isChecked()).toBe(true);
    // Withdrawn: what has run the script is loaded without it.
    await other.locator("[data-cookie-settings]").click();
    await Promise.all([page.waitForEvent("load"), choose("Refuser")]);
    expect(await page.evaluate(() => Object.hasOwn(window, "counted"))).toBe(false);
    await settled();
    asked();
  });

  test("is not asked for in a sandboxed frame, which has no cookies, and the app runs there", async () => {
    context = await browser.newContext();
    page = await context.newPage();
    await page.route(`${server.origin}/**`, async (route) => {
      const response = await route.fetch();
      const { "content-security-policy": _, ...headers } = response.headers();
      // The frame has an origin of its own.
      await route.fulfill({ response, headers: { ...headers, "access-control-allow-origin": "*" } });
    });
    await page.setContent(`<iframe sandbox="allow-scripts" src="${server.origin}/"></iframe>`);
    const frame = page.frameLocator("iframe");
    await frame.locator("footer").hover();
    await frame.locator("html[data-status=idle]").waitFor({ timeout: 10_000 });
    expect(await frame.locator("html").getAttribute("data-static")).toBe(null);
    expect(asked()).toEqual([]);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  test("is not asked for without script, and the other tags are there", async () => {
    context = await browser.newContext({ javaScriptEnabled: false });
    page = await context.newPage();
    await page.goto(server.origin);
    await settled();
    expect(asked()).toEqual([]);
    expect(site.read("index.html")).toContain('<meta name="generator" content="own">');
  });

  exhaustiveOnly(() => {
    test("a decision on other categories does not count for those of today", async () => {
      await arrive();
      await banner().waitFor({ state: "visible" });
      await button("Allow all").click();
      await expect.poll(() => analytics.asked).toEqual(["/track.js", "/hit"]);
      // A page reloads when its cookie changes.
      await page.goto("about:blank");
      const [cookie] = await context.cookies();
      const { revision, ...stored } = JSON.parse(decodeURIComponent(cookie?.value ?? "")) as { revision: number };
      expect(revision).toBeGreaterThan(0);
      const value = encodeURIComponent(JSON.stringify({ ...stored, revision: revision + 1 }));
      await context.clearCookies();
      await context.addCookies([{ name: "cc_cookie", value, url: server.origin }]);
      asked();
      await page.goto(server.origin);
      await banner().waitFor({ state: "visible" });
      expect(asked()).toEqual([]);
    });
  });
});

test("the question is all in the window, or can be scrolled into it, with large text", async () => {
  await arrive("/", { viewport: { width: 320, height: 256 } });
  await banner().waitFor({ state: "visible" });
  const topOf = (selector: string) => page.locator(selector).evaluate((one) => one.getBoundingClientRect().top);
  await expect.poll(() => topOf("#cc-main .cm__title")).toBeGreaterThan(0);
  await button("Choose").focus();
  await expect.poll(() => topOf("#cc-main .cm [data-role=show]")).toBeLessThan(256);
});

test("where a blocker refuses files by the name, the settings that somebody opens look as they should", async () => {
  context = await browser.newContext();
  page = await context.newPage();
  await page.route(/consent|cookie/, (route) => route.abort());
  await page.goto(server.origin);
  await page.locator("[data-cookie-settings]").click();
  await page.locator("#cc-main .pm").waitFor({ state: "visible" });
  expect(await page.locator("#cc-main .pm").evaluate((dialog) => getComputedStyle(dialog).position)).toBe("fixed");
});

test("the question is not printed over the page", async () => {
  await arrive();
  await banner().waitFor({ state: "visible" });
  await page.emulateMedia({ media: "print" });
  expect(await banner().isVisible()).toBe(false);
});

test("in forced colors every sign of the settings can be seen", async () => {
  await arrive("/", { forcedColors: "active", colorScheme: "dark", reducedMotion: "reduce" });
  await banner().waitFor({ state: "visible" });
  await page.locator("[data-cookie-settings]").click();
  await page.locator("#cc-main .pm").waitFor({ state: "visible" });
  // The arrow in front of a category, the state of its switch, and the cross that closes the dialog.
  for (const sign of [".pm__section-arrow svg", ".toggle__icon", ".pm__close-btn svg"]) {
    const shown = page.locator(`#cc-main ${sign}`).and(page.locator(":visible")).first();
    await expect
      .poll(async () => {
        const { channels } = await sharp(await shown.screenshot())
          .greyscale()
          .stats();
        return [sign, (channels[0]?.max ?? 0) - (channels[0]?.min ?? 0) > 128];
      })
      .toEqual([sign, true]);
  }
});

test("the tick of a category is in its box", async () => {
  await arrive("/", { reducedMotion: "reduce" });
  await banner().waitFor({ state: "visible" });
  await page.locator("[data-cookie-settings]").click();
  await page.locator("#cc-main .pm").waitFor({ state: "visible" });
  const inBox = await page.locator("#cc-main .pm .section__toggle").evaluateAll((boxes) =>
    boxes.map((input) => {
      const box = input as HTMLInputElement;
      box.checked = true;
      const [outer, tick] = [".toggle__icon", ".toggle__icon-on svg"].map((part) =>
        box.parentElement?.querySelector(part)?.getBoundingClientRect(),
      );
      return outer !== undefined && tick !== undefined && tick.left >= outer.left && tick.right <= outer.right;
    }),
  );
  expect(inBox).toEqual([true, true]);
});

exhaustiveOnly(() => {
  test("what asks does not load React", async () => {
    await arrive();
    await banner().waitFor({ state: "visible" });
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .flatMap(({ name, decodedBodySize }: PerformanceEntry & { decodedBodySize?: number }) =>
          name.endsWith(".js") ? [{ name, size: decodedBodySize ?? 0 }] : [],
        ),
    );
    expect(scripts.length).toBeGreaterThan(1);
    expect(scripts.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(60_000);
  });
});

test("a site without categories has no dialog and no code of it", async () => {
  const plain = await openSmallSite({
    "site.ts": 'export default { languages: [{ code: "en" }], pageTypes: { page: {} } };',
  });
  try {
    await plain.build();
    const scripts = fg.sync("_assets/**/*.{js,css}", { cwd: plain.out });
    expect(scripts.length).toBeGreaterThan(1);
    expect(scripts.filter((path) => /#cc-main|showPreferences/.test(plain.read(path)))).toEqual([]);
    expect(plain.read("index.html").match(/<script type="module"/g)).toHaveLength(1);
    expect(existsSync(join(plain.out, "index.html"))).toBe(true);
  } finally {
    await plain.close();
  }
});
