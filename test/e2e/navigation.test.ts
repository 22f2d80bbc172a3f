import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isSameDocument, mark, openSite, type Site, type Visit, whenApp, whenAt } from "./site.ts";

let site: Site;
let visit: Visit;

beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  visit = await site.visit();
});
afterEach(() => visit.close());

describe("a click on an internal link", () => {
  test("shows the page in the running app, with its head, and says so", async () => {
    const { page, messages } = visit;
    await visit.open("/");
    await visit.wake();
    await mark(page);
    await page.locator('main a[href^="/"]:visible').first().click();
    await whenAt(page, "/pricing/");
    expect(await isSameDocument(page)).toBe(true);
    expect(await page.locator("main h1").count()).toBe(1);
    expect(messages).toEqual([]);
  });
});
