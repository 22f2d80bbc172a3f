/** A page of sample blocks in a real browser: rendered as on the server, then hydrated. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import fg from "fast-glob";
import type { BrowserContextOptions, Page } from "playwright";
import type { Block } from "../../src/site/api/payload.ts";
import { launchBrowser, type TestBrowser } from "../helpers/browser.ts";
import { LOAD_ALL, sampleModules } from "../helpers/sample-source.ts";
import { payload, shared } from "./fixtures.ts";
import { complete, renderPage } from "./render.tsx";

const ROOT = join(import.meta.dirname, "../..");

const ENTRY = `
  import { useEffect } from "react";
  import { hydrateRoot } from "react-dom/client";
  ${LOAD_ALL}
  // Its effect runs after its children's: the page is then interactive.
  function Answering({ when, children }) {
    useEffect(when, [when]);
    return children;
  }
  window.hydrate = (shared, payload) => loadAll().then((components) => new Promise((resolve) => {
    const errors = [];
    const onRecoverableError = (error) => errors.push(String(error));
    const page = <App shared={shared} payload={payload} components={components} />;
    const when = () => resolve(errors);
    hydrateRoot(document.getElementById("app"), <Answering when={when}>{page}</Answering>, { onRecoverableError });
  }));`;

declare global {
  interface Window {
    hydrate(shared: unknown, payload: unknown): Promise<string[]>;
  }
}

export interface LivePages {
  /** A page with these blocks; with `live` false it is not hydrated and has no script. */
  open(blocks: Block[], options?: BrowserContextOptions & { live?: boolean }): Promise<Page>;
  close(): Promise<void>;
}

export async function livePages(): Promise<LivePages> {
  const [browser, script] = await Promise.all([launchBrowser(), bundle()]);
  const css = stylesheet();
  return {
    open: (blocks, { live = true, ...options } = {}) => open({ browser, script, css, blocks, live, options }),
    close: () => browser.close(),
  };
}

async function bundle(): Promise<string> {
  const built = await build({
    stdin: { contents: ENTRY, loader: "tsx", resolveDir: ROOT },
    bundle: true,
    write: false,
    jsx: "automatic",
    plugins: [await sampleModules()],
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "error",
  });
  return built.outputFiles[0]?.text ?? "";
}

function stylesheet(): string {
  const first = ["layers", "tokens", "reset", "base"].map((name) => `templates/styles/${name}.css`);
  const own = fg.sync("src/blocks/**/*.css", { cwd: ROOT }).sort();
  return [...first, ...own].map((path) => readFileSync(join(ROOT, path), "utf8")).join("\n");
}

async function open(input: {
  browser: TestBrowser;
  script: string;
  css: string;
  blocks: Block[];
  live: boolean;
  options: BrowserContextOptions;
}): Promise<Page> {
  const { browser, blocks, live, options } = input;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const html = `<!doctype html><html lang="en"><head><title>Blocks</title><style>${input.css}</style></head><body><div id="app">${renderPage(blocks)}</div></body></html>`;
  // A real URL, so that links and hashes work.
  await page.route("**/*", (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body: html }));
  await page.goto("https://blocks.example/page/");
  if (!live) return page;
  await page.addScriptTag({ content: input.script });
  const data = [shared("en"), payload(blocks.map(complete), "en")] as const;
  const errors = await page.evaluate(([state, content]) => window.hydrate(state, content), data);
  if (errors.length > 0) throw new Error(`Hydration: ${errors.join("; ")}`);
  return page;
}
