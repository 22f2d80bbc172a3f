/**
 * A page from the browser's back/forward cache.
 * `npm test` has test/e2e/history.test.ts.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSite, type Site, whenAt } from "./site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite({ bfcache: true });
});
afterAll(() => site.close());

test("the app comes back where it was left, without the bar of the navigation that left it, and goes on", async () => {
  const visit = await site.visit();
  const { page } = visit;
  await visit.openApp("/pricing/");
  await page.evaluate(() => {
    window.addEventListener("pageshow", (event) => Object.assign(window, { persisted: event.persisted }));
    window.scrollTo({ top: 300, behavior: "instant" });
  });
  const leave = (href: string) =>
    page.evaluate((address) => {
      const link = Object.assign(document.createElement("a"), { href: address });
      document.body.append(link);
      link.click();
    }, href);
  // Not a page of this build: the app shows its bar and leaves it to the browser.
  await leave("/flushCache/");
  await page.waitForURL("**/flushCache/");
  await page.evaluate(() => window.history.back()).catch(() => undefined);
  await page.waitForURL("**/pricing/", { waitUntil: "commit" });
  await page.waitForFunction(() => (window as unknown as { persisted?: boolean }).persisted === true);
  const state = () =>
    page.evaluate(() => ({
      top: window.scrollY,
      status: document.documentElement.dataset.status,
      bar: document.querySelector<HTMLElement>(".loading-bar")?.hidden,
    }));
  await expect.poll(state).toEqual({ top: 300, status: "idle", bar: true });
  await leave("/careers/");
  await whenAt(page, "/careers/");
  expect(visit.messages).toEqual([]);
  await visit.close();
});

test("a page that was left untouched comes back, and its first click works", async () => {
  const visit = await site.visit();
  const { page } = visit;
  await page.addInitScript(() => {
    window.addEventListener("pageshow", (event) => Object.assign(window, { persisted: event.persisted }));
  });
  await visit.open("/");
  await page.evaluate(() => location.assign("/flushCache/"));
  await page.waitForURL("**/flushCache/");
  await page.evaluate(() => window.history.back()).catch(() => undefined);
  await page.waitForURL(`${site.origin}/`, { waitUntil: "commit" });
  await page.waitForFunction(() => (window as unknown as { persisted?: boolean }).persisted === true);
  const slider = page.locator(".success-stories-slider .slider");
  const click = (button: HTMLElement) => button.click();
  await slider.locator(".slider__button").last().evaluate(click);
  await expect.poll(() => slider.locator(".slider__scale > p").innerText()).toMatch(/^2/);
  expect(visit.messages).toEqual([]);
  await visit.close();
});
