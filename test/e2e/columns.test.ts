/** Text begins on columns 1, 4 and 7, and in rows of four on column 10, whatever the width of the window. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";
import { openSite, type Site } from "./site.ts";

const PAGES = [
  "/",
  "/platform/lumen/",
  "/solutions/visual-inspection/",
  "/solutions/predictive-maintenance/",
  "/customers/",
  "/customers/isarstahl/",
  "/insights/",
  "/insights/reading-a-vibration-spectrum/",
  "/careers/",
  "/company/about/",
  "/industries/",
  "/legal/privacy/",
];
/** Headlines, introductions, running text, figures and the titles of what stands in rows. */
const TEXT = [
  ":is(h1, h2)",
  ".lead",
  ".rich-text > p",
  ".rich-text > ul:not([class]) > li",
  ".fact__figure",
  ".text-item .headline-4",
  ".kicker",
].join(",");

let site: Site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

test.each(PAGES.filter((_, at) => IS_EXHAUSTIVE || at % 4 === 0))("%s", async (path) => {
  const visit = await site.visit({ reducedMotion: "reduce" });
  await visit.open(path);
  for (const width of [1440, 1920]) {
    await visit.page.setViewportSize({ width, height: 900 });
    expect({ width, off: await visit.page.evaluate(offColumns, TEXT) }).toEqual({ width, off: [] });
  }
  await visit.close();
});

test("on a tablet three cells share a row, and a whole picture fills its frame to the same margin", async () => {
  const visit = await site.visit({ reducedMotion: "reduce", viewport: { width: 834, height: 1112 } });
  await visit.open("/de/foerderung/");
  const tops = await visit.page
    .locator(".text-grid__cell")
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().top));
  expect(tops).toEqual(Array(3).fill(tops[0]));
  await visit.open("/de/wissen/labels-ueber-die-sich-niemand-einig-ist/");
  const shapes = await visit.page
    .locator(".bisection-image--contain img")
    .evaluateAll((images) =>
      images.map((image) => [
        image.clientWidth / image.clientHeight,
        Number(image.getAttribute("width")) / Number(image.getAttribute("height")),
      ]),
    );
  expect(shapes).toHaveLength(1);
  for (const [shown = 0, own = 0] of shapes) expect(shown).toBeCloseTo(own, 1);
  await visit.close();
});

test("from right to left a page is its mirror image; curves, code and phone numbers are as they were", async () => {
  const visit = await site.visit({ reducedMotion: "reduce", viewport: { width: 1440, height: 900 } });
  const { page } = visit;
  for (const path of ["/insights/why-industrial-ai-pilots-stall/", "/pricing/", "/careers/customer-engineer/", "/"]) {
    await visit.open(path);
    const edges = (dir: string) =>
      page.evaluate((to) => {
        document.documentElement.dir = to;
        const boxes = document.querySelectorAll(
          ".intro-text__text, .fact-list, .text-grid__list, .pricing-plan__features li, .page-head__picture, .main-nav",
        );
        const { clientWidth } = document.documentElement;
        return [...boxes]
          .map((box) => box.getBoundingClientRect())
          .map(({ left, right }) => Math.round(to === "rtl" ? clientWidth - right : left));
      }, dir);
    const left = await edges("ltr");
    expect(left.length).toBeGreaterThan(1);
    expect({ path, edges: await edges("rtl") }).toEqual({ path, edges: left });
    const arrows = page.locator('.icon:has([href="#icon-arrow-right"])');
    expect(await arrows.first().evaluate((arrow) => getComputedStyle(arrow).scale)).toBe("-1 1");
  }
  const directions = async (path: string, selector: string) => {
    await visit.open(path);
    return page.locator(selector).evaluateAll((all) => {
      document.documentElement.dir = "rtl";
      return [...new Set(all.map((one) => getComputedStyle(one).direction))];
    });
  };
  expect(await directions("/platform/lumen/", ".console__plot, .console__scale")).toEqual(["ltr"]);
  expect(await directions("/insights/reading-a-vibration-spectrum/", "pre, .margin-note__formula")).toEqual(["ltr"]);
  expect(await directions("/contact/", '[href^="tel:"]')).toEqual(["ltr"]);
  await visit.open("/pricing/#contact-overlay");
  const lefts = page.locator(".contact-overlay__sheet, .contact-overlay__close").evaluateAll((all) => {
    document.documentElement.dir = "rtl";
    return all.map((one) => one.getBoundingClientRect().left);
  });
  expect(await lefts).toEqual([0, 16]);
  await visit.open("/insights/reading-a-vibration-spectrum/");
  const rules = page.locator(".insights-contents__list, .margin-note__body, .rich-text blockquote");
  const sides = await rules.evaluateAll((all) => {
    document.documentElement.dir = "rtl";
    return [...new Set(all.map((one) => getComputedStyle(one)).map((of) => of.borderLeftWidth !== "0px"))];
  });
  expect(sides).toEqual([false]);
  await visit.close();
});

/** Runs in the browser: texts whose first line begins elsewhere, except notes in the margin. */
function offColumns(selector: string): string[] {
  const probe = document.createElement("div");
  probe.className = "wrap";
  probe.innerHTML =
    '<div class="cols"><i style="grid-column: 4"></i><i style="grid-column: 7"></i><i style="grid-column: 10"></i></div>';
  document.body.append(probe);
  const grid = probe.firstElementChild as HTMLElement;
  const edges = [grid, ...grid.children].map((cell) => cell.getBoundingClientRect().left);
  probe.remove();
  const isOff = (element: Element) => {
    const left = element.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(element).paddingLeft);
    return left < innerWidth && !edges.some((edge) => Math.abs(edge - left) < 2);
  };
  return [...document.querySelectorAll(`main ${selector.replaceAll(",", ", main ")}`)]
    .filter((element) => !element.closest(".slider, .contact, .visually-hidden, .careers-head, .margin-note, table"))
    .filter((element) => element.getClientRects().length > 0 && isOff(element))
    .map((element) => `${element.className || element.localName}: ${element.textContent?.slice(0, 40)}`);
}
