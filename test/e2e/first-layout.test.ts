/** A long page lays out its first screen first; the rest follows by itself, without a visible change. */
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exhaustiveOnly } from "../helpers/exhaustive.ts";
import { DESKTOP, openSite, PHONE, type Site } from "./site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

/** The page before the boot script has run: it is requested and never answered. */
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

test("without the stylesheet after the markup the first screen is whole, for the footer begins below it", async () => {
  const size = { width: 1440, height: 4000 };
  const { page, open, close } = await site.visit({ viewport: size });
  await page.route(/\/late-\w+\.css$/, (route) => route.abort());
  await open("/legal/imprint/");
  expect(await page.evaluate(`document.querySelector(".footer").getBoundingClientRect().top`)).toBe(size.height);
  await close();
});

test.each(["/", "/solutions/visual-inspection/", "/platform/", "/customers/isarstahl/", "/contact/"])(
  "on %s no element moves all its properties: what a later stylesheet says would be shown slowly",
  async (path) => {
    const { page, open, close } = await site.visit({ viewport: PHONE });
    await open(path);
    const moving = `[...document.querySelectorAll("*")].filter((element) => {
      const { transitionProperty, transitionDuration } = getComputedStyle(element);
      return transitionProperty === "all" && transitionDuration !== "0s";
    }).map((element) => element.className)`;
    expect(await page.evaluate(moving)).toEqual([]);
    await close();
  },
);

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

exhaustiveOnly(() => {
  test("an address that leads into the page, and print, have all of it", async () => {
    const { page, close } = await openWithoutBoot("/#solutions");
    expect(await page.evaluate(DEFERRED)).toBe(0);
    await close();
    const plain = await openWithoutBoot("/");
    expect(await plain.page.evaluate(DEFERRED)).toBeGreaterThan(5);
    await plain.page.emulateMedia({ media: "print" });
    expect(await plain.page.evaluate(DEFERRED)).toBe(0);
    await plain.close();
  });
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

/** An event of the browser's record of its work; times in microseconds. */
interface TraceEvent {
  name: string;
  ts: number;
  dur?: number;
  pid: number;
  tid: number;
}

const RUN = /^(?:FunctionCall|EvaluateScript|RunMicrotasks|FireAnimationFrame|FireIdleCallback)$/;

/**
 * Style and layout that scripts forced: any script before the first paint, and the boot script, which may run before the
 * paint or after it. Another file of the site is open before: for a process that starts during a trace, the browser
 * waits five seconds when the trace ends.
 */
async function forcedWork(page: Page, open: (path: string) => Promise<void>, path: string) {
  const browser = page.context().browser();
  await open("/robots.txt");
  await browser?.startTracing(page, { categories: ["devtools.timeline", "loading", "v8"] });
  await open(path);
  await whole(page);
  const { traceEvents } = JSON.parse(String(await browser?.stopTracing())) as { traceEvents: TraceEvent[] };
  const paint = traceEvents.find(({ name }) => name === "firstContentfulPaint");
  const own = traceEvents.filter(({ pid, tid }) => pid === paint?.pid && tid === paint.tid);
  // The boot script is the page's first module.
  const boot = own
    .filter(({ name }) => name === "v8.evaluateModule")
    .sort((a, b) => a.ts - b.ts)
    .slice(0, 1);
  const scripts = [...boot, ...own.filter(({ name, ts }) => RUN.test(name) && paint && ts < paint.ts)];
  const isInScript = ({ ts }: TraceEvent) =>
    scripts.some((script) => ts > script.ts && ts < script.ts + (script.dur ?? 0));
  const work = own.filter(({ name }) => name === "UpdateLayoutTree" || name === "Layout");
  return { boot: boot.length, all: work.length, forced: work.filter(isInScript).map(({ name }) => name) };
}

test.each([
  ["home on a phone", "/", PHONE],
  ["home", "/", DESKTOP],
  ["a post", "/insights/reading-a-vibration-spectrum/", PHONE],
])("no script asks for a style or a layout before the first paint: %s", async (_name, path, viewport) => {
  const { page, open, close } = await site.visit({ viewport });
  const { boot, all, forced } = await forcedWork(page, open, path);
  expect(boot).toBe(1);
  expect(all).toBeGreaterThan(1);
  expect(forced).toEqual([]);
  await close();
});
