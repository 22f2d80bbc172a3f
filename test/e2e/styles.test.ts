/** Stylesheets after client navigation: exactly those of a full load, before the page is painted. */
import type { Page, Route } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { exhaustiveOnly, shareOf } from "../helpers/exhaustive.ts";
import { isSameDocument, mark, openSite, type Site, type Visit, whenAt } from "./site.ts";

let visit: Visit;
let page: Page;

const sheets = () =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
      .filter(({ media }) => media !== "not all")
      .map((link) => link.getAttribute("href") ?? "")
      .filter((href) => /\/(?:site|page|late)-/.test(href)),
  );
const follow = (path: string) =>
  page
    .locator(`a[href="${path}"]`)
    .first()
    .evaluate((link) => (link as HTMLElement).click());

/** Notes at every change of the page whether its own stylesheet is in use. */
const watchPaints = () =>
  page.evaluate(() => {
    const seen: boolean[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const table = document.querySelector(".pricing-plan");
      if (table)
        seen.push(
          [...document.styleSheets].some(
            (sheet) =>
              !sheet.media.mediaText.includes("not all") &&
              [...sheet.cssRules].some((rule) => rule.cssText.includes(".pricing-plan")),
          ),
        );
    }).observe(document.body, { childList: true, subtree: true });
  });

const STYLESHEETS = [
  ["one stylesheet per page", "/"],
  ["stylesheets in groups", "/site/"],
] as const;

describe.each(shareOf(STYLESHEETS, 0))("%s", (_, base) => {
  const pricing = `${base}pricing/`;
  let site: Site;
  beforeAll(async () => {
    site = await openSite({ base });
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    visit = await site.visit();
    page = visit.page;
  });
  afterEach(() => visit.close());

  test("the next page comes with the stylesheets of a full load, there and back, and is never bare", async () => {
    await visit.open(base);
    const home = await sheets();
    expect(home.length > 3).toBe(base !== "/");
    await visit.hydrate();
    await mark(page);
    await watchPaints();
    await follow(pricing);
    await whenAt(page, pricing);
    const arrived = await sheets();
    expect(await page.evaluate(() => (window as unknown as { seen: boolean[] }).seen)).not.toContain(false);
    await page.goBack();
    await whenAt(page, base);
    expect(await sheets()).toEqual(home);
    expect(await isSameDocument(page)).toBe(true);
    await visit.open(pricing);
    expect(await sheets()).toEqual(arrived);
    expect(arrived).not.toEqual(home);
  });

  exhaustiveOnly(() => {
    test.each<[string, (route: Route) => Promise<void>]>([
      ["is refused", (route) => route.abort()],
      ["is a network's own page", (route) => route.fulfill({ contentType: "text/html", body: "<h1>Log in</h1>" })],
    ])("where the next page's stylesheet %s, the browser loads the page", async (_, refuse) => {
      await visit.openApp(base);
      const html = await (await page.request.get(site.origin + pricing)).text();
      const sheet = /href="([^"]+)" data-page-styles/.exec(html)?.[1] ?? "";
      let refused = 0;
      await page.route(`**${sheet}`, (route) => (refused++ === 0 ? refuse(route) : route.continue()));
      await follow(pricing);
      await page.waitForURL(`**${pricing}`);
      await page.locator(".pricing-plan").first().waitFor();
      expect(await isSameDocument(page)).toBe(false);
      expect(await sheets()).toContain(sheet);
    });
  });
});
