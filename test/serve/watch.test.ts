/** `sitegen serve --watch` as a developer uses it: a process of its own, saved files, a page open in a browser. */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, type TestBrowser } from "../helpers/browser.ts";
import { exhaustiveOnly } from "../helpers/exhaustive.ts";
import { type Command, command } from "./command.ts";
import { differencesFromBuild } from "./differences-from-build.ts";
import { editorQuery, get } from "./helpers.ts";
import { type WatchedSite, watchedSite } from "./watched-site.ts";

const SLOW = 120_000;
const SHOWN = { timeout: 240_000 };

let site: WatchedSite;
let server: Command;
let origin: string;
let browser: TestBrowser;
let page: Page;

beforeAll(async () => {
  site = watchedSite();
  server = command(["serve", "--watch", "--port", "0", "--verbose"], { cwd: site.dir });
  origin = (await server.line(/^(http:\/\/127\.0\.0\.1:\d+)\/\n/))[1] ?? "";
  browser = await launchBrowser({ pointerAway: true });
  page = await browser.newPage({ viewport: { width: 900, height: 700 } });
  // It runs its code when a test touches it, and not by itself after some seconds.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await page.goto(`${origin}/`);
  await mark();
}, SLOW);

afterAll(async () => {
  await browser.close();
  await server.interrupt();
  site.close();
});

/** Something in the page that a reload does not keep. */
async function mark(): Promise<void> {
  await page.evaluate(() => Object.assign(window, { marked: true }));
}

const isMarked = () => page.evaluate(() => "marked" in window);
const shown = (text: string) =>
  expect
    .poll(
      () =>
        page
          .locator("body")
          .textContent()
          .catch(() => ""),
      SHOWN,
    )
    .toContain(text);
const alert = () => page.getByRole("alert");
const alertSays = (text: string) => {
  const said = () =>
    alert()
      .textContent()
      .catch(() => "");
  return expect.poll(said, SHOWN).toContain(text);
};
const noAlert = () =>
  expect
    .poll(
      () =>
        alert()
          .count()
          .catch(() => -1),
      SHOWN,
    )
    .toBe(0);

const renderedPaths = () => [...server.stderr().matchAll(/Rendered (\S+) in/g)].map(([, path = ""]) => path);
let counted = 0;

/**
 * Acts and checks that only these pages were rendered besides the open one, which is requested twice a save: once
 * as it is seen, once with its code. The server logs a page a moment after it has sent it: an extra one shows in the
 * next step at the latest.
 */
async function renders(others: readonly string[], act: () => Promise<unknown>): Promise<void> {
  await act();
  const fresh = () => renderedPaths().slice(counted);
  await expect.poll(() => fresh().filter((path) => path !== "/"), SHOWN).toEqual(others);
  expect(fresh().filter((path) => path === "/").length).toBeLessThanOrEqual(4);
  counted = renderedPaths().length;
}

test("what is served is what a build writes", { timeout: SLOW }, async () => {
  expect(await differencesFromBuild(site, origin)).toEqual([]);
  expect((await get(origin, "/")).text).toContain("/__sitegen/client.js");
  expect(site.read("out/index.html")).not.toContain("__sitegen");
  const pages = ["/", "/de/", "/de/team/", "/team/"];
  await expect.poll(() => [...new Set(renderedPaths())].sort(), SHOWN).toEqual(pages);
  counted = renderedPaths().length;
});

test("a page is rendered when it is asked for, once", { timeout: SLOW }, async () => {
  site.edit("blocks/hero-section/hero-section.tsx", "Text one", "Text two");
  await renders([], () => shown("Text two"));
  await renders(["/team/"], () => get(origin, "/team/"));
  await renders([], () => get(origin, "/team/_payload.json"));
});

test.each([
  ["the layout", "layout/layout.tsx", "Header one", "Header two"],
  ["a shared part", "shared/footer.tsx", "Footer one", "Footer two"],
])("%s", { timeout: SLOW }, async (_, path, from, to) => {
  site.edit(path, from, to);
  await renders([], () => shown(to));
});

test.each([
  ["of the site", "styles/site.css", "padding-top: 1px", "padding-top: 7px", ".site-header", "paddingTop"],
  [
    "of a block",
    "blocks/hero-section/hero-section.css",
    "padding-left: 1px",
    "padding-left: 7px",
    ".hero",
    "paddingLeft",
  ],
] as const)("a stylesheet %s changes without a reload", { timeout: SLOW }, async (...row) => {
  const [, path, from, to, selector, property] = row;
  await mark();
  const style = () => page.locator(selector).evaluate((element, name) => getComputedStyle(element)[name], property);
  site.edit(path, from, to);
  await renders([], () => expect.poll(style, SHOWN).toBe("7px"));
  expect(await isMarked()).toBe(true);
});

exhaustiveOnly(() => {
  test("a stylesheet that was bundled alone has the name and the bytes that a build gives it", {
    timeout: SLOW,
  }, async () => {
    expect(await differencesFromBuild(site, origin)).toEqual([]);
  });
});

test("a story, in every language; a page it is not on stays as it is", { timeout: SLOW }, async () => {
  site.story("home", "Home two", "Start zwei");
  await shown("Home two");
  expect((await get(origin, "/de/")).text).toContain("Start zwei");
  await mark();
  site.story("team", "Team two");
  await expect.poll(async () => (await get(origin, "/team/")).text, SHOWN).toContain("Team two");
  expect(await isMarked()).toBe(true);
});

test("a new story has a page, and a removed one none", { timeout: SLOW }, async () => {
  expect((await get(origin, "/news/")).status).toBe(404);
  site.story("news", "News one");
  await expect.poll(async () => (await get(origin, "/news/")).status, SHOWN).toBe(200);
  site.remove("space/stories/news.json");
  await expect.poll(async () => (await get(origin, "/news/")).status, SHOWN).toBe(404);
  const lost = await get(origin, "/de/nirgends/");
  expect([lost.status, lost.text.includes('<html lang="de"')]).toEqual([404, true]);
});

test("the redirect of a story with another slug stays when code is saved after it", { timeout: SLOW }, async () => {
  const text = site.read("space/stories/team.json");
  site.write("space/stories/team.json", text.replace("{", '{"slug__i18n__de":"leute",'));
  const answer = async () => {
    const { status, headers } = await get(origin, "/de/team/");
    return [status, headers.location];
  };
  await expect.poll(answer, SHOWN).toEqual([301, "/de/leute/"]);
  site.edit("shared/footer.tsx", "<footer>", '<footer title="Saved">');
  await expect.poll(async () => (await get(origin, "/")).text, SHOWN).toContain('title="Saved"');
  expect(await answer()).toEqual([301, "/de/leute/"]);
  expect(site.read(".sitegen/renames.json")).toContain("/de/leute/");
  site.edit("shared/footer.tsx", '<footer title="Saved">', "<footer>");
  site.write("space/stories/team.json", text);
  await expect.poll(async () => (await get(origin, "/de/team/")).status, SHOWN).toBe(200);
  await expect.poll(async () => (await get(origin, "/")).text, SHOWN).not.toContain('title="Saved"');
  counted = renderedPaths().length;
});

test("a new block, in a folder of its own, and a story that uses it", { timeout: SLOW }, async () => {
  const schema = site.read("blocks/hero-section/hero-section.schema.ts");
  site.write("blocks/quote/quote.schema.ts", schema);
  site.write("blocks/quote/quote.tsx", "export default function Quote({ headline }) { return <q>{headline}</q>; }\n");
  site.write("blocks/quote/quote.css", "q { padding-left: 9px; }\n");
  site.write(
    "space/stories/home.json",
    JSON.stringify({ content: { component: "page", body: [{ component: "quote", headline: "Quoted" }] } }),
  );
  await shown("Quoted");
  await expect.poll(() => page.locator("q").evaluate((one) => getComputedStyle(one).paddingLeft), SHOWN).toBe("9px");
  site.story("home", "Home three", "Start drei");
  await shown("Home three");
});

test("saves in a burst, some of them broken, end with what was saved last", { timeout: SLOW }, async () => {
  const path = "blocks/hero-section/hero-section.tsx";
  const text = site.read(path);
  for (let save = 1; save <= 30; save += 1) {
    site.write(path, save % 3 === 0 ? text.slice(0, 60) : text.replace("Text two", `Burst ${save}`));
  }
  site.write(path, text.replace("Text two", "Text three"));
  await shown("Text three");
  await noAlert();
});

test("a folder that is removed and written again at once, as another branch does, is still watched", {
  timeout: SLOW,
}, async () => {
  const taken = () => server.stderr().split("Took a change in").length;
  const before = taken();
  const paths = ["schema.ts", "tsx", "css"].map((ending) => `blocks/hero-section/hero-section.${ending}`);
  const texts = paths.map((path) => site.read(path));
  site.remove("blocks/hero-section");
  for (const [index, path] of paths.entries()) site.write(path, texts[index] ?? "");
  await expect.poll(taken, SHOWN).toBeGreaterThan(before);
  site.edit("blocks/hero-section/hero-section.tsx", "Text three", "Text four");
  await shown("Text four");
});

test("a module and a folder that the definition names otherwise now, and one that it names no more", {
  timeout: SLOW,
}, async () => {
  const move = (from: string, to: string, place: string) => {
    renameSync(join(site.dir, from), join(site.dir, to));
    site.edit("site.ts", place, place.replace(`./${from}`, `./${to}`));
  };
  move("layout/layout.tsx", "layout/frame.tsx", '"./layout/layout.tsx"');
  site.edit("layout/frame.tsx", "<main>", "<p>In a frame</p><main>");
  await shown("In a frame");
  site.edit("site.ts", "global: null,", 'global: null,\n  blocks: ["./blocks"],');
  move("blocks", "sections", '["./blocks"]');
  site.edit("sections/hero-section/hero-section.tsx", "Text four", "Text of a section");
  await shown("Text of a section");
  site.write("extra.ts", 'throw new Error("no extra");\n');
  site.edit("site.ts", "export default", 'import "./extra.ts";\nexport default');
  await alertSays("extra.ts:1:");
  site.edit("site.ts", 'import "./extra.ts";\n', "");
  await noAlert();
  move("sections", "blocks", '["./sections"]');
  move("layout/frame.tsx", "layout/layout.tsx", '"./layout/frame.tsx"');
  site.edit("layout/layout.tsx", "<p>In a frame</p>", "");
  site.edit("blocks/hero-section/hero-section.tsx", "Text of a section", "Text four");
  await shown("Text four");
  await noAlert();
});

test("the site's folder is moved away and comes back", { timeout: SLOW }, async () => {
  const away = `${site.dir}-away`;
  renameSync(site.dir, away);
  writeFileSync(join(away, "site.ts"), readFileSync(join(away, "site.ts")));
  await expect.poll(server.stderr, SHOWN).toContain("There is no site definition");
  renameSync(away, site.dir);
  site.edit("blocks/hero-section/hero-section.tsx", "Text four", "Text five");
  await shown("Text five");
  await noAlert();
  site.edit("blocks/hero-section/hero-section.tsx", "Text five", "Text four");
  await shown("Text four");
});

/** Waits until the open page has the newest code for the browser. */
const isWhole = async () => {
  const named = async () => /data-app="([^"]+)"/.exec((await get(origin, "/")).text)?.[1];
  const app = () => page.evaluate(() => document.documentElement.dataset.app).catch(() => "");
  await expect.poll(async () => (await app()) === (await named()), SHOWN).toBe(true);
};

test("code that changes nothing that is seen is exchanged in a page that has not run it", {
  timeout: SLOW,
}, async () => {
  await page.reload();
  await isWhole();
  await mark();
  const before = await page.evaluate(() => document.documentElement.dataset.app);
  site.edit("shared/footer.tsx", "<footer>", "<footer hidden={false}>");
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.app), SHOWN).not.toBe(before);
  await isWhole();
  expect(await isMarked()).toBe(true);
  for (const address of await page.evaluate(() => [
    document.documentElement.dataset.app ?? "",
    ...(document.documentElement.dataset.chunks ?? "").replace(/#\S*/g, "").split(" ").filter(Boolean),
  ]))
    expect([address, (await get(origin, address)).status]).toEqual([address, 200]);
});

test("a page whose code runs is loaded again with the new one", { timeout: SLOW }, async () => {
  await mark();
  await page.mouse.move(30, 30);
  await page.mouse.move(60, 60);
  const app = await page.evaluate(() => document.documentElement.dataset.app ?? "none");
  const hasRun = (name: string) => performance.getEntriesByType("resource").some((entry) => entry.name.endsWith(name));
  await expect.poll(() => page.evaluate(hasRun, app), SHOWN).toBe(true);
  expect(await isMarked()).toBe(true);
  site.edit("shared/footer.tsx", "<footer hidden={false}>", "<footer>");
  await expect.poll(() => isMarked().catch(() => true), SHOWN).toBe(false);
  await isWhole();
});

test("code that only the browser cannot have is told with file and line, over the page", {
  timeout: SLOW,
}, async () => {
  site.edit(
    "blocks/hero-section/hero-section.tsx",
    "export default",
    'import { sep } from "node:path";\nexport default',
  );
  site.edit("blocks/hero-section/hero-section.tsx", "<p>", "<p>{sep}");
  await alertSays("blocks/hero-section/hero-section.tsx:1:");
  site.edit("blocks/hero-section/hero-section.tsx", 'import { sep } from "node:path";\n', "");
  site.edit("blocks/hero-section/hero-section.tsx", "{sep}", "");
  await noAlert();
  await isWhole();
});

test("a syntax error is shown with file and line over the last good page, also in one opened later", {
  timeout: SLOW,
}, async () => {
  await mark();
  site.edit("blocks/hero-section/hero-section.tsx", "<h1>{headline}</h1>", "<h1>{headline}</h2>");
  await alertSays("blocks/hero-section/hero-section.tsx:4:");
  expect(await alert().textContent()).toContain("> 4 |       <h1>{headline}</h2>");
  expect([await isMarked(), await page.locator("h1").textContent()]).toEqual([true, "Home three"]);
  const later = await browser.newPage();
  await later.goto(`${origin}/team/`);
  await later.getByRole("alert").waitFor();
  expect(await later.locator("h1").textContent()).toBe("Team two");
  site.edit("blocks/hero-section/hero-section.tsx", "</h2>", "</h1>");
  await noAlert();
  await later.getByRole("alert").waitFor({ state: "detached" });
  expect(await isMarked()).toBe(true);
  await later.close();
});

test("a story's file that is no JSON is shown over the page, and goes away, also without another change", {
  timeout: SLOW,
}, async () => {
  const text = site.read("space/stories/home.json");
  site.write("space/stories/home.json", text.replace(/}$/, ""));
  await alertSays("stories/home.json:1:");
  site.write("space/stories/home.json", text);
  await noAlert();
});

test("an error in a stylesheet is shown, and goes away", { timeout: SLOW }, async () => {
  site.edit("styles/site.css", "margin: 0; }", "margin: 0;");
  await alertSays("styles/site.css:");
  site.edit("styles/site.css", "margin: 0;", "margin: 0; }");
  await noAlert();
});

test("a page that cannot be rendered shows why; the others are served", { timeout: SLOW }, async () => {
  site.edit(
    "blocks/hero-section/hero-section.tsx",
    "return (\n",
    'if (headline.startsWith("Home")) {\n    throw new Error("no home");\n  }\n  return (\n',
  );
  await alertSays("no home");
  expect(await alert().textContent()).toContain("blocks/hero-section/hero-section.tsx:3:");
  expect((await get(origin, "/team/")).status).toBe(200);
  const failed = await get(origin, "/");
  expect([failed.status, failed.text.includes("no home")]).toEqual([500, true]);
  const said = server.stderr().split("/: Error: no home\n").length;
  expect(server.stderr()).toContain("The page cannot be rendered\nblocks/hero-section/hero-section.tsx:3:");
  await get(origin, "/");
  expect(server.stderr().split("/: Error: no home\n").length).toBe(said);
  await page.reload();
  await alert().waitFor();
  const frame = await browser.newPage();
  await frame.goto(`${origin}/${editorQuery({ previewToken: "preview", spaceId: 7 })}`);
  await frame.getByText("no home").waitFor();
  site.edit("blocks/hero-section/hero-section.tsx", "no home", "no home at all");
  await alertSays("no home at all");
  site.edit("blocks/hero-section/hero-section.tsx", 'throw new Error("no home at all")', "return Math.random()");
  await alertSays("Math.random() while a page is made");
  expect(await alert().textContent()).toContain("blocks/hero-section/hero-section.tsx:3:");
  site.edit("blocks/hero-section/hero-section.tsx", "    return Math.random();\n", "");
  await shown("Home three");
  await noAlert();
  await frame.getByText("Home three").waitFor();
  await frame.close();
});

exhaustiveOnly(() => {
  test("code that ends its process costs that page alone", { timeout: SLOW }, async () => {
    site.edit(
      "blocks/hero-section/hero-section.tsx",
      "return (\n",
      'if (headline === "Team two") process.exit(1);\n  return (\n',
    );
    await expect.poll(async () => (await get(origin, "/team/")).status, SHOWN).toBe(500);
    await expect.poll(async () => (await get(origin, "/")).status, SHOWN).toBe(200);
    site.edit("blocks/hero-section/hero-section.tsx", 'if (headline === "Team two") process.exit(1);\n  ', "");
    await expect.poll(async () => (await get(origin, "/team/")).status, SHOWN).toBe(200);
  });
});

test("redirects, configuration and definition count as they are saved", { timeout: SLOW }, async () => {
  site.write("redirects.csv", "from,to,status,query\n/old/,/de/,302,\n");
  await expect.poll(async () => (await get(origin, "/old/?x=1")).headers.location, SHOWN).toBe("/de/?x=1");
  site.edit("sitegen.config.json", "First Ltd", "Second Ltd");
  await expect.poll(async () => (await get(origin, "/")).text, SHOWN).toContain("Second Ltd");
  site.write("sitegen.config.json", "{ broken");
  await alertSays("CONFIG_UNREADABLE");
  site.write(
    "sitegen.config.json",
    JSON.stringify({ site: { origin: "https://www.example.com", companyName: "Third Ltd" } }),
  );
  await expect.poll(async () => (await get(origin, "/")).text, SHOWN).toContain("Third Ltd");
  await noAlert();
  const text = site.read("sitegen.config.json");
  site.remove("sitegen.config.json");
  await alertSays("CONFIG_NOT_FOUND");
  site.write("sitegen.config.json", text.replace("Third Ltd", "Fourth Ltd"));
  await expect.poll(async () => (await get(origin, "/")).text, SHOWN).toContain("Fourth Ltd");
  await noAlert();
  site.edit("site.ts", 'prefix: "de"', 'prefix: "deutsch"');
  await expect.poll(async () => (await get(origin, "/deutsch/")).status, SHOWN).toBe(200);
  expect((await get(origin, "/de/")).status).toBe(404);
});

exhaustiveOnly(() => {
  test("after all that, what is served is still what a build writes", { timeout: SLOW }, async () => {
    expect(await differencesFromBuild(site, origin)).toEqual([]);
  });
});
