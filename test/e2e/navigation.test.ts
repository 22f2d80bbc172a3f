import type { Page, Request } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { exhaustiveOnly, IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";
import { isSameDocument, openSite, type Site, type Visit, whenAt, whenRead, whenStill } from "./site.ts";

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
});
afterEach(() => visit.close());

/** A page without pictures and motion, for what begins anywhere. */
const START = "/legal/privacy/";

/** Clicks a link that the test puts into the page's content. */
async function follow(href: string, options: { attributes?: string; modifiers?: "Control"[] } = {}): Promise<void> {
  await page.evaluate(
    ([address, attributes]) => {
      const link = `<a id="test-link" href="${address}" ${attributes} style="position:fixed;top:50%;left:50%;z-index:99">go</a>`;
      document.getElementById("test-link")?.remove();
      document.body.insertAdjacentHTML("beforeend", link);
    },
    [href, options.attributes ?? ""],
  );
  await page.locator("#test-link").click({ modifiers: options.modifiers ?? [], noWaitAfter: true });
}

const headOf = () =>
  page.evaluate(() =>
    [
      ...document.head.querySelectorAll(
        "title, meta, link:not([rel=modulepreload], [rel=preload][as=style]), script[type='application/ld+json']",
      ),
    ]
      .map((tag) => tag.outerHTML)
      // Styles of what opens later stand in the head where a page needs them at once, else behind the markup.
      .filter((tag) => !/\/late-\w+\.css/.test(tag))
      .sort(),
  );
const scrollY = () => page.evaluate(() => window.scrollY);

describe("an internal link", () => {
  test("shows the page in the running app, with its address, head, focus and announcement", async () => {
    await visit.openApp("/pricing/");
    const link = page.locator('main a[href^="/"]:visible').first();
    const href = (await link.getAttribute("href")) ?? "";
    await link.click();
    await whenAt(page, href);
    expect(await isSameDocument(page)).toBe(true);
    const title = await page.title();
    const shown = async () => ({
      announced: await page.locator("#announcer").textContent(),
      focused: await page.evaluate(() => document.activeElement?.id),
      top: await scrollY(),
      headings: await page.locator("h1").count(),
    });
    await expect.poll(shown).toEqual({ announced: title, focused: "main", top: 0, headings: 1 });
    expect(visit.messages).toEqual([]);
  });

  const PAGES = ["/careers/", "/insights/page/2/", "/insights/labels-nobody-agrees-on/", "/legal/imprint/"];
  test.each(IS_EXHAUSTIVE ? PAGES : PAGES.slice(1, 2))(
    "leaves %s with the very head and content that a full load gives",
    async (path) => {
      await visit.openApp(START);
      await follow(path);
      await whenAt(page, path);
      const [head, main] = [await headOf(), await page.locator("main").innerHTML()];
      await page.goto(site.origin + path);
      expect(head).toEqual(await headOf());
      expect(textOf(main)).toBe(textOf(await page.locator("main").innerHTML()));
    },
  );

  test("gets a slash at the end of its path, and asks for the payload with the build's id", async () => {
    await visit.openApp(START);
    await follow("/pricing");
    await whenAt(page, "/pricing/");
    expect(await isSameDocument(page)).toBe(true);
    const id = await page.evaluate(async () => (await (await fetch("/_assets/builds/latest.json")).json()).id);
    expect(visit.requests.filter((url) => url.startsWith("/pricing/_payload"))).toEqual([
      `/pricing/_payload.json?${id}`,
    ]);
  });

  test("with a hash goes to its target, below the fixed header", async () => {
    await visit.openApp(START);
    await follow("/insights/labels-nobody-agrees-on/#main");
    await whenAt(page, "/insights/labels-nobody-agrees-on/");
    const id = await page.evaluate(() => document.querySelector("main h2[id]")?.id ?? "");
    expect(id).not.toBe("");
    await follow(`/pricing/`);
    await whenAt(page, "/pricing/");
    await follow(`/insights/labels-nobody-agrees-on/#${id}`);
    await whenAt(page, "/insights/labels-nobody-agrees-on/");
    const top = () => page.evaluate((name) => document.getElementById(name)?.getBoundingClientRect().top ?? -1, id);
    await page.waitForFunction(() => window.scrollY > 100);
    const inApp = await whenStill(top);
    const header = await page.evaluate(() => document.querySelector("header")?.getBoundingClientRect().height ?? 0);
    expect(inApp).toBeGreaterThanOrEqual(header);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(id);
    await page.goto("about:blank");
    await page.goto(`${site.origin}/insights/labels-nobody-agrees-on/#${id}`);
    await page.waitForFunction(() => window.scrollY > 100);
    await expect.poll(async () => Math.abs((await top()) - inApp)).toBeLessThan(3);
  });
});

describe("an entry of an accordion", () => {
  const PAGE = "/pricing/";
  const isOpen = (id: string) =>
    page.evaluate((name) => document.getElementById(name)?.closest("details")?.open === true, id);
  const titleIsSeen = (id: string) =>
    page.evaluate((name) => {
      const title = document
        .getElementById(name)
        ?.closest("details")
        ?.querySelector("summary")
        ?.getBoundingClientRect();
      const header = document.querySelector(".header")?.getBoundingClientRect();
      return title !== undefined && header !== undefined && title.top >= 0 && title.bottom <= innerHeight;
    }, id);

  test("opens for a link to it: from another page, on its own page, in a full load, without script", async () => {
    await visit.openApp(PAGE);
    const ids = await page.evaluate(() =>
      [...document.querySelectorAll("main details:not([open]) [id^=entry-]")].map((entry) => entry.id),
    );
    expect(ids.length).toBeGreaterThan(1);
    const [id = "", other = ""] = ids;
    await follow(`#${id}`);
    await expect.poll(() => isOpen(id)).toBe(true);
    await visit.openApp("/careers/");
    await follow(`${PAGE}#${other}`);
    await whenAt(page, PAGE);
    await expect.poll(async () => [await isOpen(other), await titleIsSeen(other)]).toEqual([true, true]);
    const silent = await site.visit({ javaScriptEnabled: false });
    await silent.open(`${PAGE}#${other}`);
    await expect.poll(() => silent.page.locator(`details:has(#${other})`).getAttribute("open")).not.toBeNull();
    await silent.close();
  });
});

describe("what is left to the browser", () => {
  exhaustiveOnly(() => {
    test("modified clicks, new tabs and downloads", async () => {
      await visit.openApp(START);
      // A browser without windows does not always say that it opened a tab in the background.
      const isTaken = page.evaluate(
        () => new Promise((resolve) => addEventListener("click", (event) => resolve(event.defaultPrevented))),
      );
      await follow("/pricing/", { modifiers: ["Control"] });
      expect(await isTaken).toBe(false);
      const [blank] = await Promise.all([
        visit.context.waitForEvent("page"),
        follow("/pricing/", { attributes: 'target="_blank"' }),
      ]);
      await blank.close();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        follow("/sitemap.xml", { attributes: "download" }),
      ]);
      expect(download.suggestedFilename()).toBe("sitemap.xml");
      expect(await isSameDocument(page)).toBe(true);
      expect(page.url()).toBe(`${site.origin}${START}`);
    });

    test("other sites, files, and pages of the other language", async () => {
      await page.route("https://elsewhere.example/**", (route) =>
        route.fulfill({ body: "elsewhere", contentType: "text/html" }),
      );
      for (const href of ["https://elsewhere.example/", "/robots.txt", "/de/"]) {
        await visit.openApp(START);
        await follow(href);
        await page.waitForURL(new URL(href, site.origin).href);
        expect(await isSameDocument(page)).toBe(false);
      }
    });
  });

  test("the language switch, which keeps the query", async () => {
    await visit.openApp("/pricing/?a=1&b=2#plans");
    await page.locator(".language__button").hover();
    await page.locator('.language__link[hreflang="de"]').click();
    await page.waitForURL(`${site.origin}/de/preise/?a=1&b=2`);
    expect(await isSameDocument(page)).toBe(false);
    expect(await page.locator("html").getAttribute("lang")).toBe("de");
  });

  exhaustiveOnly(() => {
    test("without a translation it leads to the other language's home", async () => {
      await visit.openApp("/insights/energy-as-a-sensor/?a=1");
      await page.locator(".language__button").hover();
      await page.locator('.language__link[hreflang="de"]').click();
      await page.waitForURL(`${site.origin}/de/?a=1`);
    });
  });

  test("a page that is not of this build gets the server's answer", async () => {
    await visit.openApp(START);
    await follow("/nowhere/at-all/?a=1");
    await page.waitForURL(`${site.origin}/nowhere/at-all/?a=1`);
    await page.locator("text=Ups, you got lost!").waitFor();
    expect(await isSameDocument(page)).toBe(false);
  });
});

describe("the same page", () => {
  test("a link to it goes to the top, a query changes the address and nothing else", async () => {
    await visit.openApp("/insights/labels-nobody-agrees-on/");
    await page.mouse.wheel(0, 900);
    await page.waitForFunction(() => window.scrollY > 500);
    const left = await whenStill(scrollY);
    await follow("/insights/labels-nobody-agrees-on/?cat=x");
    await page.waitForFunction(() => location.search === "?cat=x");
    expect(await scrollY()).toBe(left);
    await follow("/insights/labels-nobody-agrees-on/?cat=x");
    await page.waitForFunction(() => window.scrollY === 0);
    await follow("/insights/labels-nobody-agrees-on?cat=y");
    await page.waitForFunction(() => location.search === "?cat=y");
    expect(new URL(page.url()).pathname).toBe("/insights/labels-nobody-agrees-on/");
    expect(await isSameDocument(page)).toBe(true);
  });

  exhaustiveOnly(() => {
    test("a hash scrolls, and going back returns", async () => {
      await visit.openApp("/insights/labels-nobody-agrees-on/");
      const id = await page.evaluate(() => [...document.querySelectorAll("main h2[id]")].at(-1)?.id ?? "");
      await follow(`#${id}`);
      await page.waitForFunction(() => window.scrollY > 300);
      await page.goBack();
      await page.waitForFunction(() => window.scrollY === 0);
      await page.goForward();
      await page.waitForFunction(() => window.scrollY > 300);
      expect(await isSameDocument(page)).toBe(true);
    });
  });
});

describe("back and forward", () => {
  test("show the pages in the app where they were left", async () => {
    await visit.openApp("/insights/labels-nobody-agrees-on/");
    await page.evaluate(() => window.scrollTo(0, 700));
    await follow("/pricing/");
    await whenAt(page, "/pricing/");
    expect(await scrollY()).toBe(0);
    await page.evaluate(() => window.scrollTo(0, 300));
    await page.goBack();
    await whenAt(page, "/insights/labels-nobody-agrees-on/");
    await page.waitForFunction(() => window.scrollY === 700);
    await page.goForward();
    await whenAt(page, "/pricing/");
    await page.waitForFunction(() => window.scrollY === 300);
    expect(await isSameDocument(page)).toBe(true);
    expect(visit.messages).toEqual([]);
  });

  exhaustiveOnly(() => {
    test("into an entry of the app from a page that sleeps show the right page", async () => {
      await visit.openApp("/insights/labels-nobody-agrees-on/");
      await page.evaluate(() => window.scrollTo(0, 700));
      await follow("/pricing/");
      await whenAt(page, "/pricing/");
      await page.reload();
      await page.goBack();
      await page.locator("main h1").waitFor();
      await page.waitForFunction(() => document.title.includes("abel"));
      await page.waitForFunction(() => window.scrollY === 700);
    });
  });
});

describe("a slow page", () => {
  test("shows the white bar after 200 ms and fills it at the end", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    // A prefetch could have the page before it is held.
    await visit.context.addInitScript(saveData);
    await visit.openApp(START);
    await page.route("**/careers/_payload.json*", async (route) => {
      await held;
      await route.continue();
    });
    await follow("/careers/");
    const bar = page.locator(".loading-bar");
    await bar.waitFor({ state: "visible" });
    expect(await page.evaluate(() => document.documentElement.dataset.status)).toBe("pending");
    const look = await bar.evaluate((element) => {
      const { height, backgroundColor } = getComputedStyle(element);
      return { height, backgroundColor, role: element.getAttribute("role"), label: element.getAttribute("aria-label") };
    });
    expect(look).toEqual({
      height: "3px",
      backgroundColor: "rgb(255, 255, 255)",
      role: "progressbar",
      label: "Loading page",
    });
    release();
    await whenAt(page, "/careers/");
    await bar.waitFor({ state: "hidden" });
  });

  exhaustiveOnly(() => {
    test("is given up when another link is clicked", async () => {
      // A prefetch would have asked already, and what was asked for another reason is not aborted.
      await visit.context.addInitScript(saveData);
      await visit.openApp("/");
      let end = () => {};
      await page.route("**/careers/_payload.json*", (route) => {
        end = () => void route.abort().catch(() => undefined);
      });
      const isCareers = (request: Request) => request.url().includes("/careers/_payload.json");
      const asked = page.waitForRequest(isCareers);
      await follow("/careers/");
      await asked;
      const aborted = page.waitForEvent("requestfailed", isCareers);
      await follow("/pricing/");
      await whenAt(page, "/pricing/");
      await aborted;
      end();
      expect(await isSameDocument(page)).toBe(true);
    });
  });
});

describe("prefetching", () => {
  const payloads = () => visit.requests.filter((url) => url.includes("_payload.json"));

  test("loads pages whose links are in view, and no manifest for that", async () => {
    await visit.openApp("/");
    await expect.poll(() => payloads().length).toBeGreaterThan(2);
    expect(visit.requests.filter((url) => url.includes("/builds/meta/"))).toEqual([]);
    expect(visit.messages).toEqual([]);
  });

  test("Back to the first page needs no connection", async () => {
    const first = "/customers/isarstahl/";
    await visit.openApp(first);
    const payload = page.waitForResponse((response) => response.url().includes(`${first}_payload.json`));
    await follow("/pricing/");
    await whenAt(page, "/pricing/");
    await (await payload).finished();
    await whenRead(page);
    await whenStill(async () => visit.requests.length);
    expect(payloads().filter((url) => url.startsWith(first)).length).toBe(1);
    await visit.context.setOffline(true);
    await page.evaluate(() => history.back());
    await whenAt(page, first);
    await expect.poll(() => page.locator("h1").innerText()).toContain("The coil is graded");
    expect(await isSameDocument(page)).toBe(true);
    await visit.context.setOffline(false);
    expect(visit.messages.filter((message) => !message.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([]);
  });

  exhaustiveOnly(() => {
    test("pointing at a link loads its page and the route rules", async () => {
      await visit.openApp("/pricing/");
      await page.locator(".footer a[href='/legal/imprint/']").first().hover();
      await expect.poll(() => payloads().some((url) => url.startsWith("/legal/imprint/"))).toBe(true);
      await expect.poll(() => visit.requests.filter((url) => url.includes("/builds/meta/")).length).toBe(1);
    });

    test("does not happen when the visitor saves data", async () => {
      await visit.context.addInitScript(saveData);
      await visit.openApp("/pricing/");
      await page.locator("main a[href^='/']:visible").first().hover();
      await page.waitForTimeout(600);
      expect(payloads()).toEqual([]);
    });
  });
});

function saveData(): void {
  Object.defineProperty(navigator, "connection", { value: { saveData: true } });
}

/** Markup without what only says how the page came about. */
function textOf(html: string): string {
  return html
    .replace(/<!--.*?-->/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

test("a click on a page whose picture still grows into its place goes to what it is on, once", async () => {
  await visit.open("/customers/");
  await visit.hydrate();
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      // It grows until it is ended.
      transition.ready.then(() => {
        for (const animation of document.getAnimations()) animation.pause();
        dataset.grows = "";
      });
      return transition;
    };
    document.body.addEventListener("click", ({ target, shiftKey }) => {
      dataset.clicked = `${dataset.clicked ?? ""} ${target instanceof Element ? target.localName : ""} ${shiftKey}`;
    });
  });
  await page.locator(".story-rows .card__link").first().click();
  await page.locator("[data-grows]").waitFor({ state: "attached" });
  await page.evaluate(() => delete document.documentElement.dataset.clicked);
  await page.keyboard.down("Shift");
  const { x = 0, y = 0 } = (await page.locator("main h1").boundingBox()) ?? {};
  await page.mouse.click(x + 5, y + 5);
  await page.mouse.click(x + 5, y + 5);
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.clicked)).toBe(" h1 true h1 true");
  expect(visit.messages).toEqual([]);
});

exhaustiveOnly(() => {
  describe("a story's picture", () => {
    test("becomes the picture of its page where the browser has view transitions", async () => {
      visit = await site.visit();
      page = visit.page;
      await visit.open("/customers/");
      await visit.hydrate();
      await page.evaluate(() => {
        const start = document.startViewTransition.bind(document);
        document.startViewTransition = (update) => {
          const named = () => document.querySelectorAll('[style*="story-picture"]').length;
          document.documentElement.dataset.before = String(named());
          const transition = start(update);
          transition.ready.then(() => {
            document.documentElement.dataset.during = String(named());
          });
          return transition;
        };
      });
      await page.locator(".story-rows .card__link").first().click();
      await whenAt(page, "/customers/isarstahl/");
      await expect
        .poll(() => page.evaluate(() => ({ ...document.documentElement.dataset })))
        .toMatchObject({
          before: "1",
          during: "1",
        });
      await expect.poll(() => page.locator('[style*="story-picture"]').count()).toBe(0);
      await expect.poll(scrollY).toBe(0);
    });
  });
});
