import { afterAll, beforeAll, expect, test } from "vitest";
import { type Listening, listen } from "../../src/serve/listen.ts";
import { createLiveReload, type LiveReload } from "../../src/serve/live-reload.ts";
import { get } from "./helpers.ts";

let live: LiveReload;
let server: Listening;

beforeAll(async () => {
  live = createLiveReload({ run: "run-1" });
  const handler = async (...[request, response]: Parameters<LiveReload["handle"]>) => {
    if (!live.handle(request, response)) response.writeHead(404).end();
  };
  server = await listen({ host: "127.0.0.1", port: 0, handler, onFailure: () => undefined });
});

afterAll(async () => {
  live.close();
  await server.close();
});

test("the script goes before the end of the body, once, and what `$` means to a replacement stays text", () => {
  const html = live.editHtml("<body><pre></body> $& $1</pre></body></html>");
  expect(html).toBe('<body><pre></body> $& $1</pre><script src="/__sitegen/reload.js" async></script>\n</body></html>');
  expect(live.editHtml("no body")).toBe("no body");
});

test("the script is one the security policy allows, and is never stored", async () => {
  const got = await get(server.origin, "/__sitegen/reload.js");
  expect(got.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "no-store",
  });
  expect(got.text).toContain('EventSource("/__sitegen/events")');
});

test("open pages are told, closed ones are forgotten", async () => {
  const controller = new AbortController();
  const response = await fetch(`${server.origin}/__sitegen/events`, { signal: controller.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toContain("event: run\ndata: run-1");
  expect(live.reload()).toBe(1);
  expect((await reader?.read())?.value).toBe("event: reload\ndata:\n\n");
  controller.abort();
  await expect.poll(() => live.reload()).toBe(0);
});

test("other paths are left alone", async () => {
  expect((await get(server.origin, "/__sitegen/other")).status).toBe(404);
});
