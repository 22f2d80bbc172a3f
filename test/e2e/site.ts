/** The sample site in a real browser. */

import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright";
import { type BrowserOptions, launchBrowser, type TestBrowser } from "../helpers/browser.ts";
import { IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";
import { placeholderPictures } from "../helpers/placeholder-pictures.ts";
import { sampleSite } from "../helpers/sample-site.ts";
import { type StaticServer, startStaticServer } from "../helpers/static-server.ts";

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** All console messages and uncaught errors. */
  messages: string[];
  /** Requested URLs without the origin. */
  requests: string[];
  /** Opens a path of the site. */
  open(path: string): Promise<void>;
  /** Triggers hydration and waits until the app runs. */
  hydrate(): Promise<void>;
  /** Opens a path as an app, with a mark that a full load removes. */
  openApp(path: string): Promise<void>;
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
  /** The base path of the site. */
  base?: string;
  /** Serve the real pictures. By default, except in the exhaustive run, drawings of the same sizes are served. */
  realPictures?: boolean;
}

export async function openSite({
  base = "/",
  realPictures = IS_EXHAUSTIVE,
  ...browserOptions
}: SiteOptions = {}): Promise<Site> {
  const out = await sampleSite({ base });
  const instead = realPictures ? undefined : placeholderPictures(out, base);
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
  const open = async (path: string) => void (await page.goto(server.origin + path, { waitUntil: "load" }));
  const hydrate = async () => {
    await page.keyboard.press("Shift");
    await whenApp(page);
  };
  return {
    page,
    context,
    messages,
    requests,
    open,
    hydrate,
    async openApp(path) {
      await open(path);
      await hydrate();
      await mark(page);
    },
    async close() {
      // A response may still be pending in a test's own route.
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await context.close();
    },
  };
}

export async function whenApp(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.status === "idle");
}

/** Waits until the page has read every response received so far: a later request is read after them. */
export async function whenRead(page: Page): Promise<void> {
  await page.evaluate(async () => (await fetch("/robots.txt")).text());
}

/** Waits until the value is unchanged for a third of a second, and returns it. */
export async function whenStill<T>(read: () => Promise<T>): Promise<T> {
  for (let before = await read(); ; ) {
    await setTimeout(300);
    const now = await read();
    if (isDeepStrictEqual(now, before)) return now;
    before = now;
  }
}

/** Waits until client navigation has reached the path. */
export async function whenAt(page: Page, path: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => location.pathname === wanted && document.documentElement.dataset.status === "success",
    path,
  );
}

/** Sets a mark that a full load removes. */
export async function mark(page: Page): Promise<void> {
  await page.evaluate(() => {
    (window as unknown as { mark: boolean }).mark = true;
  });
}

export async function isSameDocument(page: Page): Promise<boolean> {
  return page.evaluate(() => (window as unknown as { mark?: boolean }).mark === true);
}
