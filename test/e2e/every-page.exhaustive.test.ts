/**
 * The sample site's pages are reached in the app, without a word on the console. test/site/browser.test.ts loads them.
 * `npm test` has test/e2e/navigation.test.ts.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { casesOfPages } from "../site/page-types.ts";
import { readSite, type SitePage } from "../site/read-site.ts";
import { openSite, type Site, whenAt } from "./site.ts";

let site: Site;
let pages: readonly SitePage[];

beforeAll(async () => {
  const [opened, read] = await Promise.all([openSite(), readSite()]);
  site = opened;
  pages = casesOfPages(read);
});
afterAll(() => site.close());

test.each(["en", "de"])(
  "pages in %s are reached in the app in silence",
  async (lang) => {
    // Transitions, which paint each page twice, are tested in navigation.test.ts.
    const visit = await site.visit({ reducedMotion: "reduce" });
    const { page, messages } = visit;
    const own = pages.filter((one) => one.lang === lang).map(({ path }) => path);
    expect(own.length).toBeGreaterThan(50);
    await visit.open(own[0] ?? "/");
    await visit.hydrate();
    for (const path of own.slice(1)) {
      await page.evaluate((href) => {
        const link = Object.assign(document.createElement("a"), { href });
        document.body.append(link);
        link.click();
        link.remove();
      }, path);
      await whenAt(page, path);
      expect(await page.locator("h1").count(), path).toBe(1);
    }
    expect(messages).toEqual([]);
    await visit.close();
  },
  240_000,
);
