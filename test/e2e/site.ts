/** The sample site in a real browser. */

import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright";
import { type BrowserOptions, launchBrowser, type TestBrowser } from "../helpers/browser.ts";
import { drawnPictures } from "../helpers/drawn-pictures.ts";
import { IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";
import { sampleSite } from "../helpers/sample-site.ts";
import { type StaticServer, startStaticServer } from "../helpers/static-server.ts";

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Every console message and uncaught error so far. */
  messages: string[];
  /** Addresses asked for so far, without the origin. */
  requests: string[];
  /** Opens a path of the site. */
  open(path: string): Promise<void>;
  /** Wakes the page and waits until it is an app. */
  hydrate(): Promise<void>;
  close(): Promise<void>;
}

export interface Site {
  origin: string;
  out: string;
  browser: TestBrowser;
  visit(options?: BrowserContextOptions): Promise<Visit>;
  close(): Promise<void>;
}

export const DESKTOP = { width: 1440, height: 900 };
export const LAPTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

export interface SiteOptions extends BrowserOptions {
  /** A path that the site is below. */
  base?: string;
  /** The pictures themselves. Without the sweep drawings of their sizes stand in, but where they are the subject. */
  realPictures?: boolean;
}

export async function openSite({
  base = "/",
  realPictures = IS_EXHAUSTIVE,
  ...browserOptions
}: SiteOptions = {}): Promise<Site> {
  const out = await sampleSite({ base });
  const instead = realPictures ? undefined : drawnPictures(out, base);
  const [browser, server] = await Promise.all([launchBrowser(browserOptions), startStaticServer(out, base, instead)]);
  return {
    origin: server.origin,
    out,
    browser,
    visit: (options) => visit(browser, server, options),
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

async function visit(browser: TestBrowser, server: StaticServer, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: DESKTOP, ...options });
  const page = await context.newPage();
  const messages: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => messages.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => messages.push(`uncaught: ${error.message}`));
  page.on("request", (request) => requests.push(request.url().replace(server.origin, "")));
  return {
    page,
    context,
    messages,
    requests,
    async open(path) {
      await page.goto(server.origin + path, { waitUntil: "load" });
    },
    async hydrate() {
      await page.keyboard.press("Shift");
      await whenApp(page);
    },
    async close() {
      // An answer may still be under way to a test's own route.
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await context.close();
    },
  };
}

export async function whenApp(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.status === "idle");
}

/** Waits until the page has read every answer that has come by now: one that is asked for later is read after them. */
export async function whenRead(page: Page): Promise<void> {
  await page.evaluate(async () => (await fetch("/robots.txt")).text());
}

/** Waits until what is read stays the same for a third of a second, and answers it. */
export async function whenStill<T>(read: () => Promise<T>): Promise<T> {
  for (let before = await read(); ; ) {
    await setTimeout(300);
    const now = await read();
    if (isDeepStrictEqual(now, before)) return now;
    before = now;
  }
}

/** Waits until an in-app navigation has ended at the path. */
export async function whenAt(page: Page, path: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => location.pathname === wanted && document.documentElement.dataset.status === "success",
    path,
  );
}

/** A mark that a full load wipes out. */
export async function mark(page: Page): Promise<void> {
  await page.evaluate(() => {
    (window as unknown as { mark: boolean }).mark = true;
  });
}

export async function isSameDocument(page: Page): Promise<boolean> {
  return page.evaluate(() => (window as unknown as { mark?: boolean }).mark === true);
}
