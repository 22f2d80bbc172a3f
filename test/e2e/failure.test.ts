/** A page that fails in the running app is replaced by the whole error page, from which Back and links work. */
import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { exhaustiveOnly } from "../helpers/exhaustive.ts";
import { isSameDocument, openSite, type Site, type Visit, whenApp, whenAt } from "./site.ts";

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

interface Damaged {
  page: { body: Record<string, unknown>[] };
}

/** A slider whose slides are not a list: its component throws. */
function damage<T extends Damaged>(payload: T): T {
  const slider = payload.page.body.find(({ component }) => String(component).endsWith("Slider"));
  for (const [name, value] of Object.entries(slider ?? {})) if (Array.isArray(value) && slider) slider[name] = 7;
  return payload;
}

/** The home page, damaged in its document and its payload file. */
async function damageHome(): Promise<void> {
  await page.route(`${site.origin}/`, async (route) => {
    const answer = await route.fetch();
    const html = (await answer.text()).replace(
      /(<script type="application\/json" id="payload">)(.*?)(<\/script>)/s,
      (_, open, json, close) => `${open}${JSON.stringify(damage(JSON.parse(json))).replaceAll("<", "\\u003c")}${close}`,
    );
    await route.fulfill({ response: answer, body: html });
  });
  await page.route("**/_payload.json*", async (route) => {
    if (new URL(route.request().url()).pathname !== "/_payload.json") return route.fallback();
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: damage(await answer.json()) });
  });
}

async function follow(href: string): Promise<void> {
  await page.evaluate((address) => {
    const link = Object.assign(document.createElement("a"), { href: address });
    document.body.append(link);
    link.click();
    link.remove();
  }, href);
}

const errorPage = () => page.locator("main h1", { hasText: "Ups, you got lost!" }).waitFor();
const asked = (part: string) => visit.requests.filter((url) => url.includes(part)).length;

/** Title, status and head tags by which a page says that it is an error page. */
const said = () =>
  page.evaluate(() => ({
    title: document.title,
    status: document.documentElement.dataset.status,
    robots: document.querySelector<HTMLMetaElement>("meta[name=robots]")?.content,
    canonical: document.querySelector("link[rel=canonical]") !== null,
    reason: (document.documentElement.dataset.error ?? "") !== "",
  }));
const ERROR = {
  title: "Ups, you got lost! | Werklicht",
  status: "error",
  robots: "noindex",
  canonical: false,
  reason: true,
};

describe("the home page fails while the app takes it over", () => {
  beforeEach(async () => {
    await damageHome();
    await visit.open("/");
    await page.keyboard.press("Shift");
    await errorPage();
    await page.waitForFunction(() => document.documentElement.dataset.status === "error");
  });

  test("the error page says so everywhere, and its state is loaded again", async () => {
    await expect.poll(said).toEqual(ERROR);
    await expect.poll(() => asked("/latest.json?")).toBeGreaterThan(0);
    await expect.poll(() => asked("/shared-en-")).toBe(2);
    await errorPage();
    expect(await page.locator(".header").isVisible()).toBe(true);
    expect(await page.locator(".footer").count()).toBe(1);
  });

  const wayBack = () => page.getByRole("link", { name: "Find your way back" }).click();

  test("the way back clears the error: the home page is an app again", async () => {
    await page.unrouteAll({ behavior: "wait" });
    await wayBack();
    await page.waitForFunction(() => !document.querySelector("main h1")?.textContent?.includes("Ups"));
    await visit.hydrate();
    expect(await page.locator("html").getAttribute("data-static")).toBeNull();
    expect(page.url()).toBe(`${site.origin}/`);
  });

  exhaustiveOnly(() => {
    test("if it fails again, the way back shows it as the server made it, and leaves it alone", async () => {
      await wayBack();
      await page.waitForFunction(() => !document.querySelector("main h1")?.textContent?.includes("Ups"));
      await page.keyboard.press("Shift");
      await errorPage();
      await page.waitForFunction(() => document.documentElement.dataset.status === "error");
      await wayBack();
      await page.waitForFunction(() => !document.querySelector("main h1")?.textContent?.includes("Ups"));
      expect(page.url()).toBe(`${site.origin}/`);
      await page.keyboard.press("Shift");
      await page.waitForTimeout(600);
      expect(await page.locator("main h1").textContent()).not.toContain("Ups");
    });

    test("any other link leads to its page", async () => {
      await follow("/pricing/");
      await whenAt(page, "/pricing/");
      await expect.poll(() => page.title()).not.toContain("Ups");
      await expect.poll(() => page.locator("html").getAttribute("data-error")).toBeNull();
    });
  });
});

describe("a page fails when a link leads to it", () => {
  beforeEach(async () => {
    await page.route("**/pricing/_payload.json*", async (route) => {
      const answer = await route.fetch();
      const payload = await answer.json();
      await route.fulfill({ response: answer, json: { ...payload, page: { component: "Page", _uid: "x", body: 7 } } });
    });
    await visit.openApp("/careers/");
    await page.evaluate(() => {
      const seen = () => document.querySelector("main h1")?.textContent?.includes("Ups") && console.log("Error page");
      new MutationObserver(seen).observe(document.documentElement, { childList: true, subtree: true });
    });
    await follow("/pricing/");
    await page.waitForFunction(() => document.title.includes("Pricing"));
    // The title is shown before the document is loaded.
    await expect.poll(() => isSameDocument(page).catch(() => true)).toBe(false);
  });

  test("its document is loaded, without an error page before it, and the error is reported once", async () => {
    expect(page.url()).toBe(`${site.origin}/pricing/`);
    expect(await isSameDocument(page)).toBe(false);
    expect(await page.locator("main h1").textContent()).not.toContain("Ups");
    expect(visit.messages.filter((text) => /failed in the browser|Error page|Uncaught/.test(text))).toEqual([
      expect.stringContaining("/pricing/ failed in the browser, so its document is loaded instead"),
    ]);
    await visit.hydrate();
    await whenApp(page);
    expect(await page.locator("main h1").textContent()).not.toContain("Ups");
  });

  test("Back shows the page before it", async () => {
    await page.goBack();
    await page.waitForURL(`${site.origin}/careers/`);
    await expect.poll(() => page.title()).toContain("Careers");
  });
});
