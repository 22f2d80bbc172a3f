import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright";

/** Chromium without a user interface, which needs a third less CPU time per page. Debian's package of that name. */
const SHELL = "/usr/bin/chromium-headless-shell";

const SYSTEM = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

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
  return {
    async newContext(given) {
      const context = await browser.newContext(given);
      contexts.push(context);
      return options.pointerAway ? withPointerAway(context) : context;
    },
    async newPage(given) {
      const page = await browser.newPage(given);
      contexts.push(page.context());
      if (options.pointerAway) await movePointerAway(page);
      return page;
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()));
    },
  };
}

function withPointerAway(context: BrowserContext): BrowserContext {
  const newPage = context.newPage.bind(context);
  context.newPage = async () => {
    const page = await newPage();
    await movePointerAway(page);
    return page;
  };
  return context;
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
  const isWhole = bfcache || scrollbars || process.env.PLAYWRIGHT_CHROMIUM_PATH;
  const executablePath = !isWhole && isExecutable(SHELL) ? SHELL : findBrowser();
  if (!executablePath)
    throw new Error("No Chromium was found and none could be installed. Set PLAYWRIGHT_CHROMIUM_PATH.");
  const ignoreDefaultArgs = [
    ...(bfcache ? ["--disable-back-forward-cache"] : []),
    ...(scrollbars ? ["--hide-scrollbars"] : []),
  ];
  const args = [...FLAGS, `--blink-settings=${POINTER},defaultFontSize=${textSize}`];
  return chromium.launch({ executablePath, args, ignoreDefaultArgs });
}

/**
 * Path of the full browser: from the environment, the system, Playwright, or newly installed by the package manager.
 */
export function findBrowser(): string | null {
  const chosen = process.env.PLAYWRIGHT_CHROMIUM_PATH;
  if (chosen) {
    if (isExecutable(chosen)) return chosen;
    throw new Error(`PLAYWRIGHT_CHROMIUM_PATH is not executable: ${chosen}`);
  }
  return SYSTEM.find(isExecutable) ?? playwrightsOwn() ?? installed();
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Playwright returns a path even if nothing is installed. */
function playwrightsOwn(): string | null {
  const path = chromium.executablePath();
  return existsSync(path) ? path : null;
}

function installed(): string | null {
  if (process.platform === "linux" && process.getuid?.() === 0 && isExecutable("/usr/bin/apt-get")) {
    const install = "apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium";
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    spawnSync("sh", ["-c", install], { stdio: ["ignore", "ignore", "inherit"], env, timeout: 300_000 });
    const found = SYSTEM.find(isExecutable);
    if (found) return found;
  }
  const cli = createRequire(import.meta.url)
    .resolve("playwright/package.json")
    .replace(/package\.json$/, "cli.js");
  spawnSync(process.execPath, [cli, "install", "chromium"], { stdio: "ignore", timeout: 300_000 });
  return playwrightsOwn();
}
