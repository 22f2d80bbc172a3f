/** The last navigation wins: address, page, title and scroll position agree, whatever is still loading. */
import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { exhaustiveOnly } from "../helpers/exhaustive.ts";
import { isSameDocument, openSite, PHONE, type Site, type Visit, whenAt } from "./site.ts";

let site: Site;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  visit = await site.visit();
  page = visit.page;
  // A prefetch would already have what these tests delay.
  await visit.context.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true } });
  });
});
afterEach(() => visit.close());

/** `later`: the click comes after this has returned, since Playwright waits for a document that is on the way. */
async function follow(href: string, later = false): Promise<void> {
  await page.evaluate(
    ([address, wait]) => {
      const click = () => {
        const link = Object.assign(document.createElement("a"), { href: address });
        document.querySelector("main")?.append(link);
        link.click();
        link.remove();
      };
      if (wait) setTimeout(click, 500);
      else click();
    },
    [href, later] as const,
  );
}

/** Delays the payload of a page, or another file, until the returned function is called. */
async function hold(path: string, file = "_payload.json"): Promise<() => Promise<void>> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**${path}${file}*`, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  return async () => {
    release();
    await page.waitForTimeout(400);
  };
}

/** Address, canonical address, headline and loading state of the page. */
const where = () =>
  page.evaluate(() => ({
    path: location.pathname,
    canonical: new URL(document.querySelector<HTMLLinkElement>("link[rel=canonical]")?.href ?? "x:").pathname,
    heading: document.querySelector("main h1")?.textContent,
    pending: document.documentElement.dataset.status === "pending",
    bar: document.querySelector<HTMLElement>(".loading-bar")?.hidden === false,
  }));

const at = (path: string, heading: string | null) => ({ path, canonical: path, heading, pending: false, bar: false });

describe("a page that is still on the way", () => {
  let careers: string | null;
  let release: () => Promise<void>;

  /** Two entries, of which the first was not requested as a payload. */
  beforeEach(async () => {
    await visit.openApp("/pricing/");
    await follow("/careers/");
    await whenAt(page, "/careers/");
    careers = await page.locator("main h1").textContent();
    release = await hold("/pricing/");
  });

  // In `npm test`, "Back and Forward many times" below does this and more.
  exhaustiveOnly(() => {
    test("Back, then Forward: the page that was left is there", async () => {
      await page.goBack();
      await page.waitForFunction(() => document.documentElement.dataset.status === "pending");
      await page.goForward();
      await release();
      await expect.poll(where).toEqual(at("/careers/", careers));
      expect(await isSameDocument(page)).toBe(true);
    });
  });

  exhaustiveOnly(() => {
    test("a click on the link of the page that is shown", async () => {
      await follow("/pricing/");
      await page.waitForFunction(() => document.documentElement.dataset.status === "pending");
      await follow("/careers/");
      await release();
      await expect.poll(where).toEqual(at("/careers/", careers));
    });
  });

  test("a form that the browser sends: what answers it comes, and Back leads to the page with the form", async () => {
    await follow("/pricing/");
    await page.waitForFunction(() => document.documentElement.dataset.status === "pending");
    const answer = await hold("/search/", "?q=press");
    await page.evaluate(() => {
      document
        .querySelector("main")
        ?.insertAdjacentHTML("beforeend", '<form action="/search/"><input name="q" value="press"></form>');
      setTimeout(() => document.querySelector<HTMLFormElement>("main form:last-child")?.requestSubmit());
    });
    await release();
    await answer();
    await page.waitForURL("**/search/?q=press");
    await page.goBack();
    await page.waitForURL("**/careers/");
  });

  exhaustiveOnly(() => {
    test("a click on a hash of the page that is shown", async () => {
      await follow("/pricing/");
      await page.waitForFunction(() => document.documentElement.dataset.status === "pending");
      await follow("#main");
      await release();
      await expect.poll(where).toEqual(at("/careers/", careers));
      expect(page.url()).toContain("#main");
    });

    test("Back, then a link to the address that is already there: that page comes", async () => {
      await page.goBack();
      await page.waitForFunction(() => document.documentElement.dataset.status === "pending");
      await follow("/pricing/");
      await release();
      await expect.poll(where).toMatchObject({ path: "/pricing/", canonical: "/pricing/", pending: false });
    });

    test("Back, then a link to the page that is still shown: that page stays, with its address", async () => {
      await page.goBack();
      await page.waitForFunction(() => document.documentElement.dataset.status === "pending");
      await follow("/careers/");
      await release();
      await expect.poll(where).toEqual(at("/careers/", careers));
    });
  });

  test("Back and Forward many times, quicker than any page can come", async () => {
    for (let time = 0; time < 5; time += 1) {
      await page.evaluate(() => history.back());
      await page.waitForFunction(() => location.pathname === "/pricing/");
      await page.evaluate(() => history.forward());
      await page.waitForFunction(() => location.pathname === "/careers/");
    }
    await release();
    await expect.poll(where).toEqual(at("/careers/", careers));
    expect(visit.messages).toEqual([]);
  });
});

exhaustiveOnly(() => {
  test("a page that is on the way onto the screen is taken back", async () => {
    await visit.openApp("/pricing/");
    const heading = await page.locator("main h1").textContent();
    await follow("/careers/");
    await whenAt(page, "/careers/");
    await page.goBack();
    await whenAt(page, "/pricing/");
    // Back and forward in one task, with everything loaded: rendering is all that is left to do.
    for (let time = 0; time < 6; time += 1) {
      await page.evaluate(async (delay) => {
        history.forward();
        await new Promise((resolve) => addEventListener("popstate", resolve, { once: true }));
        await new Promise((resolve) => setTimeout(resolve, delay));
        history.back();
        await new Promise((resolve) => addEventListener("popstate", resolve, { once: true }));
      }, time * 2);
      await page.waitForFunction(() => document.documentElement.dataset.status !== "pending");
      await expect.poll(where).toEqual(at("/pricing/", heading));
    }
  });
});

test("a link after one to another language, whose page is still on the way: the last one counts", async () => {
  await visit.openApp("/pricing/");
  const release = await hold("/de/preise/", "");
  await follow("/careers/", true);
  await follow("/de/preise/");
  await page.waitForURL(`${site.origin}/careers/`, { waitUntil: "commit" });
  await release();
  await visit.hydrate();
  expect(await where()).toMatchObject({ path: "/careers/", canonical: "/careers/", pending: false, bar: false });
});

test("a link after one from before the app ran, whose page is still on the way: the last one counts", async () => {
  await visit.open("/pricing/");
  const release = await hold("/customers/", "");
  await page.evaluate(() => {
    const follow = (href: string) => document.querySelector<HTMLElement>(`footer a[href="${href}"]`)?.click();
    const isRunning = () => document.documentElement.dataset.status === "idle";
    const timer = setInterval(() => {
      if (!isRunning()) return;
      clearInterval(timer);
      follow("/careers/");
    }, 50);
    follow("/customers/");
  });
  await page.waitForURL(`${site.origin}/careers/`, { waitUntil: "commit" });
  await release();
  await visit.hydrate();
  expect(await where()).toMatchObject({ path: "/careers/", canonical: "/careers/", pending: false, bar: false });
});

test("Back while the browser prepares a picture's transition: the page that is shown stays", async () => {
  await visit.openApp("/customers/");
  const heading = await page.locator("main h1").textContent();
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) =>
      start(async () => {
        const popped = new Promise((resolve) => addEventListener("popstate", resolve, { once: true }));
        history.back();
        await popped;
        await (update as () => Promise<void>)();
        document.documentElement.dataset.updated = "";
      });
  });
  await page.locator(".story-rows .card__link").first().click();
  await page.locator("[data-updated]").waitFor({ state: "attached" });
  await expect.poll(where).toEqual(at("/customers/", heading));
});

describe("Back that the browser has to load in full", () => {
  test("stands where the page was left, and so does the one that was left for it", async () => {
    await visit.openApp("/insights/labels-nobody-agrees-on/");
    await page.evaluate(() => window.scrollTo({ top: 700, behavior: "instant" }));
    await follow("/pricing/");
    await whenAt(page, "/pricing/");
    await page.evaluate(() => window.scrollTo({ top: 300, behavior: "instant" }));
    await page.route("**/labels-nobody-agrees-on/_payload.json*", (route) => route.fulfill({ status: 404, body: "" }));
    await page.goBack();
    await page.waitForFunction(() => document.title.includes("abel"));
    expect(await isSameDocument(page)).toBe(false);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(700);
    await visit.hydrate();
    expect(await page.evaluate(() => window.scrollY)).toBe(700);
    await page.goForward();
    await whenAt(page, "/pricing/");
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(300);
  });

  test("is not what a script of the site did that changes the address", async () => {
    await visit.context.addInitScript(() => history.replaceState(null, "", `${location.pathname}index.html`));
    await visit.open("/pricing/");
    await visit.hydrate();
    expect(visit.requests.filter((path) => path.startsWith("/pricing/")).length).toBe(1);
  });

  test("shows its page, though the page that is left has not run its script yet", async () => {
    await visit.openApp("/careers/");
    await follow("/pricing/");
    await whenAt(page, "/pricing/");
    const release = await hold("/_assets/", "boot-");
    await page.reload({ waitUntil: "commit" });
    await page.locator("main h1").waitFor();
    await page.evaluate(() => history.back());
    await page.waitForURL(`${site.origin}/careers/`, { waitUntil: "commit" });
    await release();
    await expect.poll(() => page.title()).toContain("Careers");
  });
});

describe("a page comes back where it was", () => {
  const scrollTo = (top: number) => page.evaluate((to) => window.scrollTo({ top: to, behavior: "instant" }), top);
  const scrollY = () => page.evaluate(() => window.scrollY);

  test("though nothing was said when it ended, as on a phone that ends what is in the background", async () => {
    await visit.context.addInitScript(() => addEventListener("pagehide", (event) => event.stopImmediatePropagation()));
    await visit.openApp("/pricing/");
    await scrollTo(700);
    await page.waitForTimeout(300);
    await page.reload();
    await expect.poll(scrollY).toBe(700);
  });

  test("from the cache of a browser that shows it from the top, as Safari does", async () => {
    await visit.openApp("/pricing/");
    await scrollTo(700);
    await page.evaluate(() => {
      const fire = (type: string) => dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
      fire("pagehide");
      window.scrollTo({ top: 0, behavior: "instant" });
      fire("pageshow");
    });
    expect(await scrollY()).toBe(700);
  });
});

test("Back after a link in a drawing, which leads to an anchor, is where that link was", async () => {
  await visit.openApp("/pricing/");
  await page.evaluate(() => {
    const link = '<svg width="90" height="90"><a href="#main"><rect id="area" width="90" height="90" /></a></svg>';
    document.querySelector("footer")?.insertAdjacentHTML("beforebegin", link);
    document.querySelector("svg:has(#area)")?.scrollIntoView({ block: "center", behavior: "instant" });
  });
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(500);
  await page.locator("#area").click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(300);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
});

describe("the mobile menu", () => {
  const footerIsAlive = () =>
    page.evaluate(
      () => document.querySelectorAll("[inert]").length === 0 && document.querySelector(".footer") !== null,
    );

  test("leaves nothing dead behind when Back closes it", async () => {
    await page.setViewportSize(PHONE);
    await visit.openApp("/pricing/");
    await follow("/careers/");
    await whenAt(page, "/careers/");
    await page.locator(".burger").click();
    await expect.poll(footerIsAlive).toBe(false);
    await page.goBack();
    await whenAt(page, "/pricing/");
    await expect.poll(footerIsAlive).toBe(true);
    expect(await page.locator(".menu").isVisible()).toBe(false);
  });

  exhaustiveOnly(() => {
    test("gives the page back when the window grows past its breakpoint", async () => {
      await page.setViewportSize({ width: 1200, height: 800 });
      await visit.openApp("/pricing/");
      await page.locator(".burger").click();
      await expect.poll(footerIsAlive).toBe(false);
      await page.setViewportSize({ width: 1300, height: 800 });
      await expect.poll(footerIsAlive).toBe(true);
      await page.setViewportSize({ width: 1200, height: 800 });
      expect(await page.locator(".menu").isVisible()).toBe(false);
    });
  });
});
