/** One or all scripts cannot be loaded: what needs them is hidden or says so, and the rest works. */
import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { exhaustiveOnly, IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";
import { isSameDocument, mark, openSite, type Site, type Visit, whenAt } from "./site.ts";

let site: Site;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  visit = await site.visit({ reducedMotion: "reduce" });
  page = visit.page;
});
afterEach(() => visit.close());

const block = (pattern: string) => page.route(pattern, (route) => route.abort());
const notice = () => page.locator("#cookie-settings");
const deadControls = () =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        "[data-static] :is(.slider__button, .video__play, .video__toggle, .lottie-slider__pause)",
      ),
    ]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .map((control) => control.className),
  );

test("without the chunk of one block its slider scrolls and shows no buttons, and the rest of the page works", async () => {
  await block("**/_assets/chunks/SuccessStoriesSlider-*.js");
  await visit.open("/");
  await visit.hydrate();
  const before = await page.locator(".success-stories-slider").innerText();
  await page.locator(".success-stories-slider[data-static]").waitFor();
  expect(await page.locator(".success-stories-slider").innerText()).toBe(before);
  expect(await page.evaluate(() => document.querySelectorAll("[data-static]").length)).toBe(1);
  expect(visit.messages.filter((message) => /uncaught|hydrat/i.test(message))).toEqual([]);
  expect(await page.locator(".success-stories-slider .slider__controls").isVisible()).toBe(false);
  expect(await deadControls()).toEqual([]);
  const track = page.locator(".success-stories-slider .slider__track");
  expect(await track.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
  expect(await track.evaluate((element) => getComputedStyle(element).scrollbarWidth)).toBe("thin");
  // Other controls work: the app shows the next page and the one after.
  await mark(page);
  await page.locator(".footer a[href='/legal/imprint/']").first().click();
  await whenAt(page, "/legal/imprint/");
  expect(await isSameDocument(page)).toBe(true);
  await page.goBack();
  await page.waitForURL(`${site.origin}/`);
  await page.locator(".success-stories-slider .slider__track").waitFor();
});

test("without its stylesheets no drawing fills the window", async () => {
  await block("**/*.css");
  await visit.open("/legal/imprint/");
  const heights = await page.locator("svg:visible").evaluateAll((all) => all.map((svg) => svg.clientHeight));
  expect(Math.max(...heights)).toBeLessThanOrEqual(150);
});

test.each([
  ["an error", { status: 503, body: "" }],
  ["nothing, on a connection that was cut", null],
] as const)("stylesheets that were answered with %s once are requested again", async (_, answer) => {
  const lost = new Set<string>();
  await page.route("**/*.css", (route, request) => {
    if (lost.has(request.url())) return route.continue();
    lost.add(request.url());
    return answer ? route.fulfill(answer) : route.abort();
  });
  await visit.open("/legal/imprint/");
  expect(lost.size).toBeGreaterThan(1);
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).margin)).toBe("0px");
});

exhaustiveOnly(() => {
  test("without the chunk of a page type its main part stays static, and header and footer work", async () => {
    await block("**/_assets/chunks/Page-*.js");
    await visit.open("/");
    await visit.hydrate();
    await page.locator("main[data-static]").waitFor();
    await expect.poll(deadControls).toEqual([]);
    expect(await page.locator("main h1").isVisible()).toBe(true);
    await mark(page);
    await page.locator(".footer [data-cookie-settings]").click();
    await page.locator("#cc-main .pm").waitFor({ state: "visible" });
    expect(await isSameDocument(page)).toBe(true);
  });
});

describe("the app itself", () => {
  const SCRIPTS = ["**/_assets/chunks/run-*.js", "**/_assets/app-*.js"];
  test.each(IS_EXHAUSTIVE ? SCRIPTS : SCRIPTS.slice(0, 1))("%s: no control is dead", async (pattern) => {
    await block(pattern);
    await visit.open("/");
    await page.evaluate(() => document.querySelector<HTMLElement>("[data-cookie-settings]")?.click());
    await page.waitForFunction(() => document.documentElement.dataset.static !== undefined);
    await expect.poll(deadControls).toEqual([]);
    // The click that started hydration is handled, and so is the next one.
    await notice().waitFor({ state: "visible" });
    await page.goto(`${site.origin}/pricing/`);
    await page.mouse.move(10, 10);
    await page.waitForFunction(() => document.documentElement.dataset.static !== undefined);
    await page.locator("[data-cookie-settings]").click();
    await notice().waitFor({ state: "visible" });
  });
});

describe("a file whose answer never comes", () => {
  test("of the app: what was clicked is the browser's after half a minute, and the app still starts", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/_assets/app-*.js", async (route) => {
      await held;
      await route.continue();
    });
    await page.clock.install();
    await visit.open("/");
    await page.evaluate(() => document.querySelector<HTMLElement>("[data-cookie-settings]")?.click());
    await page.waitForTimeout(300);
    expect(await notice().isVisible()).toBe(false);
    await expect
      .poll(async () => {
        await page.clock.fastForward(31_000);
        return notice().isVisible();
      })
      .toBe(true);
    release();
    await page.waitForFunction(() => document.documentElement.dataset.status === "idle");
    expect(await page.evaluate(() => document.documentElement.dataset.static)).toBeUndefined();
  });

  test("of the next page: its document is loaded", async () => {
    await page.clock.install();
    await visit.openApp("/legal/imprint/");
    await page.route("**/_assets/chunks/PricingPlan-*.js", () => undefined);
    await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/pricing/"]')?.click());
    await page.waitForTimeout(500);
    expect(new URL(page.url()).pathname).toBe("/legal/imprint/");
    await expect
      .poll(async () => {
        await page.clock.fastForward(16_000);
        return page.evaluate(() => location.pathname).catch(() => "");
      })
      .toBe("/pricing/");
    expect(await isSameDocument(page)).toBe(false);
  });
});

test("an overloaded server that says so in JSON, once: the page runs", async () => {
  let asked = 0;
  await page.route("**/_words.json", (route) => {
    asked += 1;
    return asked > 1 ? route.continue() : route.fulfill({ status: 503, json: { message: "Service Unavailable" } });
  });
  await visit.open("/");
  await visit.hydrate();
  expect(visit.messages.filter((message) => /TypeError/.test(message))).toEqual([]);
  expect(asked).toBe(2);
});

describe("the cookie settings", () => {
  test("say that their script cannot be loaded", async () => {
    await block("**/_assets/chunks/adapter-*.js");
    await visit.open("/de/");
    await visit.hydrate();
    expect(await notice().isVisible()).toBe(false);
    await page.locator("[data-cookie-settings]").click();
    await notice().waitFor({ state: "visible" });
    await expect.poll(() => notice().textContent()).toContain("JavaScript");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("cookie-settings");
  });

  test("say without script what is stored", async () => {
    await visit.close();
    visit = await site.visit({ javaScriptEnabled: false });
    page = visit.page;
    await visit.open("/pricing/");
    expect(await notice().isVisible()).toBe(false);
    await page.locator("[data-cookie-settings]").click();
    await expect.poll(() => notice().isVisible()).toBe(true);
  });

  exhaustiveOnly(() => {
    test("do not lie over the page that Back shows", async () => {
      await visit.open("/pricing/");
      await visit.hydrate();
      await page.locator(".footer a[href='/legal/imprint/']").first().click();
      await whenAt(page, "/legal/imprint/");
      await page.locator("[data-cookie-settings]").click();
      await page.locator("#cc-main .pm").waitFor({ state: "visible" });
      await page.goBack();
      await whenAt(page, "/pricing/");
      await page.locator("#cc-main .pm").waitFor({ state: "hidden" });
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
      await page.locator("[data-cookie-settings]").click();
      await page.locator("#cc-main .pm").waitFor({ state: "visible" });
    });
  });
});
