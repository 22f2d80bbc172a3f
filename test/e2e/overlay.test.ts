/** All ways to open and close the contact overlay: deep link, changed hash, new tab, redirect; with and without script. */
import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { exhaustiveOnly, IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";
import { openSite, PHONE, type Site, type Visit, whenAt } from "./site.ts";

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

const shown = (of = page) => of.locator("#contact-overlay").isVisible();
const isModal = (of = page) => of.evaluate(() => document.querySelector("#contact-overlay")?.matches(":modal"));

const WAYS_OUT: [string, () => Promise<void>][] = [
  ["its own link", () => page.locator(".contact-overlay__close").click()],
  ["Escape", () => page.keyboard.press("Escape")],
  ["a click beside it", () => page.mouse.click(40, 450)],
];

describe("an address that ends in the overlay's hash", () => {
  test.each(IS_EXHAUSTIVE ? WAYS_OUT : WAYS_OUT.slice(2))(
    "opens it before anything else, and %s closes it",
    async (_, close) => {
      await arrive("/pricing/#contact-overlay");
      await expect.poll(() => isModal()).toBe(true);
      expect(page.url()).toBe(`${site.origin}/pricing/`);
      await close();
      await expect.poll(() => shown()).toBe(false);
      await visit.hydrate();
      expect(await shown()).toBe(false);
      expect(visit.messages).toEqual([]);
    },
  );

  exhaustiveOnly(() => {
    test("keeps it open while the page becomes an app", async () => {
      await arrive("/pricing/#contact-overlay", { viewport: PHONE });
      await visit.hydrate();
      expect(await isModal()).toBe(true);
      await page.locator(".contact-overlay__close").click();
      await expect.poll(() => shown()).toBe(false);
    });
  });

  test.each(IS_EXHAUSTIVE ? WAYS_OUT : WAYS_OUT.slice(1, 2))(
    "also when the hash changes in an open page; %s closes it",
    async (_, close) => {
      await arrive("/pricing/");
      await visit.hydrate();
      for (let time = 0; time < 2; time += 1) {
        await page.evaluate(() => {
          location.hash = "#contact-overlay";
        });
        await expect.poll(() => isModal()).toBe(true);
        await close();
        await expect.poll(() => shown()).toBe(false);
        await expect.poll(() => page.url()).toBe(`${site.origin}/pricing/`);
      }
    },
  );

  exhaustiveOnly(() => {
    test("moves nothing where scrollbars take no room either", async () => {
      await arrive("/");
      const left = () => page.evaluate(() => document.querySelector("main h1")?.getBoundingClientRect().left);
      const before = await left();
      await page.locator(".header__contact").click();
      await expect.poll(() => isModal()).toBe(true);
      expect(await left()).toBe(before);
    });

    test("also in a tab of its own", async () => {
      await arrive("/");
      // A browser without windows does not always load a tab that is opened in the background, so the test opens it.
      const left = page.evaluate(
        () =>
          new Promise<string>((resolve) =>
            addEventListener("click", (event) => {
              resolve(event.defaultPrevented ? "" : ((event.target as Element).closest("a")?.href ?? ""));
              event.preventDefault();
            }),
          ),
      );
      await page.locator(".header__contact").click({ modifiers: ["Control"] });
      const tab = await visit.context.newPage();
      await tab.goto(await left);
      await tab.waitForLoadState();
      await expect.poll(() => isModal(tab)).toBe(true);
      await tab.locator(".contact-overlay__close").click();
      await expect.poll(() => shown(tab)).toBe(false);
      expect(await shown()).toBe(false);
    });

    test("also where a redirect leads there", async () => {
      await arrive("/");
      await page.route("**/builds/meta/*.json", async (route) => {
        const answer = await route.fetch();
        const manifest = await answer.json();
        const routeRules = { "/call-me/": { redirect: { to: "/pricing/#contact-overlay", status: 301 } } };
        await route.fulfill({ response: answer, json: { ...manifest, routeRules } });
      });
      await visit.hydrate();
      await page.evaluate(() => {
        const link = Object.assign(document.createElement("a"), { href: "/call-me/" });
        document.body.append(link);
        link.click();
      });
      await whenAt(page, "/pricing/");
      await expect.poll(() => isModal()).toBe(true);
      await page.keyboard.press("Escape");
      await expect.poll(() => shown()).toBe(false);
    });
  });

  test("opens it without script, and its link closes it", async () => {
    await arrive("/pricing/#contact-overlay", { javaScriptEnabled: false });
    await expect.poll(() => shown()).toBe(true);
    await page.locator(".contact-overlay__close").click();
    await expect.poll(() => shown()).toBe(false);
  });
});

test("closed again it gives the focus back to the button of the menu whose link opened it", async () => {
  await arrive("/pricing/", { viewport: PHONE });
  await visit.hydrate();
  await page.locator(".burger").press("Enter");
  await page.locator(".menu__talk").press("Enter");
  await expect.poll(() => isModal()).toBe(true);
  await page.keyboard.press("Escape");
  await expect.poll(() => shown()).toBe(false);
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe("burger");
});

exhaustiveOnly(() => {
  test("a link with the same hash on another site is that site's", async () => {
    await arrive("/");
    await page.route("https://elsewhere.example/**", (route) =>
      route.fulfill({ body: "elsewhere", contentType: "text/html" }),
    );
    await page.evaluate(() => {
      const link = Object.assign(document.createElement("a"), { href: "https://elsewhere.example/#contact-overlay" });
      document.body.append(link);
      link.click();
    });
    await page.waitForURL("https://elsewhere.example/**");
  });
});
