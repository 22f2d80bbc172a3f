/** Interactive demonstrations: each loads its code when it comes near the window, and is static without it. */
import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { exhaustiveOnly } from "../helpers/exhaustive.ts";
import { openSite, type Site, type Visit, whenStill } from "./site.ts";

let site: Site;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  site = await openSite({ realPictures: true });
});
afterAll(() => site.close());
afterEach(() => visit.close());

async function open(path: string, options: Parameters<Site["visit"]>[0] = {}): Promise<void> {
  visit = await site.visit(options);
  page = visit.page;
  await visit.open(path);
}

const asked = (name: RegExp) => visit.requests.filter((url) => name.test(url));

describe("recordings to compare", () => {
  const PATH = "/solutions/predictive-maintenance/";
  const ENGINE = /\/sound-engine-.*\.js$/;
  const SOUND = /\.mp3$/;
  const time = () => page.locator(".sound-compare__time").inputValue().then(Number);

  test("load the engine when they come near and the sound when it is wanted, and play it in step", async () => {
    await open(PATH);
    await visit.hydrate();
    expect(asked(ENGINE)).toEqual([]);
    await page.locator(".sound-compare").scrollIntoViewIfNeeded();
    await expect.poll(() => asked(ENGINE).length).toBe(1);
    expect(asked(SOUND)).toEqual([]);
    await page.locator(".sound-compare__play").click();
    await expect.poll(time).toBeGreaterThan(0.3);
    await expect.poll(() => asked(SOUND).length).toBe(3);
    await page.getByRole("button", { name: "Week 6" }).click();
    const before = await time();
    await expect.poll(time).toBeGreaterThan(before);
    await expect.poll(() => page.locator(".sound-compare__sheet--shown img").getAttribute("alt")).toContain("week 6");
    await page.locator(".sound-compare__play").click();
    await whenStill(time);
    expect(visit.messages).toEqual([]);
  });

  exhaustiveOnly(() => {
    test("have the browser's own players without script", async () => {
      await open(PATH, { javaScriptEnabled: false });
      expect(await page.locator(".sound-compare audio").count()).toBe(3);
      expect(await page.locator(".sound-compare audio").first().isVisible()).toBe(true);
      expect(await page.locator(".sound-compare__play").isVisible()).toBe(false);
    });
  });
});

exhaustiveOnly(() => {
  describe("a part under a lamp", () => {
    const PATH = "/solutions/visual-inspection/";
    const ENGINE = /\/lamp-.*\.js$/;

    test("loads its engine and pictures when it comes near; without WebGL the picture stands and no control is dead", async () => {
      visit = await site.visit();
      page = visit.page;
      await page.addInitScript(() => {
        HTMLCanvasElement.prototype.getContext = () => null;
      });
      await visit.open(PATH);
      await visit.hydrate();
      expect(asked(ENGINE)).toEqual([]);
      await page.locator(".inspection-light__bench").scrollIntoViewIfNeeded();
      await expect.poll(() => asked(ENGINE).length).toBe(1);
      await page.waitForTimeout(500);
      expect(await page.locator(".inspection-light__picture img").isVisible()).toBe(true);
      expect(await page.locator(".inspection-light__switch").isVisible()).toBe(false);
      expect(await page.locator(".inspection-light__bench[data-lit]").count()).toBe(0);
      expect(visit.messages).toEqual([]);
    });
  });
});

test("a slider's needle goes to the left where the text is read from right to left", async () => {
  await open("/platform/lumen/");
  await visit.hydrate();
  await page.evaluate(() => {
    document.documentElement.dir = "rtl";
  });
  await page.locator(".slider__button").last().click();
  const right = () =>
    page.$eval(".slider__scale", (scale) => Number.parseFloat(getComputedStyle(scale, "::after").right));
  await expect.poll(right).toBeGreaterThan(50);
});

describe("the product screen", () => {
  const DAY = ".console__scale";

  test("has its texts inside the window of a small phone", async () => {
    await open("/de/plattform/lumen/", { viewport: { width: 320, height: 640 } });
    const ends = () =>
      page.$$eval(".console__text", (texts) => texts.map((text) => Math.round(text.getBoundingClientRect().right)));
    expect((await ends()).filter((end) => end > 320)).toEqual([]);
  });

  test("lets the days pass while it is in view, until somebody takes hold of them", async () => {
    await open("/platform/lumen/");
    await visit.hydrate();
    const day = () => page.locator(DAY).inputValue().then(Number);
    await page.locator(".console").scrollIntoViewIfNeeded();
    const first = await day();
    await expect.poll(day).not.toBe(first);
    await page.locator(DAY).focus();
    await page.keyboard.press("Home");
    await expect.poll(day).toBe(1);
    await page.waitForTimeout(800);
    expect(await day()).toBe(1);
    expect(await page.locator(".console__event").count()).toBe(0);
    await page.keyboard.press("End");
    await expect.poll(() => page.locator(".console__event").count()).toBe(3);
    expect(visit.messages).toEqual([]);
  });

  exhaustiveOnly(() => {
    test("stands still under reduced motion, and its scale works", async () => {
      await open("/platform/lumen/", { reducedMotion: "reduce" });
      await visit.hydrate();
      const first = await page.locator(DAY).inputValue();
      await page.locator(".console").scrollIntoViewIfNeeded();
      await page.waitForTimeout(900);
      expect(await page.locator(DAY).inputValue()).toBe(first);
    });
  });
});
