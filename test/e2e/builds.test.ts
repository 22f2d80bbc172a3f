/** Newer builds, route rules, and files that fail to load. */
import type { Page, Request } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { exhaustiveOnly } from "../helpers/exhaustive.ts";
import { isSameDocument, openSite, type Site, type Visit, whenAt, whenRead } from "./site.ts";

const HOUR = 3_600_000;
/** A page without pictures: a newer build is found from anywhere. */
const START = "/legal/imprint/";

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

/** Clicks a link of the page by script, without the prefetch that a pointer would cause. */
async function follow(href: string): Promise<void> {
  await page.evaluate((address) => {
    const link = Object.assign(document.createElement("a"), { href: address });
    document.body.append(link);
    link.click();
    link.remove();
  }, href);
}

/** Responds with a changed copy of a JSON file of the site. */
async function change(
  pattern: string,
  edit: (value: Record<string, unknown>) => Record<string, unknown>,
): Promise<void> {
  await page.route(pattern, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: edit(await answer.json()) });
  });
}

const latestAsked = () => visit.requests.filter((url) => url.includes("/builds/latest.json"));

const isLatest = (request: Request) => request.url().includes("/builds/latest.json");

/** Opens the app and waits until it has read its build: setting the clock forward before would abort the request. */
async function openChecked(path: string): Promise<void> {
  const answered = page.waitForEvent("requestfinished", isLatest);
  await visit.openApp(path);
  await answered;
  await whenRead(page);
}

describe("a newer build", () => {
  test("is found after an hour and loaded in full at the next navigation", async () => {
    await page.clock.install();
    await openChecked(START);
    expect(latestAsked()).toHaveLength(1);
    expect(latestAsked()[0]).toMatch(/\/_assets\/builds\/latest\.json\?\d{10,}$/);
    await change("**/builds/latest.json*", (latest) => ({ ...latest, id: "another" }));
    await page.clock.fastForward(HOUR - 60_000);
    await page.waitForTimeout(100);
    expect(latestAsked()).toHaveLength(1);
    const again = page.waitForEvent("requestfinished", isLatest);
    await page.clock.fastForward(60_000);
    await again;
    await whenRead(page);
    expect(await isSameDocument(page)).toBe(true);
    await follow("/pricing/");
    await page.waitForURL("**/pricing/");
    await page.locator("main h1").waitFor();
    expect(await isSameDocument(page)).toBe(false);
  });

  exhaustiveOnly(() => {
    test("the same build an hour later changes nothing", async () => {
      await page.clock.install();
      await openChecked(START);
      await page.clock.fastForward(HOUR);
      await expect.poll(() => latestAsked().length).toBe(2);
      await follow("/pricing/");
      await page.clock.runFor(1000);
      await whenAt(page, "/pricing/");
      expect(await isSameDocument(page)).toBe(true);
    });

    test("a page of another build is outdated from the start", async () => {
      await change("**/builds/latest.json*", (latest) => ({ ...latest, app: "/_assets/app-other.js" }));
      await openChecked(START);
      await follow("/pricing/");
      await page.waitForURL("**/pricing/");
      expect(await isSameDocument(page)).toBe(false);
    });
  });

  test("a payload of another build never meets this app", async () => {
    await change("**/pricing/_payload.json*", (payload) => ({ ...payload, app: "/_assets/app-other.js" }));
    await visit.openApp(START);
    await follow("/pricing/");
    await page.waitForURL("**/pricing/");
    expect(await isSameDocument(page)).toBe(false);
  });

  exhaustiveOnly(() => {
    test("a payload with an unknown block is left to the server", async () => {
      await change("**/pricing/_payload.json*", (payload) => ({ ...payload, blocks: ["Novelty"] }));
      await visit.openApp(START);
      await follow("/pricing/");
      await page.waitForURL("**/pricing/");
      expect(await isSameDocument(page)).toBe(false);
    });
  });
});

describe("route rules", () => {
  test("an internal redirect is followed in the app, query and hash go along, the old address is no entry", async () => {
    await visit.openApp(START);
    await follow("/team/?a=1#x");
    await whenAt(page, "/company/team/");
    expect(page.url()).toBe(`${site.origin}/company/team/?a=1#x`);
    expect(await isSameDocument(page)).toBe(true);
    await page.goBack();
    await whenAt(page, START);
  });

  exhaustiveOnly(() => {
    test("an external redirect is a full navigation", async () => {
      await page.route("https://elsewhere.example/**", (route) =>
        route.fulfill({ body: "there", contentType: "text/html" }),
      );
      await change("**/builds/meta/*.json", (manifest) => ({
        ...manifest,
        routeRules: { "/away/": { redirect: { to: "https://elsewhere.example/x", status: 302 } } },
      }));
      await visit.openApp(START);
      await follow("/away/");
      await page.waitForURL("https://elsewhere.example/x");
    });

    test("a condition on the query decides", async () => {
      await visit.openApp(START);
      await follow("/terms-and-condition/?lang=de");
      await page.waitForURL("**/de/rechtliches/agb/**");
    });
  });

  exhaustiveOnly(() => {
    test("a manifest that fails is logged, and navigation goes on without rules", async () => {
      await page.route("**/builds/meta/*.json", (route) => route.fulfill({ status: 404, body: "" }));
      await visit.openApp(START);
      await follow("/pricing/");
      await whenAt(page, "/pricing/");
      expect(await isSameDocument(page)).toBe(true);
      expect(visit.messages.filter((message) => message.startsWith("warning: The build manifest"))).toHaveLength(1);
      await follow("/team/");
      await page.waitForURL("**/company/team/");
    });
  });

  exhaustiveOnly(() => {
    test("a server error is asked once more", async () => {
      let asked = 0;
      await page.route("**/builds/meta/*.json", (route) => {
        asked += 1;
        return asked === 1 ? route.fulfill({ status: 503, body: "" }) : route.fallback();
      });
      await visit.openApp(START);
      await follow("/team/");
      await whenAt(page, "/company/team/");
      expect(asked).toBe(2);
    });

    test("are not fetched for a visitor who does not navigate", async () => {
      await visit.openApp(START);
      await expect.poll(() => latestAsked().length).toBe(1);
      await page.waitForTimeout(500);
      expect(visit.requests.filter((url) => url.includes("/builds/meta/"))).toEqual([]);
    });
  });
});

describe("a chunk that fails", () => {
  const breakChunk = () => page.route("**/_assets/chunks/PricingPlan-*.js", (route) => route.abort());

  test("loads the target in full and keeps what was typed", async () => {
    await breakChunk();
    await visit.openApp(START);
    await page.locator("#contact-overlay textarea").evaluate((field: HTMLTextAreaElement) => {
      field.value = "half a thought";
    });
    await follow("/pricing/?a=1");
    await page.waitForURL("**/pricing/?a=1");
    expect(await isSameDocument(page)).toBe(false);
    expect(await page.locator("main h1").isVisible()).toBe(true);
    await visit.hydrate();
    await expect.poll(() => page.locator("#contact-overlay textarea").inputValue()).toBe("half a thought");
  });

  test("within 10 s after that the same link is the browser's: the click is not lost, nothing typed is carried over", async () => {
    // The ten seconds do not pass, however slow the machine is.
    await page.clock.setFixedTime("2026-01-05T08:00:00Z");
    await breakChunk();
    await visit.openApp(START);
    await follow("/pricing/");
    await page.waitForURL("**/pricing/");
    await page.goBack();
    await page.waitForURL(`${site.origin}${START}`);
    await visit.hydrate().catch(() => undefined);
    await page.locator("#contact-overlay textarea").evaluate((field: HTMLTextAreaElement) => {
      field.value = "half a thought";
    });
    await follow("/pricing/");
    await page.waitForURL("**/pricing/");
    expect(await page.locator("main h1").isVisible()).toBe(true);
    await visit.hydrate();
    expect(await page.locator("#contact-overlay textarea").inputValue()).toBe("");
  });

  test("so does one whose answer is empty, which browsers take for a script", async () => {
    await page.route("**/_assets/chunks/PricingPlan-*.js", (route) =>
      route.fulfill({ contentType: "text/javascript", body: "" }),
    );
    await visit.openApp(START);
    await follow("/pricing/");
    await page.waitForURL("**/pricing/");
    await expect.poll(() => isSameDocument(page)).toBe(false);
    await visit.hydrate();
    expect(await page.locator(".pricing-plan").first().isVisible()).toBe(true);
  });

  exhaustiveOnly(() => {
    test("a payload that is missing gets the server's page", async () => {
      await page.route("**/pricing/_payload.json*", (route) => route.fulfill({ status: 404, body: "<html>" }));
      await visit.openApp(START);
      await follow("/pricing/");
      await page.waitForURL("**/pricing/");
      expect(await isSameDocument(page)).toBe(false);
    });
  });
});

describe("the cache utility", () => {
  test("forgets what the app stored and says so in both languages", async () => {
    await visit.openApp(START);
    await page.evaluate(() => {
      sessionStorage.setItem("sitegen:scroll", "{}");
      localStorage.setItem("other", "stays");
    });
    await page.goto(`${site.origin}/flushCache/`);
    // A section for each language; the first is in the page's own.
    const reports = page.locator("section [data-flush-report]");
    await reports.filter({ hasText: "The cache has been cleared." }).waitFor();
    expect(await reports.count()).toBe(2);
    expect(await reports.first().textContent()).toContain("The cache has been cleared.");
    expect(await reports.first().textContent()).toContain("sitegen:scroll");
    const german = await page.locator('section[lang="de"] [data-flush-report]').textContent();
    expect(german).toContain("Der Zwischenspeicher wurde geleert.");
    expect(german).toContain("sitegen:scroll");
    expect(german).toContain("Neueste Version");
    expect(await page.evaluate(() => [sessionStorage.length, localStorage.getItem("other")])).toEqual([0, "stays"]);
  });
});

test("a page that fails to render in the app is loaded as a document", async () => {
  await change("**/pricing/_payload.json*", (payload) => ({
    ...payload,
    page: { component: "Page", _uid: "x", body: 7 },
  }));
  await visit.openApp(START);
  await follow("/pricing/");
  await page.waitForURL("**/pricing/");
  await expect.poll(() => isSameDocument(page)).toBe(false);
  expect(await page.locator("main h1").textContent()).not.toContain("Ups");
});
