/** Drawings that follow scrolling: the pictures of the timeline, and the progress scale of an article on a phone. */
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LAPTOP, openSite, PHONE, type Site, whenStill } from "./site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

/** Scrolls so that the element's top stands at this share of the window's height, and waits for the frame. */
const bringTo = (page: Page, selector: string, share: number) =>
  page.locator(selector).evaluate(async (element, at) => {
    const top = element.getBoundingClientRect().top + window.scrollY - window.innerHeight * at;
    window.scrollTo({ top, behavior: "instant" });
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  }, share);

const PICTURE = ".growing-together__milestone:nth-of-type(2) .growing-together__picture";

/** How much of the picture is still covered, in percent from its right edge. */
const covered = (page: Page) =>
  page.locator(PICTURE).evaluate((picture) => {
    const [, right = "0"] = /inset\(\S+ ([\d.]+)%/.exec(getComputedStyle(picture).clipPath) ?? [];
    return Number(right);
  });

test("a milestone's picture is uncovered as it comes up, and stands whole before the middle of the window", async () => {
  const { page, open, close } = await site.visit({ viewport: LAPTOP });
  await open("/company/about/");
  await bringTo(page, PICTURE, 0.95);
  await expect.poll(() => covered(page)).toBeGreaterThan(80);
  await bringTo(page, PICTURE, 0.75);
  await expect.poll(() => covered(page)).toBeLessThan(80);
  const half = await whenStill(() => covered(page));
  expect(half).toBeGreaterThan(0);
  await bringTo(page, PICTURE, 0.2);
  await expect.poll(() => covered(page)).toBe(0);
  await close();
});

test("under reduced motion it stands whole at once", async () => {
  const { page, open, close } = await site.visit({ viewport: LAPTOP, reducedMotion: "reduce" });
  await open("/company/about/");
  await bringTo(page, PICTURE, 0.95);
  await expect.poll(() => covered(page)).toBe(0);
  await close();
});

test("on a phone the scale at the window's edge says how far one has read", async () => {
  const { page, open, close } = await site.visit({ viewport: PHONE });
  await open("/insights/reading-a-vibration-spectrum/");
  const readAfter = (share: number) =>
    page.evaluate(async (at) => {
      const whole = document.documentElement.scrollHeight - window.innerHeight;
      window.scrollTo({ top: whole * at, behavior: "instant" });
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const scale = document.querySelector(".insights-progress");
      return scale ? Number.parseFloat(getComputedStyle(scale).scale) : -1;
    }, share);
  await expect.poll(() => readAfter(0)).toBeCloseTo(0, 2);
  await expect.poll(() => readAfter(0.5)).toBeCloseTo(0.5, 1);
  await expect.poll(() => readAfter(1)).toBeCloseTo(1, 2);
  await close();
});
