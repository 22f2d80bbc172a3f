import { afterAll, beforeAll, expect, test } from "vitest";
import { type Listening, listen } from "../../src/serve/listen.ts";
import { createLiveReload, type LiveReload } from "../../src/serve/live-reload.ts";
import { launchBrowser } from "../helpers/browser.ts";
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

test("why a build failed is shown in the open page and in pages opened later, until a build succeeds", async () => {
  const browser = await launchBrowser();
  const site = await listen({
    host: "127.0.0.1",
    port: 0,
    onFailure: () => undefined,
    handler: async (request, response) => {
      if (live.handle(request, response)) return;
      const policy = "default-src 'self'; style-src 'self'";
      response.writeHead(200, { "content-type": "text/html", "content-security-policy": policy });
      response.end(live.editHtml("<!doctype html><title>A page</title><body><h1>Page</h1></body>"));
    },
  });
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 700 } });
    await page.goto(site.origin);
    const alert = page.getByRole("alert");
    await expect.poll(() => live.reload()).toBe(1);
    await page.waitForLoadState();
    const message = 'blocks/Facts/Facts.tsx:12:3: ERROR: Expected ">"\n<script>alert(1)</script>';
    await expect
      .poll(async () => {
        live.fail(message);
        return alert.count();
      })
      .toBe(1);
    expect(await alert.textContent()).toBe(message);
    const box = await alert.boundingBox();
    expect([box?.x, box?.width, Math.round((box?.y ?? 0) + (box?.height ?? 0))]).toEqual([0, 390, 700]);
    const later = await browser.newPage();
    await later.goto(site.origin);
    await later.getByRole("alert").waitFor();
    live.reload();
    await alert.waitFor({ state: "detached" });
    await later.getByRole("alert").waitFor({ state: "detached" });
  } finally {
    await browser.close();
    await site.close();
  }
}, 60_000);

test("other paths are left alone", async () => {
  expect((await get(server.origin, "/__sitegen/other")).status).toBe(404);
});
