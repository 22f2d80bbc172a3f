/**
 * Generated pages in a real browser, as phones get them. What the app does then (navigation, prefetching, menus) is
 * in test/e2e.
 */
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { galleryPage } from "../blocks/gallery.tsx";
import { openSite, PHONE, type Site, whenApp } from "../e2e/site.ts";
import { exhaustiveOnly, IS_EXHAUSTIVE, shareOf } from "../helpers/exhaustive.ts";
import { attribute, first, textOf } from "./html.ts";
import { kindsByTurns, onePerType } from "./page-types.ts";
import { allStyles, faultsOf, grouped, type ReadSite, readSite, type SitePage, sharedOf } from "./read-site.ts";

let read: ReadSite;
let site: Site;
let cases: readonly SitePage[];
beforeAll(async () => {
  [read, site] = await Promise.all([readSite(), openSite()]);
  cases = IS_EXHAUSTIVE ? [...read.pages, ...read.errorPages] : kindsByTurns(read);
  expect(cases.length).toBeGreaterThan(IS_EXHAUSTIVE ? 120 : 8);
});
afterAll(() => site.close());

describe("a page, woken by the pointer,", () => {
  const found: Record<"messages" | "requests" | "chunks" | "text" | "width", { at: string; fault: string }[]> = {
    messages: [],
    requests: [],
    chunks: [],
    text: [],
    width: [],
  };

  beforeAll(async () => {
    const visit = await site.visit({ viewport: PHONE, reducedMotion: "reduce" });
    const { page, messages, requests } = visit;
    // No prefetching: what is loaded is this page's own.
    await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
    const failed: string[] = [];
    page.on("response", (answer) => answer.status() >= 400 && failed.push(`${answer.status()} ${answer.url()}`));
    page.on("requestfailed", (request) => {
      // Requests that the next page aborts.
      if (request.failure()?.errorText !== "net::ERR_ABORTED") failed.push(`failed ${request.url()}`);
    });
    for (const [at, one] of cases.entries()) {
      await page.goto(site.origin + addressOf(one), { waitUntil: "domcontentloaded" });
      const before = await shownText(page);
      await page.mouse.move(100, 200 + (at % 2));
      await whenApp(page);
      // Another process of the browser reports a request, so its event may come after the response was used.
      if (one.payload.kind === "page")
        await vi.waitUntil(() => inVain(one, requests).length === 0, { timeout: 5_000 }).catch(() => undefined);
      const note = (kind: keyof typeof found, faults: string[]) =>
        found[kind].push(...faults.map((fault) => ({ at: one.path, fault })));
      note(
        "messages",
        messages.splice(0).filter((message) => !isOfTheErrorPage(message, one)),
      );
      note("requests", foreign(requests));
      note(
        "requests",
        failed.splice(0).filter((fault) => !isOfTheErrorPage(fault, one)),
      );
      // The error page loads its state again, and with it all that the header and the footer may need.
      const asked = requests.splice(0);
      if (one.payload.kind === "page") note("chunks", chunkFaults(one, asked));
      note("width", await overflow(page));
      if ((await shownText(page)) !== before) note("text", ["reads differently"]);
    }
    await visit.close();
  }, 300_000);

  it("says nothing on the console and throws nothing", () => expect(grouped(found.messages)).toEqual([]));
  it("asks no other host, and everything it asks for is there", () => expect(grouped(found.requests)).toEqual([]));
  it("loads the code of its own blocks alone", () => expect(grouped(found.chunks)).toEqual([]));
  it("reads as it did before", () => expect(grouped(found.text)).toEqual([]));
  it("fits a phone's width", () => expect(grouped(found.width)).toEqual([]));

  const foreign = (requests: readonly string[]) =>
    requests.filter((url) => !url.startsWith("/") && !url.startsWith("data:")).map((url) => `asks ${url}`);

  /** The browser reports the page's own status. */
  const isOfTheErrorPage = (fault: string, { payload }: SitePage) =>
    payload.kind === "error" && /status of 404|^404 .*\/nowhere\/$/.test(fault);

  /** Chunks of blocks are named after them. */
  const BLOCK_CHUNK = /\/chunks\/([A-Z]\w*)-[A-Z\d]+\.js$/;

  const meantBy = ({ root }: SitePage) => attribute(first(root, "html"), "data-chunks").replace(/#\S*/g, "").split(" ");
  const inVain = (page: SitePage, requests: readonly string[]) =>
    meantBy(page).filter((url) => BLOCK_CHUNK.test(url) && !requests.includes(url));

  function chunkFaults(page: SitePage, requests: readonly string[]): string[] {
    const { root, payload } = page;
    const meant = meantBy(page);
    const shared = sharedOf(read, root);
    const used = [...payload.blocks, ...shared.blocks];
    const loaded = [...new Set(requests.filter((url) => BLOCK_CHUNK.test(url)))];
    return [
      ...loaded.filter((url) => !meant.includes(url)).map((url) => `loads ${url} without having named it`),
      ...loaded.filter((url) => !used.includes(nameOf(url))).map((url) => `loads ${url}, a block of other pages`),
      ...inVain(page, requests).map((url) => `names ${url} in vain`),
    ];
  }

  const nameOf = (url: string) => BLOCK_CHUNK.exec(url)?.[1] ?? "";
});

describe("at any width, without script,", () => {
  /** Elements wider than the window at each width; a page is loaded once and its window resized. */
  async function overflowAt(page: Page, widths: readonly number[]): Promise<string[]> {
    const faults: string[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: 1000 });
      faults.push(...(await overflow(page)));
    }
    return faults;
  }

  exhaustiveOnly(() => {
    // Every page is seen on a phone above.
    it("no page scrolls sideways", { timeout: 240_000 }, async () => {
      const visit = await site.visit({ javaScriptEnabled: false });
      const found: { at: string; fault: string }[] = [];
      // German words are the longest.
      const german = onePerType(read).filter(({ lang }) => lang === "de");
      for (const one of IS_EXHAUSTIVE ? onePerType(read) : shareOf(german, 0, 2)) {
        await visit.open(addressOf(one));
        for (const fault of await overflowAt(visit.page, [834, 1440, 1920])) found.push({ at: one.path, fault });
      }
      await visit.close();
      expect(grouped(found)).toEqual([]);
    });
  });

  it("nor does any block", async () => {
    const visit = await site.visit({ javaScriptEnabled: false });
    const html = galleryPage({ theme: "light", css: allStyles(read) });
    await visit.page.route("**/gallery/", (route) => route.fulfill({ contentType: "text/html", body: html }));
    await visit.open("/gallery/");
    const faults = await overflowAt(visit.page, [390, 834, 1440, 1920]);
    await visit.close();
    expect(faults).toEqual([]);
  });
});

describe("without script", () => {
  it("a page shows all it has to say", { timeout: 240_000 }, async () => {
    const visit = await site.visit({ javaScriptEnabled: false });
    // Without script a browser loads all pictures at once, which is most of the time this would take.
    const devtools = await visit.context.newCDPSession(visit.page);
    await devtools.send("Network.enable");
    await devtools.send("Network.setBlockedURLs", { urls: ["*/_assets/media/*"] });
    const shown = new Map<string, number>();
    for (const one of cases) {
      await visit.page.goto(site.origin + addressOf(one), { waitUntil: "domcontentloaded" });
      shown.set(one.path, await visit.page.locator("main").evaluate((main) => (main as HTMLElement).innerText.length));
    }
    await visit.close();
    // Closed accordions, slides' controls and words for screen readers alone are not seen at once.
    const faults = faultsOf(cases, function* ({ path, main }) {
      const share = (shown.get(path) ?? 0) / textOf(main).length;
      if (share < 0.6) yield `shows ${Math.round(share * 100)} % of its text`;
    });
    expect(faults).toEqual([]);
  });

  it.each(shareOf(["/", "/de/"], 1))("menus, languages and the contact form are reached: %s", async (home) => {
    const visit = await site.visit({ javaScriptEnabled: false, reducedMotion: "reduce" });
    const { page } = visit;
    const reached = await reachedByKeyboard(visit.page, site.origin + home);
    const menu = await page
      .locator(".main-nav a")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(menu.length).toBeGreaterThan(15);
    expect(menu.filter((href) => !reached.includes(href ?? ""))).toEqual([]);
    expect(reached).toContain(home === "/" ? "/de/" : "/");
    expect(reached).toContain("#contact-overlay");
    await page.setViewportSize(PHONE);
    await page.locator(".burger").click();
    await page.locator(".menu summary").first().click();
    await page.locator(".menu details[open] a").first().click();
    await page.waitForURL((url) => url.pathname !== home);
    await visit.close();
  });
});

/** Error pages are seen at an address that does not exist. */
function addressOf({ payload, path, lang }: SitePage): string {
  if (payload.kind === "page") return path;
  return lang === "de" ? "/de/nowhere/" : "/nowhere/";
}

/** Blocks of a dialog may come once the page is touched. */
const shownText = (page: Page) =>
  page.locator("#app > :not(dialog)").evaluateAll((parts) => parts.map((part) => part.textContent).join("\n"));

/** Content hidden at the sides: the page scrolls sideways, or text is cut off where nothing scrolls. */
function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const faults = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide at ${clientWidth}`] : [];
    const texts = document.createTreeWalker(document.querySelector("main") ?? document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const words = text.textContent?.trim() ?? "";
      const range = document.createRange();
      range.selectNode(text);
      const { left, right, width } = range.getBoundingClientRect();
      const edge = edgeOf(text.parentElement);
      if (words !== "" && width > 0 && edge && (left < edge.left - 1 || right > edge.right + 1))
        faults.push(`“${words.slice(0, 40)}” is cut off at ${clientWidth}`);
    }
    return faults;

    /** The nearest box that clips; none inside a scroller or in text for screen readers alone. */
    function edgeOf(inner: Element | null): { left: number; right: number } | null {
      for (let box = inner; box && box !== document.body; box = box.parentElement) {
        const { overflowX, clipPath } = getComputedStyle(box);
        if (overflowX === "auto" || clipPath === "inset(50%)") return null;
        if (overflowX !== "visible") return box.getBoundingClientRect();
      }
      return { left: 0, right: clientWidth };
    }
  });
}

/** Addresses of the links that get the focus on the way through the header, each one visible then. */
async function reachedByKeyboard(page: Page, url: string): Promise<string[]> {
  await page.goto(url);
  const reached: string[] = [];
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    const href = await page.evaluate(() => {
      const link = document.activeElement;
      if (!link?.closest("header")) return null;
      const { opacity, visibility } = getComputedStyle(link);
      return visibility === "visible" && opacity !== "0" && link.getClientRects().length > 0
        ? (link.getAttribute("href") ?? "")
        : "";
    });
    if (href === null && reached.length > 1) break;
    reached.push(href ?? "");
  }
  return reached;
}
