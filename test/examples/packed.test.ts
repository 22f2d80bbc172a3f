/** The examples, built with the packed package: pages, types, their own tests, what a change writes, and Chromium. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whenApp } from "../e2e/site.ts";
import { launchBrowser, type TestBrowser } from "../helpers/browser.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { runOutside, unpackPacked } from "../helpers/packed-package.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { startStaticServer } from "../helpers/static-server.ts";
import {
  type ExampleSite,
  faultsOf,
  messagesOf,
  type OtherSystem,
  openExample,
  startOtherSystem,
} from "./example-site.ts";

const folder = temporaryFolder();
const installed = join(folder.dir, "installed");
const cleanups: (() => unknown)[] = [];
let browser: TestBrowser;

/** What an element has at its left and right besides its text, in a language from right to left. */
function sidesOf(view: Page, selector: string): Promise<string[]> {
  return view
    .locator(selector)
    .first()
    .evaluate((one) => {
      document.documentElement.dir = "rtl";
      const { borderLeftWidth, borderRightWidth, paddingLeft, paddingRight } = getComputedStyle(one);
      return one.tagName === "DD" ? [paddingLeft, paddingRight] : [borderLeftWidth, borderRightWidth];
    });
}

/** Whether a page's title is in the window of a phone held sideways. */
async function isTitled(view: Page): Promise<boolean> {
  await view.setViewportSize({ width: 740, height: 360 });
  return view.locator("h1").evaluate((title) => title.getBoundingClientRect().bottom <= innerHeight);
}

const given = (path: string) => readFileSync(join(ROOT, "examples", path), "utf8");

beforeAll(async () => {
  const own = ["typescript", "vitest", "tailwindcss", "@tailwindcss", "postcss"];
  [browser] = await Promise.all([launchBrowser(), unpackPacked(installed, own)]);
}, 300_000);

afterAll(async () => {
  await browser.close();
  for (const clean of cleanups) await clean();
  folder.remove();
});

/** Builds an example with the address of a second system, and serves it. */
async function open(name: string, variable: string, system: OtherSystem) {
  const site = openExample(installed, name, { [variable]: system.origin });
  cleanups.push(() => system.close());
  const report = await site.generate();
  site.changed();
  const server = await startStaticServer(site.out);
  cleanups.push(() => server.close());
  return { site, report, origin: server.origin };
}

const ownTests = async (site: ExampleSite) => {
  expect(await site.run("typescript/bin/tsc")).toBe("");
  expect(await site.run("vitest/vitest.mjs", "run")).toMatch(/Tests\s+3 passed/);
};

const CLEAN = /\n?\d+ pages checked: 0 errors, 0 warnings, 0 notes\s*$/;

describe("the museum", () => {
  let site: ExampleSite;
  let origin: string;
  let office: OtherSystem;
  beforeAll(async () => {
    office = await startOtherSystem("text/calendar", given("museum/api/agenda.ics"));
    const opened = await open("museum", "AGENDA_URL", office);
    ({ site, origin } = opened);
    expect(opened.report).toMatchObject({ ok: true, problems: [], pages: { removed: 0 } });
  }, 240_000);

  test("has a folder for each language, pages of the calendar and of tags", () => {
    expect(site.page("")).toMatch(/<html lang="fr-BE"[\s\S]*La Lune et l’estran/);
    expect(site.page("nl/tentoonstellingen/de-maan-en-het-strand")).toContain(
      '<link rel="alternate" hreflang="fr-BE" href="https://www.marea.example/expositions/la-lune-et-l-estran/"',
    );
    expect(site.page("nl/agenda/nocturne-lune")).toContain("Avond bij volle maan");
    expect(site.page("theme/navires").match(/class="poster"/g)).toHaveLength(2);
    expect(site.page("expositions/lignes-d-eau")).toContain('href="/theme/navires/"');
    expect(readFileSync(join(site.out, "sitemap.xml"), "utf8")).toContain("/nl/agenda/nocturne-lune/");
  });

  test("is without a problem, its types and its own tests pass", async () => {
    expect(await site.check()).toMatch(CLEAN);
    await ownTests(site);
  }, 240_000);

  test("is searched in the page's language, and says nothing in the console", async () => {
    const view = await browser.newPage();
    const messages = messagesOf(view);
    await view.goto(`${origin}/recherche/`);
    await view.getByRole("searchbox").fill("grain de sable");
    const results = view.locator(".search ol a");
    await expect.poll(() => results.first().textContent()).toContain("sable");
    await view.getByLabel("Rubrique").selectOption("Expositions");
    await expect.poll(() => results.allTextContents()).toEqual(["Le sable se souvient"]);
    expect(await view.locator(".search [role=status]").textContent()).toBe("1 résultat");
    await results.first().click();
    await view.waitForURL(`${origin}/expositions/le-sable-se-souvient/`);
    await view.getByRole("link", { name: "Nederlands" }).click();
    await expect.poll(() => view.locator("h1").textContent()).toBe("Het zand onthoudt");
    expect(messages).toEqual([]);
  });

  test("on a phone Escape closes the menu, and the next page begins with it closed", async () => {
    const view = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await view.goto(origin);
    await view.keyboard.press("Shift");
    await view.waitForFunction(() => document.documentElement.dataset.status === "idle");
    await view.getByText("Menu", { exact: true }).click();
    await view.locator("details").getByRole("link", { name: "Agenda" }).press("Escape");
    await expect.poll(() => view.locator("details[open]").count()).toBe(0);
    expect(await view.locator(":focus").textContent()).toBe("Menu");
    await view.getByText("Menu", { exact: true }).click();
    await view.locator("details").getByRole("link", { name: "Agenda" }).click();
    await expect.poll(() => view.locator("h1").textContent()).toBe("Agenda");
    expect(await view.locator("details[open]").count()).toBe(0);
  });

  test("is accessible and as wide as the window, on a phone and on a desk", async () => {
    const paths = ["/", "/nl/", "/nl/tentoonstellingen/", "/expositions/secteurs/", "/nl/agenda/nocturne-lune/"];
    expect(await faultsOf(await browser.newPage(), origin, [...paths, "/recherche/", "/visite/"])).toEqual([]);
  });

  test("begins with its words on a phone held sideways, and is mirrored from right to left", async () => {
    const view = await browser.newPage();
    await view.goto(origin);
    expect(await isTitled(view)).toBe(true);
    await view.goto(`${origin}/expositions/la-lune-et-l-estran/`);
    expect(await sidesOf(view, "blockquote")).toEqual(["0px", "3px"]);
  });

  test("a sold seat writes the pages that show it, and no others", async () => {
    office.body = office.body.replace("X-PLACES:18", "X-PLACES:17");
    const { pages } = await site.generate();
    const shown = fg.sync("**/index.html", { cwd: site.out }).map((file) => file.slice(0, -"index.html".length));
    const expected = shown.filter(
      (path) => site.page(path).includes("17 plaatsen") || site.page(path).includes("17 places"),
    );
    expect(expected).toHaveLength(8);
    expect(site.changed()).toEqual(expected.map((path) => `/${path}`).sort());
    expect(pages.written).toBe(8);
  }, 240_000);

  test("a machine with the site in another folder takes over the state of the first, and renders what changed alone", async () => {
    const elsewhere = `${folder.dir}-elsewhere`;
    await site.run("sitegen-storyblok/bin/sitegen.mjs", "deploy", join(folder.dir, "target"));
    for (const name of ["out", ".sitegen"]) rmSync(join(site.out, "..", name), { recursive: true });
    office.body = office.body.replace("X-PLACES:17", "X-PLACES:16");
    renameSync(folder.dir, elsewhere);
    try {
      const bin = join(elsewhere, "installed/node_modules/sitegen-storyblok/bin/sitegen.mjs");
      const args = ["generate", "--verbose", "--from", join(elsewhere, "target")];
      const shell = ["-c", 'exec "$@" 2>&1', "sh", process.execPath, bin, ...args];
      const told = await runOutside("sh", shell, join(elsewhere, "museum"), { AGENDA_URL: office.origin });
      expect(told).toMatch(/Pages: 8 rendered, \d\d kept/);
      expect(told).toContain("(8 written,");
    } finally {
      renameSync(elsewhere, folder.dir);
    }
  }, 240_000);
});

describe("the shop window", () => {
  let site: ExampleSite;
  let origin: string;
  let shop: OtherSystem;
  beforeAll(async () => {
    shop = await startOtherSystem("application/json", given("shop-window/api/products.json"));
    const opened = await open("shop-window", "SHOP_URL", shop);
    ({ site, origin } = opened);
    expect(opened.report).toMatchObject({ ok: true, problems: [], pages: { removed: 0 } });
  }, 240_000);

  test("has a page for each product and each filter, pictures from data, and Tailwind's classes", () => {
    expect(site.page("pots/jg-19")).toContain("£62");
    expect(site.page("shop/bowls/under-30")).toContain("<title>Bowls under £30 | Aldermoor</title>");
    expect(existsSync(join(site.out, "shop/cups/over-60"))).toBe(false);
    expect(readFileSync(join(site.out, "pictures/jg-19.svg"), "utf8")).toMatch(/^<svg /);
    const [, styles = ""] = /href="\/(_assets\/[^"]+\.css)"/.exec(site.page("shop")) ?? [];
    expect(readFileSync(join(site.out, styles), "utf8")).toContain(".rounded-full");
  });

  test("is without a problem, its types and its own tests pass", async () => {
    expect(await site.check()).toMatch(CLEAN);
    await ownTests(site);
  }, 240_000);

  test("its filters are links without script", async () => {
    const view = await browser.newPage({ javaScriptEnabled: false });
    await view.goto(`${origin}/shop/`);
    await view.getByRole("link", { name: "Cups", exact: true }).click();
    await view.getByRole("link", { name: "Under £30" }).click();
    expect(view.url()).toBe(`${origin}/shop/cups/under-30/`);
    expect(await view.locator("main li h2").allTextContents()).toContain("Espresso beaker");
    expect(await view.getByRole("slider").count()).toBe(0);
  });

  test("with script there is more, and nothing is said in the console", async () => {
    const view = await browser.newPage();
    const messages = messagesOf(view);
    await view.goto(`${origin}/shop/bowls/`);
    await view.getByRole("slider").fill("40");
    await expect.poll(() => view.locator("main li h2").allTextContents()).toEqual(["Noodle bowl", "Breakfast bowl"]);
    await view.getByLabel("Order").selectOption("cheapest first");
    await expect.poll(() => view.locator("main li h2").first().textContent()).toBe("Breakfast bowl");
    await view.getByRole("link", { name: "Find us" }).first().click();
    await view.getByRole("link", { name: "The little shop" }).click();
    await view.getByRole("button", { name: "Whole town" }).click();
    await view.getByRole("link", { name: "The workshop" }).press("Enter");
    await view.getByRole("button", { name: "Whole town" }).waitFor();
    await view.getByRole("button", { name: "Whole town" }).press("Enter");
    await expect.poll(() => view.locator(":focus").getAttribute("aria-label")).toBe("The workshop");
    // The same page as a first one, whose markup is hydrated.
    await view.goto(origin);
    const whole = view.getByRole("button", { name: "Whole town" });
    const isClose = async () => {
      if ((await whole.count()) === 0) await view.getByRole("link", { name: "The workshop" }).click();
      return whole.count();
    };
    await expect.poll(isClose).toBe(1);
    expect(messages).toEqual([]);
  });

  test("is accessible and as wide as the window, on a phone and on a desk", async () => {
    const paths = ["/", "/shop/", "/shop/bowls/under-30/", "/pots/mn-02/", "/find-us/", "/workshop/"];
    expect(await faultsOf(await browser.newPage(), origin, paths)).toEqual([]);
  });

  test("begins with its words on a low window, where they stay on the large picture; on paper they are dark", async () => {
    const view = await browser.newPage({ viewport: { width: 1366, height: 560 } });
    await view.goto(origin);
    const words = view.locator("h1").locator("..");
    const below = await words.evaluate((one) => {
      const { bottom = 0 } = one.closest("section")?.getBoundingClientRect() ?? {};
      return one.getBoundingClientRect().bottom - bottom;
    });
    expect(below).toBeLessThanOrEqual(0);
    expect(await isTitled(view)).toBe(true);
    await view.emulateMedia({ media: "print" });
    const [page, ...dark] = await view
      .locator("body, .bg-ink :is(h2, h3, p)")
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
    expect(new Set(dark)).toEqual(new Set([page]));
  });

  test("a pot's page begins with its words on a phone held sideways, and is mirrored from right to left", async () => {
    const view = await browser.newPage();
    await view.goto(`${origin}/pots/mn-02/`);
    expect(await isTitled(view)).toBe(true);
    expect(await sidesOf(view, "dd")).toEqual(["0px", "32px"]);
  });

  test("a changed price writes the pages that show it, and no others", async () => {
    shop.body = shop.body.replace('"price": 32', '"price": 34');
    const { pages } = await site.generate();
    expect(site.changed()).toEqual([
      "/",
      "/pots/bw-07/",
      "/shop/",
      "/shop/30-to-60/",
      "/shop/bowls/",
      "/shop/bowls/30-to-60/",
    ]);
    expect(pages.written).toBe(6);
    expect(site.page("pots/bw-07")).toContain("£34");
  }, 240_000);

  test("two shops of one name are two pins, of which one is chosen", async () => {
    const file = join(site.out, "../space/stories/find-us.json");
    const story = JSON.parse(readFileSync(file, "utf8"));
    const [map] = story.content.body;
    map.shops.push(map.shops[0]);
    writeFileSync(file, JSON.stringify(story));
    await site.generate();
    const view = await browser.newPage();
    await view.goto(`${origin}/find-us/`);
    await view.keyboard.press("Shift");
    await whenApp(view);
    const pins = view.getByRole("link", { name: "The workshop" });
    await pins.last().click();
    await view.getByRole("button", { name: "Whole town" }).waitFor();
    expect(await pins.evaluateAll((all) => all.map((one) => one.ariaCurrent))).toEqual([null, "true"]);
  }, 240_000);
});
