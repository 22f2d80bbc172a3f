/** A long page's first layout is of its first screen; the rest follows by itself, and nobody can tell. */
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSite, PHONE, type Site } from "./site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

/** As a page is before the boot script has run: it is asked for, and never answered. */
async function openWithoutBoot(path: string) {
  const visit = await site.visit({ viewport: PHONE });
  await visit.page.route(/\/boot-\w+\.js$/, (route) => route.abort());
  await visit.open(path);
  return visit;
}

/** Sections whose content is not laid out. */
const LEFT = `[...document.querySelectorAll("main > *")].filter((section) => {
  const [child] = section.querySelectorAll("*");
  return child !== undefined && !child.checkVisibility({ contentVisibilityAuto: true });
}).length`;
const SECTIONS = `document.querySelectorAll("main > *").length`;
/** Sections that may be left out. */
const DEFERRED = `[...document.querySelectorAll("main > *")].filter((section) => getComputedStyle(section).contentVisibility === "auto").length`;
const whole = (page: Page) => page.locator("html[data-whole]").waitFor({ state: "attached" });

/** Where each section is, in whole pixels. */
const PLACES = `JSON.stringify([...document.querySelectorAll("main > *, footer")].map((section) => {
  const { top, height } = section.getBoundingClientRect();
  return [Math.round(top + scrollY), Math.round(height)];
}))`;

test("the first layout leaves most sections of home out", async () => {
  const { page, close } = await openWithoutBoot("/");
  const left = Number(await page.evaluate(LEFT));
  expect(left).toBeGreaterThan(Number(await page.evaluate(SECTIONS)) / 2);
  await close();
});

test("then the page becomes what it is without that, and nothing in the window moves", async () => {
  const { page, open, close } = await site.visit({ viewport: PHONE });
  await open("/");
  await whole(page);
  expect(await page.evaluate(LEFT)).toBe(0);
  expect(await page.evaluate(`document.querySelectorAll("main > [style*=visibility]").length`)).toBe(0);
  const shifts = `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().length)).observe({ type: "layout-shift", buffered: true }) || setTimeout(resolve, 200, 0))`;
  expect(await page.evaluate(shifts)).toBe(0);
  const places = await page.evaluate(PLACES);
  await close();
  const plain = await site.visit({ viewport: PHONE });
  await plain.open("/#main");
  expect(await plain.page.evaluate(DEFERRED)).toBe(0);
  expect(await plain.page.evaluate(PLACES)).toBe(places);
  await plain.close();
});

test("an address that leads into the page, and print, have all of it", async () => {
  const { page, close } = await openWithoutBoot("/#main");
  expect(await page.evaluate(DEFERRED)).toBe(0);
  await close();
  const plain = await openWithoutBoot("/");
  expect(await plain.page.evaluate(DEFERRED)).toBeGreaterThan(5);
  await plain.page.emulateMedia({ media: "print" });
  expect(await plain.page.evaluate(DEFERRED)).toBe(0);
  await plain.close();
});

test("a reload comes back to where the page was left", async () => {
  const { page, open, close } = await site.visit({ viewport: PHONE });
  await open("/");
  await whole(page);
  await page.evaluate("scrollTo(0, 4000)");
  await page.reload({ waitUntil: "load" });
  await whole(page);
  await expect.poll(() => page.evaluate("scrollY")).toBe(4000);
  await close();
});
