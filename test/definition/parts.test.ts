/** docs/parts.md, word by word: parts that a site switches on, and a site without them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, type TestBrowser } from "../helpers/browser.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { storyWithHeadline } from "../helpers/small-site.ts";
import { type StaticServer, startStaticServer } from "../helpers/static-server.ts";
import { type CommandSite, openCommandSite } from "./command-site.ts";

const GUIDE = readFileSync(join(ROOT, "docs/parts.md"), "utf8");
const FILES = Object.fromEntries(
  [...GUIDE.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```/gm)].map(([, path = "", text = ""]) => [path, text]),
);
const PLAIN = 'export default { languages: [{ code: "en" }], global: null, pageTypes: { page: {} } };\n';
/** A square that grows. */
const ANIMATION = {
  ...{ v: "5.7.0", fr: 30, ip: 0, op: 60, w: 100, h: 100, nm: "square", ddd: 0, assets: [] },
  layers: [
    {
      ...{ ddd: 0, ind: 1, ty: 4, nm: "a", sr: 1, ao: 0, ip: 0, op: 60, st: 0, bm: 0 },
      ks: {
        o: { a: 0, k: 100 },
        r: { a: 0, k: 0 },
        p: { a: 0, k: [50, 50, 0] },
        a: { a: 0, k: [0, 0, 0] },
        s: { a: 0, k: [100, 100, 100] },
      },
      shapes: [
        { ty: "rc", d: 1, s: { a: 0, k: [40, 40] }, p: { a: 0, k: [0, 0] }, r: { a: 0, k: 0 } },
        { ty: "fl", c: { a: 0, k: [1, 0, 0, 1] }, o: { a: 0, k: 100 }, r: 1 },
      ],
    },
  ],
};
const animation = { fieldtype: "asset", filename: "https://a.storyblok.com/f/7/square.json" };
const hero = (headline: string, more: object = {}) => ({
  content: { component: "page", body: [{ component: "hero", _uid: headline, headline, ...more }] },
});
const STORIES = { home: hero("Home", { animation }), next: hero("Next") };
const CONFIG = { site: { origin: "https://x.example", companyName: "X" }, assets: "remote" };

let site: CommandSite;
let server: StaticServer;
let browser: TestBrowser;
beforeAll(async () => {
  site = await openCommandSite(FILES, STORIES, CONFIG);
  await site.generate();
  [server, browser] = await Promise.all([startStaticServer(site.out), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await site?.close();
});

/** What only these parts have, in code, styles, words and markup. */
const MARKS = {
  lottie: /lottie|animation_error/i,
  consent: /cc_cookie|consent_[a-z]|cookie-settings|cookieconsent/,
  own: /data-stars|goldenrod/,
};
const found = (of: CommandSite) => {
  const text = fg
    .sync("**/*.{html,js,css,json}", { cwd: of.out, ignore: ["_assets/builds/**"] })
    .map((path) => of.read(path))
    .join("\n");
  return Object.entries(MARKS).flatMap(([name, mark]) => (mark.test(text) ? [name] : []));
};

test("a site without parts has no byte of any", async () => {
  const plain = await openCommandSite({ "site.ts": PLAIN }, { home: storyWithHeadline("Home") });
  try {
    await plain.generate();
    expect(found(plain)).toEqual([]);
  } finally {
    await plain.close();
  }
});

test("each is there where the definition has it, and no other is", async () => {
  expect(found(site)).toEqual(["lottie", "own"]);
  const asking = PLAIN.replace("global: null", 'global: null, consent: { categories: [{ code: "media" }] }');
  const other = await openCommandSite({ "site.ts": asking }, { home: storyWithHeadline("Home") });
  try {
    await other.generate();
    expect(found(other)).toEqual(["consent"]);
  } finally {
    await other.close();
  }
});

test("an animation plays in a block without code, an own effect acts, and both end with their page", async () => {
  const tab = await browser.newPage();
  await tab.route("https://a.storyblok.com/**", (route) =>
    route.fulfill({ json: ANIMATION, headers: { "access-control-allow-origin": "*" } }),
  );
  await tab.goto(`${server.origin}/`);
  await tab.mouse.move(5, 5);
  const host = tab.locator("[data-lottie]");
  await expect.poll(() => host.getAttribute("data-lottie-state"), { timeout: 30_000 }).toBe("playing");
  expect(await host.locator("svg").count()).toBe(1);
  const stars = tab.locator(".stars");
  await stars.waitFor();
  expect(await stars.innerText()).toBe("★★★★★");
  expect(await stars.evaluate((element) => getComputedStyle(element).color)).toBe("rgb(218, 165, 32)");
  await tab.evaluate(() => {
    const link = document.createElement("a");
    link.href = "/next/";
    link.textContent = "On";
    document.querySelector("main")?.append(link);
    Object.assign(window, { first: document.querySelector(".stars") });
  });
  await tab.getByRole("link", { name: "On", exact: true }).click();
  await tab.getByRole("heading", { name: "Next" }).waitFor();
  expect(await host.count()).toBe(0);
  await expect.poll(() => stars.count()).toBe(1);
  expect(await tab.evaluate(() => (window as unknown as { first: Element }).first.isConnected)).toBe(false);
  await tab.close();
});

test("a part whose file does not exist is an error that names its key", async () => {
  site.write({ "site.ts": (FILES["site.ts"] ?? "").replace("stars/effect", "stars/effects") });
  const { code, stderr } = await site.run("generate", "--jobs", "1");
  expect(code).toBe(2);
  expect(stderr).toMatch(/The key "parts\.1\.effect" names .*stars\/effects\.ts, which does not exist/);
});
