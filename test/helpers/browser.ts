import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { programPath } from "./test-programs.ts";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Simulates a mouse. Playwright uses the same switch, of which the last one wins. */
const POINTER = "primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4";

export interface BrowserOptions {
  /** No pointer over the page. Without a window the pointer is in the upper left corner, over the header. */
  pointerAway?: boolean;
  /** Enable the back/forward cache, which Playwright disables. */
  bfcache?: boolean;
  /** Text size in the browser's settings, in pixels. */
  textSize?: number;
  /** Scrollbars that take space, which Playwright hides. */
  scrollbars?: boolean;
}

/** The part of a browser that tests use. */
export type TestBrowser = Pick<Browser, "newContext" | "newPage" | "close">;

/** A worker's test files share one browser per set of options. */
const started = new Map<string, Promise<Browser>>();

/** A browser for one test file that shares no state with others. Close it in afterAll, which closes its pages. */
export async function launchBrowser(options: BrowserOptions = {}): Promise<TestBrowser> {
  const browser = await sharedBrowser(options);
  const contexts: BrowserContext[] = [];
  const prepared = async (page: Page): Promise<Page> => {
    if (options.pointerAway) await movePointerAway(page);
    const close = page.close.bind(page);
    // A request that is under way has no page to answer to.
    page.close = async (given) => {
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await close(given);
    };
    return page;
  };
  return {
    async newContext(given) {
      const context = await browser.newContext(given);
      contexts.push(context);
      const newPage = context.newPage.bind(context);
      context.newPage = async () => prepared(await newPage());
      return context;
    },
    async newPage(given) {
      const page = await browser.newPage(given);
      contexts.push(page.context());
      return prepared(page);
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()));
    },
  };
}

/** Moves the browser's window out of the corner of the screen, where the pointer is. */
async function movePointerAway(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { windowId } = await devtools.send("Browser.getWindowForTarget");
  await devtools.send("Browser.setWindowBounds", { windowId, bounds: { left: 300, top: 300 } });
  await devtools.detach();
}

/** A browser that exited or failed to start is started again. */
function sharedBrowser({ pointerAway: _, ...options }: BrowserOptions): Promise<Browser> {
  const key = JSON.stringify({ ...options, textSize: options.textSize ?? 16 });
  const before = started.get(key)?.catch(() => null) ?? Promise.resolve(null);
  const browser = before.then((running) => (running?.isConnected() ? running : startBrowser(options)));
  started.set(key, browser);
  return browser;
}

function startBrowser(options: Omit<BrowserOptions, "pointerAway">): Promise<Browser> {
  const { bfcache = false, textSize = 16, scrollbars = false } = options;
  const executablePath = programPath(bfcache || scrollbars ? "whole browser" : "browser");
  const ignoreDefaultArgs = [
    ...(bfcache ? ["--disable-back-forward-cache"] : []),
    ...(scrollbars ? ["--hide-scrollbars"] : []),
  ];
  const args = [...FLAGS, `--blink-settings=${POINTER},defaultFontSize=${textSize}`];
  return chromium.launch({ executablePath, args, ignoreDefaultArgs });
}
