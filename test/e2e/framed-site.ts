/** A site on a static host with a function for drafts, in the frame of the fake editor. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type EdgeFunction, type Env, startEdge } from "../edge/edge-hosts.ts";
import { startEdgeSite } from "../edge/edge-site.ts";
import { launchBrowser } from "../helpers/browser.ts";
import { startStaticServer } from "../helpers/static-server.ts";
import { type EditorServer, openEditor } from "./fake-editor.ts";

/** Configuration of a site that this editor may frame. */
export const framedConfig = ({ origin, bridgeUrl }: EditorServer) => ({
  site: { origin: "https://x.example" },
  storyblok: { requestsPerSecond: 1000 },
  preview: { editorOrigins: [origin], bridgeUrl, drafts: "/api/drafts" },
});

export async function openFramedSite(options: { out: string; editors: EditorServer; env: Env }) {
  const { out, editors, env } = options;
  const files = await startStaticServer(out);
  const works = await startEdge("worker", {
    env: { SITEGEN_SITE_ORIGINS: files.origin, ...env },
    site: files.origin,
  });
  let edge: EdgeFunction = works;
  const host = await startEdgeSite(files.origin, () => edge);
  const browser = await launchBrowser({ pointerAway: true });
  const editor = await openEditor(await (await browser.newContext()).newPage(), editors.origin);
  const frame = () => editor.page.frameLocator("iframe");
  return {
    editor,
    frame,
    origin: host.origin,
    headline: (name: string) => frame().getByRole("heading", { name, exact: true }),
    mark: () => frame().locator(".preview-mark"),
    /** Lets the function fail until it is called again. */
    setDown(isDown: boolean) {
      edge = isDown ? { ...works, answer: async () => new Response("down", { status: 503 }) } : works;
    },
    async close() {
      await Promise.all([browser.close(), host.close(), works.close(), files.close(), editors.close()]);
    },
  };
}

export interface Watched {
  origin: string;
  /** Addresses that were asked, with their tokens. */
  asked: string[];
  close(): Promise<void>;
}

/** A place before a content service, which sees the tokens. */
export async function watchService(endpoint: string): Promise<Watched> {
  const asked: string[] = [];
  const server: Server = createServer(async (request, response) => {
    asked.push(request.url ?? "");
    const answer = await fetch(new URL(endpoint).origin + (request.url ?? ""));
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(await answer.text());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
