/** The header while scrolling: it stays at the top of the window, over the theme of what is below it. */
import type { Page } from "playwright";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { exhaustiveOnly, shareOf } from "../helpers/exhaustive.ts";
import { LAPTOP, openSite, PHONE, type Site, type Visit, whenAt } from "./site.ts";

let site: Site;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  site = await openSite({ pointerAway: true });
});
afterAll(() => site.close());
afterEach(() => visit.close());

async function arrive(path: string, options: Parameters<Site["visit"]>[0] = {}): Promise<void> {
  visit = await site.visit({ reducedMotion: "reduce", viewport: LAPTOP, ...options });
  page = visit.page;
  await visit.open(path);
}

const ground = () => page.locator(".header").evaluate((header) => getComputedStyle(header).backgroundColor);

/** Its distance from the window's top in pixels, once no movement of it is running. */
const restsAt = () =>
  page.locator(".header").evaluate(async (header) => {
    await Promise.all(header.getAnimations().map((animation) => animation.finished));
    return header.getBoundingClientRect().top;
  });

/** Scrolls like a wheel, in small steps. */
async function wheelTo(target: number): Promise<void> {
  await page.evaluate(async (wanted) => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    while (Math.abs(wanted - scrollY) > 1) {
      const before = scrollY;
      window.scrollTo({ top: before + Math.max(-300, Math.min(300, wanted - before)), behavior: "instant" });
      await frame();
      if (scrollY === before) break;
    }
    await frame();
  }, target);
}

/** Document offset of the middle of the page's first section of a theme that comes after the first screen. */
const middleOf = (theme: string) =>
  page.evaluate((wanted) => {
    const sections = [...document.querySelectorAll<HTMLElement>(`main > [data-theme="${wanted}"], footer`)];
    const section = sections.find((one) => one.offsetTop > innerHeight && one.dataset.theme === wanted);
    return section ? section.offsetTop + section.offsetHeight / 2 : -1;
  }, theme);

const WINDOWS = [
  ["desktop", LAPTOP],
  ["phone", PHONE],
] as const;

describe.each(shareOf(WINDOWS, 1))("on a %s", (_name, viewport) => {
  test("takes the theme of the section below it, before the app is loaded", async () => {
    await arrive("/platform/lumen/", { viewport });
    const dark = await middleOf("dark");
    const light = await middleOf("light");
    expect([dark > 0, light > 0]).toEqual([true, true]);
    await wheelTo(dark);
    await expect.poll(ground).toBe("rgb(20, 24, 29)");
    await wheelTo(light);
    await expect.poll(ground).toBe("rgb(246, 244, 238)");
    await wheelTo(0);
    await expect.poll(ground).toBe("rgba(0, 0, 0, 0)");
  });

  test("stays at the top on the way down, on the way up and after a jump", async () => {
    await arrive("/platform/lumen/", { viewport });
    for (const at of [1500, 1400, 1700, 4000, 0]) {
      await wheelTo(at);
      expect(await restsAt()).toBe(0);
    }
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.under)).toBeDefined();
    expect(await restsAt()).toBe(0);
  });
});

exhaustiveOnly(() => {
  test("another page begins with its own ground", async () => {
    await arrive("/platform/lumen/");
    await visit.hydrate();
    await wheelTo(await middleOf("dark"));
    await page.locator(".header .logo").click();
    await whenAt(page, "/");
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.under)).toBeUndefined();
    expect(await restsAt()).toBe(0);
  });
});

test("without script it stays where it is, on its own ground", async () => {
  await arrive("/platform/lumen/", { javaScriptEnabled: false });
  await page.mouse.wheel(0, 1500);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000);
  expect(await restsAt()).toBe(0);
  expect(await ground()).not.toBe("rgba(0, 0, 0, 0)");
});

test.each(["dark", "light"] as const)(
  "in forced %s colors the menu's button stands out over every section",
  async (colorScheme) => {
    await arrive("/platform/lumen/", { viewport: PHONE, forcedColors: "active", colorScheme });
    for (const theme of ["top", "light", "dark"]) {
      if (theme !== "top") {
        await wheelTo(await middleOf(theme));
        await expect.poll(() => page.evaluate(() => document.documentElement.dataset.under)).toBe(theme);
      }
      const { channels } = await sharp(await page.locator(".burger").screenshot())
        .greyscale()
        .stats();
      expect([theme, (channels[0]?.max ?? 0) - (channels[0]?.min ?? 0) > 128]).toEqual([theme, true]);
    }
  },
);
