/** A fake visual editor: a page on its own port that frames the site and uses the bridge's protocol. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import type { Frame, Page } from "playwright";

const BROWSER_BUILD = "@storyblok/preview-bridge/dist/browser-global/storyblok-v2-latest.js";
const BRIDGE = "/f/storyblok-v2-latest.js";

export interface EditorServer {
  /** `http://127.0.0.1:PORT`, the editor's own origin. */
  origin: string;
  /** The same server under another name, as a foreign origin. */
  foreign: string;
  bridgeUrl: string;
  close(): Promise<void>;
}

export async function startEditor(): Promise<EditorServer> {
  // The package's browser build, as served by the content service.
  const bridge = readFileSync(resolve(import.meta.dirname, "../../node_modules", BROWSER_BUILD));
  const server: Server = createServer((request, response) => {
    const isBridge = request.url === BRIDGE;
    response.writeHead(200, { "content-type": isBridge ? "text/javascript" : "text/html; charset=utf-8" });
    response.end(isBridge ? bridge : PAGE);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    foreign: `http://localhost:${port}`,
    bridgeUrl: origin + BRIDGE,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

const PAGE = `<!doctype html><title>Editor</title>
<style>html,body,iframe{margin:0;width:100%;height:100%;border:0}</style>
<iframe id="site"></iframe>
<script>
  window.received = [];
  addEventListener("message", ({ data, origin }) => { if (data && data.action) received.push({ ...data, origin }); });
  window.send = (message) => document.getElementById("site").contentWindow.postMessage(message, "*");
</script>`;

export interface EditorQuery {
  storyId?: number | string | undefined;
  component?: string;
  language?: string;
  spaceId?: number;
  previewToken?: string;
  /** Age of the token in seconds. */
  age?: number;
}

/** The query that the editor adds to the URL of the framed page. */
export function editorQuery(options: EditorQuery): string {
  const { storyId = "", component = "Page", language = "default", spaceId = 100300 } = options;
  const { previewToken = "preview-preview-token", age = 0 } = options;
  const timestamp = Math.floor(Date.now() / 1000) - age;
  const token = createHash("sha1").update(`${spaceId}:${previewToken}:${timestamp}`).digest("hex");
  return `?${new URLSearchParams({
    _storyblok: String(storyId),
    _storyblok_c: component,
    _storyblok_version: "draft",
    _storyblok_lang: language,
    _storyblok_rl: String(Date.now()),
    "_storyblok_tk[space_id]": String(spaceId),
    "_storyblok_tk[timestamp]": String(timestamp),
    "_storyblok_tk[token]": token,
  })}`;
}

export interface FromSite {
  action: string;
  origin: string;
  [key: string]: unknown;
}

export interface Editor {
  page: Page;
  /** The framed site. */
  frame(): Frame;
  /** Frames a URL and waits until the preview runs. */
  open(url: string, options?: { ready?: boolean }): Promise<void>;
  send(message: Record<string, unknown>): Promise<void>;
  /** The site's messages so far. */
  received(): Promise<FromSite[]>;
  /** Waits for a message of the site. */
  heard(action: string): Promise<FromSite>;
}

export async function openEditor(page: Page, origin: string): Promise<Editor> {
  await page.goto(origin);
  const frame = () => {
    const found = page.frames().find((one) => one !== page.mainFrame());
    if (!found) throw new Error("There is no frame.");
    return found;
  };
  const received = () => page.evaluate(() => (window as unknown as { received: FromSite[] }).received);
  return {
    page,
    frame,
    async open(url, { ready = true } = {}) {
      const arrived = page.waitForEvent("framenavigated", (one) => one !== page.mainFrame());
      await page.locator("iframe").evaluate((element, src) => {
        (element as HTMLIFrameElement).src = src;
      }, url);
      await arrived;
      if (ready) await whenReady(page);
    },
    send: (message) =>
      page.evaluate((what) => (window as unknown as { send(message: unknown): void }).send(what), message),
    received,
    async heard(action) {
      await page.waitForFunction(
        (wanted) => (window as unknown as { received: FromSite[] }).received.some((one) => one.action === wanted),
        action,
      );
      const all = await received();
      return all.findLast((one) => one.action === action) as FromSite;
    },
  };
}

/** Waits for the attribute that the preview sets when it listens. */
export async function whenReady(page: Page): Promise<void> {
  await page.frameLocator("iframe").locator("html[data-preview=ready]").waitFor({ state: "attached" });
}
