/** The sample below another path, and a page on a slow machine. `npm test` has test/e2e/base-path.test.ts. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isSameDocument, openSite, type Site, whenApp, whenAt } from "./site.ts";

describe("below a base path", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite({ base: "/site/" });
  });
  afterAll(() => site.close());

  test("everything stays below it", async () => {
    const visit = await site.visit();
    const { page } = visit;
    await visit.openApp("/site/");
    const click = (href: string) =>
      page.evaluate((address) => {
        const link = Object.assign(document.createElement("a"), { href: address });
        document.body.append(link);
        link.click();
      }, href);
    await click("/site/pricing/");
    await whenAt(page, "/site/pricing/");
    await click("/site/team/?a=1");
    await whenAt(page, "/site/company/team/");
    expect(await isSameDocument(page)).toBe(true);
    await page.locator(".language__button").hover();
    await page.locator('.language__link[hreflang="de"]').click();
    await page.waitForURL(`${site.origin}/site/de/unternehmen/team/?a=1`);
    await page.goto(`${site.origin}/site/nowhere/`);
    await whenApp(page);
    await page.getByRole("link", { name: "Find your way back" }).click();
    await whenAt(page, "/site/");
    expect(visit.requests.filter((url) => !url.startsWith("/site/") && !url.startsWith("data:"))).toEqual([]);
    expect(visit.messages.filter((message) => !message.includes("404"))).toEqual([]);
    await visit.close();
  });
});

describe("on a machine that is four times slower", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  test("hydration comes in slices: no input waits for it", async () => {
    const visit = await site.visit();
    const { page } = visit;
    const session = await visit.context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.addInitScript(() => {
      const tasks: number[] = [];
      Object.assign(window, { tasks });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) tasks.push(entry.duration);
      }).observe({ type: "longtask" });
    });
    await visit.open("/");
    await page.waitForTimeout(500);
    const tasks = () => page.evaluate(() => (window as unknown as { tasks: number[] }).tasks.splice(0));
    const before = await tasks();
    // The click that starts hydration is handled as soon as React is loaded.
    await page.evaluate(() => document.querySelector<HTMLElement>(".slider .slider__button:nth-of-type(2)")?.click());
    await whenApp(page);
    await page.waitForFunction(() =>
      [...document.querySelectorAll(".slider__track")].some((track) => track.scrollLeft > 50),
    );
    const after = await tasks();
    // Wall time on a shared machine proves nothing, so only the order of magnitude is checked.
    expect(Math.max(0, ...before)).toBeLessThan(15_000);
    expect(Math.max(0, ...after)).toBeLessThan(15_000);
    expect(visit.messages).toEqual([]);
    await visit.close();
  });
});
