/** The header while scrolling: its background, when it hides and when it comes back. */
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
const isShown = () => page.locator(".header").evaluate((header) => header.getBoundingClientRect().bottom > 1);

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

  test("gives room on the way down and comes back on the way up", async () => {
    await arrive("/platform/lumen/", { viewport });
    await wheelTo(1500);
    await expect.poll(isShown).toBe(false);
    await wheelTo(1400);
    await expect.poll(isShown).toBe(true);
    await wheelTo(1700);
    await expect.poll(isShown).toBe(false);
    await wheelTo(0);
    await expect.poll(isShown).toBe(true);
  });
});

test("gives room on a page that is opened where it was left", async () => {
  await arrive("/platform/lumen/");
  await wheelTo(1500);
  await page.reload({ waitUntil: "load" });
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(1500);
  await expect.poll(isShown).toBe(true);
  await wheelTo(1700);
  await expect.poll(isShown).toBe(false);
});

test("the keyboard finds it wherever the page stands", async () => {
  await arrive("/platform/lumen/");
  await wheelTo(1500);
  await expect.poll(isShown).toBe(false);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest(".header") !== null)).toBe(true);
  await expect.poll(isShown).toBe(true);
});

exhaustiveOnly(() => {
  test("an open menu stays", async () => {
    await arrive("/platform/lumen/", { viewport: PHONE });
    await wheelTo(1500);
    await wheelTo(1300);
    await page.locator(".burger").click();
    await expect.poll(() => page.locator(".menu").isVisible()).toBe(true);
    await expect.poll(isShown).toBe(true);
  });

  test("a jump to a place in the page leaves it there", async () => {
    await arrive("/platform/lumen/");
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.under)).toBeDefined();
    expect(await isShown()).toBe(true);
  });

  test("another page begins with its own ground", async () => {
    await arrive("/platform/lumen/");
    await visit.hydrate();
    await wheelTo(await middleOf("dark"));
    await wheelTo((await middleOf("dark")) - 20);
    await page.locator(".header .logo").click();
    await whenAt(page, "/");
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.under)).toBeUndefined();
    await expect.poll(isShown).toBe(true);
  });
});

test("without script it stays where it is, on its own ground", async () => {
  await arrive("/platform/lumen/", { javaScriptEnabled: false });
  await page.mouse.wheel(0, 1500);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000);
  expect(await isShown()).toBe(true);
  expect(await ground()).not.toBe("rgba(0, 0, 0, 0)");
});

test.each(["dark", "light"] as const)(
  "in forced %s colors the menu's button stands out over every section",
  async (colorScheme) => {
    await arrive("/platform/lumen/", { viewport: PHONE, forcedColors: "active", colorScheme });
    for (const theme of ["top", "light", "dark"]) {
      if (theme !== "top") {
        await wheelTo((await middleOf(theme)) + 20);
        await wheelTo(await middleOf(theme));
        await expect.poll(() => page.evaluate(() => document.documentElement.dataset.under)).toBe(theme);
        await expect.poll(isShown).toBe(true);
      }
      const { channels } = await sharp(await page.locator(".burger").screenshot())
        .greyscale()
        .stats();
      expect([theme, (channels[0]?.max ?? 0) - (channels[0]?.min ?? 0) > 128]).toEqual([theme, true]);
    }
  },
);
