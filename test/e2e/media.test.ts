/** Forced colours, print, 400 % zoom, and scrollbars that take space. */
import type { Page } from "playwright";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { exhaustiveOnly, IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";
import { openSite, PHONE, type Site, type Visit } from "./site.ts";

let site: Site;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());
afterEach(() => visit.close());

async function arrive(path: string, options: Parameters<Site["visit"]>[0] = {}): Promise<void> {
  visit = await site.visit(options);
  page = visit.page;
  await visit.open(path);
}

/** Background of a part of the first element that fits, and of the page. */
const grounds = (selector: string, part?: string) =>
  page.evaluate(
    ([wanted, pseudo]) => {
      const element = document.querySelector(wanted);
      const own = element ? getComputedStyle(element, pseudo).backgroundColor : "";
      return { own, page: getComputedStyle(document.body).backgroundColor };
    },
    [selector, part] as const,
  );

describe("forced colours", () => {
  test.each(IS_EXHAUSTIVE ? (["light", "dark"] as const) : (["light"] as const))(
    "leave the slider's needle and the logo visible, %s",
    async (colorScheme) => {
      await arrive("/", { viewport: PHONE, forcedColors: "active", colorScheme });
      const { own, page: ground } = await grounds(".slider__scale", "::after");
      expect(own).not.toBe(ground);
      expect(own).not.toBe("rgba(0, 0, 0, 0)");
      expect(await page.locator(".header .logo svg, .header .logo__name").first().isVisible()).toBe(true);
      expect((await grounds(".header")).own, "over a picture").toBe(ground);
    },
  );

  test("keep a white logo's ground, and show what is chosen", async () => {
    await arrive("/solutions/predictive-maintenance/", { forcedColors: "active", colorScheme: "light" });
    const chosen = await grounds(".sound-compare__take[aria-pressed=true]");
    expect(chosen.own).not.toBe(chosen.page);
    for (const [path, logo] of [
      ["/platform/lumen/", ".hero-platform__logo"],
      ["/solutions/visual-inspection/", ".platform-small__logo"],
    ] as const) {
      await visit.open(path);
      const { own, page: ground } = await grounds(logo);
      expect(own).not.toBe(ground);
      expect(own).not.toBe("rgba(0, 0, 0, 0)");
    }
  });

  test("show the words that a search found", async () => {
    await arrive("/search/?q=bearing", { forcedColors: "active", colorScheme: "dark" });
    const mark = page.locator("main mark").first();
    await mark.waitFor();
    const { channels } = await sharp(await mark.screenshot())
      .greyscale()
      .stats();
    expect((channels[0]?.max ?? 0) - (channels[0]?.min ?? 0)).toBeGreaterThan(128);
  });
});

test("on paper a white logo leaves no room, and a dark one is there", async () => {
  await arrive("/solutions/visual-inspection/");
  const logo = page.locator(".platform-small__logo");
  await page.emulateMedia({ media: "print" });
  expect(await logo.isVisible()).toBe(false);
  await visit.open("/platform/lumen/");
  expect(await logo.isVisible()).toBe(true);
});

test("on paper every action is dark on white", async () => {
  for (const path of IS_EXHAUSTIVE ? ["/", "/solutions/", "/de/preise/"] : ["/de/preise/"]) {
    await arrive(path);
    await page.emulateMedia({ media: "print" });
    const pale = () =>
      page.evaluate(() =>
        [...document.querySelectorAll("main .action__title")]
          .map((title) => ({ in: title.parentElement?.className, color: getComputedStyle(title).color }))
          .filter(({ color }) => (color.match(/\d+/g) ?? []).slice(0, 3).some((part) => Number(part) > 100)),
      );
    // Colours fade; the final ones are compared.
    await expect.poll(pale).toEqual([]);
    if (path !== "/de/preise/") await visit.close();
  }
});

test("on paper About has all its pictures, each on one page with its frame and entry, on few pages", async () => {
  await arrive("/de/unternehmen/ueber-uns/");
  const pictures = page.locator("main img");
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
  }
  const printed = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(printed.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(7);
  // What is between the margins of a sheet of A4.
  const sheet = { width: 643, height: 971 };
  await page.setViewportSize(sheet);
  await page.emulateMedia({ media: "print" });
  const shown = () =>
    pictures.evaluateAll((images, height) => {
      const divided = (one: Element) =>
        getComputedStyle(one).breakInside !== "avoid" || one.getBoundingClientRect().height > height;
      const whole = (image: Element) => [
        image,
        ...["picture", ".growing-together__milestone"].flatMap((name) => image.closest(name) ?? []),
      ];
      return images.map((image) => [
        (image as HTMLImageElement).naturalWidth > 0 && image.checkVisibility({ visibilityProperty: true }),
        whole(image).filter(divided).length,
      ]);
    }, sheet.height);
  // The sheet may ask for another size of a picture.
  await expect.poll(shown).toEqual(Array(9).fill([true, 0]));
});

test("on paper no slide is beside the sheet, and no answer is closed", async () => {
  await arrive("/solutions/");
  await page.setViewportSize({ width: 643, height: 971 });
  await page.emulateMedia({ media: "print" });
  const missing = () =>
    page.evaluate(() => {
      const boxes = (selector: string) =>
        [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
      const entries = boxes(".accordion__entry");
      return {
        slides: boxes(".slider__slide").filter(({ right }) => right > innerWidth).length,
        answers: boxes(".accordion__text").filter(({ bottom }, at) => bottom > (entries[at]?.bottom ?? 0)).length,
      };
    });
  await expect.poll(missing).toEqual({ slides: 0, answers: 0 });
});

test("on paper pictures of a row do not overlap", async () => {
  await arrive("/solutions/visual-inspection/");
  await page.setViewportSize({ width: 643, height: 971 });
  await page.emulateMedia({ media: "print" });
  const wide = () =>
    page.locator(".image-slider .slider__slide").evaluateAll((slides) => {
      return slides.filter(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth).length;
    });
  await expect.poll(wide).toBe(0);
});

test("on paper no text of the product screen is laid over another, no section begins at the end of a page, two slides share a row", async () => {
  await arrive("/platform/lumen/");
  await page.setViewportSize({ width: 643, height: 971 });
  await page.emulateMedia({ media: "print" });
  const look = () =>
    page.evaluate(() => {
      const style = (selector: string) => getComputedStyle(document.querySelector(selector) as Element);
      const [first, second] = [...document.querySelectorAll(".slider__slide")].map((one) =>
        one.getBoundingClientRect(),
      );
      return {
        shown: [...document.querySelectorAll(".console__text, .console__time")].filter((one) => one.checkVisibility())
          .length,
        head: [style(".section-head").breakInside, style(".section-head").breakAfter],
        isRow: first?.top === second?.top,
      };
    });
  await expect.poll(look).toEqual({ shown: 0, head: ["avoid", "avoid"], isRow: true });
});

test("at 400 % zoom the text of the cookie settings has room, and its margins", async () => {
  await arrive("/", { viewport: { width: 320, height: 225 } });
  await visit.hydrate();
  await page.evaluate(() => document.querySelector<HTMLElement>("[data-cookie-settings]")?.click());
  await page.locator("#cc-main .pm").waitFor({ state: "visible" });
  const scrolls = await page.evaluate(() => {
    const box = [...document.querySelectorAll<HTMLElement>("#cc-main .pm, #cc-main .pm__body")].find(
      (element) =>
        /auto|scroll/.test(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight,
    );
    return box?.clientHeight ?? 0;
  });
  expect(scrolls).toBeGreaterThan(150);
  const paddings = await page.evaluate(() => {
    const left = (part: string) => document.querySelector(`#cc-main ${part}`)?.getBoundingClientRect().left;
    return [left(".pm__section"), left(".pm__title")];
  });
  expect(paddings[0]).toBe(paddings[1]);
  const last = page.locator("#cc-main .pm button").last();
  await last.scrollIntoViewIfNeeded();
  expect(await last.isVisible()).toBe(true);
});

exhaustiveOnly(() => {
  describe("where scrollbars take room", () => {
    let barred: Site;
    beforeAll(async () => {
      barred = await openSite({ scrollbars: true });
    });
    afterAll(() => barred.close());

    test("the overlay and the menu move nothing", async () => {
      visit = await barred.visit();
      page = visit.page;
      await visit.open("/");
      const left = () => page.evaluate(() => document.querySelector("main h1")?.getBoundingClientRect().left ?? -1);
      const before = await left();
      await page.locator(".header__contact").click();
      await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe("hidden");
      // Less than a pixel: a percentage of the window's width includes the space reserved for the scrollbar.
      expect(Math.abs((await left()) - before)).toBeLessThan(1);
    });
  });
});
