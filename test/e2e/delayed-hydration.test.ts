/** What a page does before it is an app, and how it becomes one. */
import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { exhaustiveOnly, IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";
import { openSite, PHONE, type Site, type Visit, whenApp } from "./site.ts";

let site: Site;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  // The browser without a window has a pointer over the page, which may wake it.
  site = await openSite({ pointerAway: true });
});
afterAll(() => site.close());

async function arrive(options: Parameters<Site["visit"]>[0] = {}): Promise<void> {
  visit = await site.visit(options);
  page = visit.page;
}

const scripts = () => visit.requests.filter((url) => url.endsWith(".js"));
const isAsleep = () => page.evaluate(() => document.documentElement.dataset.status === undefined);

describe("a page that nobody touches", () => {
  beforeEach(() => arrive());
  afterEach(() => visit.close());

  test("runs the boot script and nothing else", async () => {
    // The time at which it hydrates by itself does not come, however slow the machine is.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
    await visit.open("/");
    await page.waitForTimeout(300);
    expect(scripts()).toHaveLength(1);
    expect(visit.requests.filter((url) => url.endsWith(".json"))).toEqual([]);
    expect(await isAsleep()).toBe(true);
  });

  const WAKING: [string, () => Promise<unknown>][] = [
    ["a mouse move", () => page.mouse.move(200, 300)],
    ["a touch", () => page.evaluate(() => document.body.dispatchEvent(new Event("touchstart", { bubbles: true })))],
    ["a scroll", () => page.evaluate(() => window.scrollTo(0, 5))],
    ["the wheel", () => page.evaluate(() => document.body.dispatchEvent(new Event("wheel", { bubbles: true })))],
    ["a key", () => page.keyboard.press("Shift")],
    ["a click", () => page.evaluate(() => document.querySelector<HTMLElement>("h1")?.click())],
  ];
  // Other tests start hydration by a key or a click.
  test.each(IS_EXHAUSTIVE ? WAKING : WAKING.slice(0, 2))("wakes at %s", async (_, act) => {
    await visit.open("/pricing/");
    await act();
    await whenApp(page);
    expect(visit.messages).toEqual([]);
  });

  test("knows whether it is at the top", async () => {
    await visit.open("/");
    const atTop = () => page.evaluate(() => "atTop" in document.documentElement.dataset);
    for (const [y, expected] of [
      [0, true],
      [79, true],
      [80, false],
      [500, false],
      [20, true],
    ] as const) {
      await page.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), y);
      await expect.poll(atTop).toBe(expected);
    }
  });
});

describe("a page that was loaded before a publish", () => {
  beforeEach(() => arrive());
  afterEach(() => visit.close());

  test("hydrates from what its document carries, whatever lies beside it by now: the first click works", async () => {
    await page.route("**/_payload.json*", (route) => route.fulfill({ json: { kind: "page", path: "/", blocks: [] } }));
    await visit.open("/");
    const slider = page.locator(".success-stories-slider .slider");
    const before = await page.locator("main").innerText();
    await slider.locator(".slider__button").last().click();
    await whenApp(page);
    await expect.poll(() => slider.locator(".slider__slide[data-current]").count()).toBe(1);
    await expect.poll(() => slider.locator(".slider__scale > p").innerText()).toMatch(/^2/);
    expect((await page.locator("main").innerText()).length).toBeGreaterThan(before.length * 0.9);
    expect(visit.requests.filter((url) => new URL(url, "http://x").pathname === "/_payload.json")).toEqual([]);
    expect(visit.messages).toEqual([]);
  });
});

describe("an idle page wakes by itself", () => {
  afterEach(() => visit.close());

  const DEVICES: [string, Parameters<Site["visit"]>[0], number][] = [
    ["phone", { viewport: PHONE }, 5000],
    ["desktop", {}, 4000],
  ];
  test.each(IS_EXHAUSTIVE ? DEVICES : DEVICES.slice(0, 1))("on a %s", async (_, options, delay) => {
    await arrive(options);
    // The clock stands still unless the test advances it.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
    // Idle at once; the requested timeout is recorded.
    await visit.context.addInitScript(() => {
      window.requestIdleCallback = (run, wanted) => {
        document.documentElement.dataset.idleTimeout = String(wanted?.timeout);
        return setTimeout(run as () => void, 0) as unknown as number;
      };
    });
    await visit.open("/pricing/");
    expect(await page.evaluate(() => document.documentElement.dataset.idleTimeout)).toBe("7000");
    await page.clock.runFor(delay - 100);
    expect(scripts()).toHaveLength(1);
    await page.clock.runFor(200);
    await expect.poll(() => scripts().length).toBeGreaterThan(1);
  });
});

describe("what wakes the page is not lost", () => {
  beforeEach(() => arrive());
  afterEach(() => visit.close());

  /** A click without any event before it that would start hydration. */
  const click = (selector: string) =>
    page.evaluate((wanted) => document.querySelector<HTMLElement>(wanted)?.click(), selector);

  exhaustiveOnly(() => {
    test("a slider's button", async () => {
      await visit.open("/");
      await click(".success-stories-slider .slider__button:last-of-type, .slider .slider__button:nth-of-type(2)");
      await whenApp(page);
      await page.waitForFunction(() =>
        [...document.querySelectorAll(".slider__track")].some((track) => track.scrollLeft > 50),
      );
    });
  });

  test("the contact link, which opens the dialog at once and leaves the address alone", async () => {
    await visit.open("/");
    await click(".header__contact");
    expect(await page.evaluate(() => document.querySelector("dialog")?.matches(":modal"))).toBe(true);
    await whenApp(page);
    expect(await page.evaluate(() => document.querySelector("dialog")?.matches(":modal"))).toBe(true);
    expect(page.url()).toBe(`${site.origin}/`);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.evaluate(() => document.querySelector("dialog")?.open)).toBe(false);
    expect(visit.messages).toEqual([]);
  });

  exhaustiveOnly(() => {
    test("the cookie settings", async () => {
      await visit.open("/pricing/");
      await click("[data-cookie-settings]");
      await page.locator("#cc-main .pm").waitFor({ state: "visible" });
      expect(page.url()).toBe(`${site.origin}/pricing/`);
    });

    test("a link works as a plain link", async () => {
      await visit.open("/");
      await click(".footer a[href='/legal/imprint/']");
      await page.waitForURL("**/legal/imprint/");
    });

    test("a dropdown that the pointer has opened stays open under it", async () => {
      await visit.open("/");
      await page.locator(".main-nav__item:has(> .nav-panel)").first().hover();
      const panel = page.locator(".nav-panel").first();
      await whenApp(page);
      await expect.poll(() => panel.isVisible()).toBe(true);
      await page.waitForTimeout(300);
      expect(await panel.isVisible()).toBe(true);
    });
  });
});

test("the focus stays in a panel that it entered while the app was starting", async () => {
  await arrive();
  await visit.open("/contact/");
  await page.evaluate(() => {
    const group = document.querySelector(".main-nav__item:has(> .nav-panel)");
    group?.querySelector<HTMLElement>("[aria-controls]")?.focus();
    const enter = () => group?.querySelector<HTMLElement>(".nav-panel a")?.focus();
    // React is told of opened entries once it handles events, and before the menu's state is rendered.
    document.addEventListener("toggle", enter, { capture: true, once: true });
  });
  expect(await isAsleep()).toBe(true);
  await page.keyboard.press("Shift");
  await whenApp(page);
  expect(await page.locator(".nav-panel").first().isVisible()).toBe(true);
  expect(await page.locator(".nav-panel a:focus").count()).toBe(1);
  await visit.close();
});

describe("a page that sleeps on a phone", () => {
  beforeEach(() => arrive({ viewport: PHONE }));
  afterEach(() => visit.close());

  test("opens its menu by itself, and the app knows that it is open", async () => {
    await visit.open("/");
    await page.evaluate(() => document.querySelector<HTMLElement>(".burger")?.click());
    await expect.poll(() => page.locator(".menu").isVisible()).toBe(true);
    await whenApp(page);
    expect(await page.locator(".menu").isVisible()).toBe(true);
    await expect.poll(() => page.locator(".burger").getAttribute("aria-expanded")).toBe("true");
    expect(visit.messages).toEqual([]);
  });
});

// In `npm test`, missing-script.test.ts loads pages without the app, and test/site/browser.test.ts without any script.
exhaustiveOnly(() => {
  describe("special cases", () => {
    afterEach(() => visit.close());

    test("the excluded paths do not wait", async () => {
      await arrive();
      for (const path of ["/_nuxt/anything/", "/api/anything/"]) {
        await visit.open(path);
        await whenApp(page);
      }
    });

    test("when the app cannot be loaded the page stays as it is, with links that work", async () => {
      await arrive();
      await page.route("**/_assets/app-*.js", (route) => route.abort());
      await visit.open("/");
      await page.keyboard.press("Shift");
      await expect.poll(() => visit.messages.some((message) => message.includes("stays static"))).toBe(true);
      expect(await page.locator("main h1").isVisible()).toBe(true);
      await page.locator(".footer a[href='/legal/imprint/']").first().click();
      await page.waitForURL("**/legal/imprint/");
    });

    test("without script everything is there and works", async () => {
      await arrive({ javaScriptEnabled: false });
      await visit.open("/");
      expect(await page.locator("main h1").isVisible()).toBe(true);
      await page.locator(".main-nav__item:has(> .nav-panel)").first().hover();
      await page.locator(".nav-panel a").first().click();
      await page.waitForURL((url) => url.pathname !== "/");
      await page.locator(".header__contact").click();
      await expect.poll(() => page.locator("#contact-overlay").isVisible()).toBe(true);
      await page.goto(`${site.origin}/nowhere/`);
      expect(await page.locator("h1").textContent()).toBe("Ups, you got lost!");
    });
  });
});
