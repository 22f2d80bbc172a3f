import { afterAll, beforeAll, expect, test } from "vitest";
import { type Listening, listen } from "../../src/serve/listen.ts";
import { createLiveReload, type LiveReload } from "../../src/serve/live-reload.ts";
import { launchBrowser } from "../helpers/browser.ts";
import { get } from "./helpers.ts";

let live: LiveReload;
let server: Listening;

beforeAll(async () => {
  live = createLiveReload();
  const handler = async (...[request, response]: Parameters<LiveReload["handle"]>) => {
    if (!live.handle(request, response)) response.writeHead(404).end();
  };
  server = await listen({ host: "127.0.0.1", port: 0, handler, onFailure: () => undefined });
});

afterAll(async () => {
  live.close();
  await server.close();
});

const FAILURE = {
  title: "The code cannot be bundled",
  message: 'Expected ">"',
  place: "a.tsx:12:3",
  frame: "<script>",
};

test("the script goes before the end of the body, once, and what `$` means to a replacement stays text", () => {
  const html = live.editHtml("<body><pre></body> $& $1</pre></body></html>");
  expect(html).toMatch(
    /^<body><pre><\/body> \$& \$1<\/pre><script src="\/__sitegen\/client\.js" [^>]+><\/script>\n<\/body><\/html>$/,
  );
  expect(live.editHtml("no body")).toBe("no body");
});

test("a page's hash tells another page, and the same one with another stylesheet", () => {
  const hash = (html: string) => /data-page="(\w+)"/.exec(live.editHtml(`${html}</body>`))?.[1];
  const page = (style: string, text: string) => `<link href="/x/_assets/site-${style}.css"><p>${text}</p>`;
  expect(hash(page("AAAA1111", "one"))).toBe(hash(page("BBBB2222", "one")));
  expect(hash(page("AAAA1111", "one"))).not.toBe(hash(page("AAAA1111", "two")));
});

test("the script is one the security policy allows, and is never stored", async () => {
  const got = await get(server.origin, "/__sitegen/client.js");
  expect(got.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "no-store",
  });
  expect(got.text).toContain("new EventSource(");
});

test("open pages are told, closed ones are forgotten, later ones hear of a failure that stands", async () => {
  const controller = new AbortController();
  const listenTo = async () => {
    const response = await fetch(`${server.origin}/__sitegen/events`, { signal: controller.signal });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    return async () => (await reader?.read())?.value ?? "";
  };
  const read = await listenTo();
  expect(await read()).toMatch(/event: hello\ndata: \{"run":"\d+","revision":0\}/);
  expect(live.tell(null, 1)).toBe(1);
  expect(await read()).toBe("event: update\ndata: null\n\n");
  live.tell(FAILURE, 1);
  expect(await read()).toContain(`event: failure\ndata: ${JSON.stringify(FAILURE)}`);
  expect(await (await listenTo())()).toContain("event: failure");
  controller.abort();
  await expect.poll(() => live.tell(null, 2)).toBe(0);
});

test("a failure in place of a page is text, whatever is in it", async () => {
  const browser = await launchBrowser();
  const site = await listen({
    host: "127.0.0.1",
    port: 0,
    onFailure: () => undefined,
    handler: async (request, response) => {
      if (live.handle(request, response)) return;
      const policy = "default-src 'self'; style-src 'self'";
      response.writeHead(500, { "content-type": "text/html", "content-security-policy": policy });
      response.end(live.failurePage(FAILURE));
    },
  });
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 700 } });
    await page.goto(site.origin);
    const alert = page.getByRole("alert");
    await alert.waitFor();
    expect(await alert.locator("pre").allTextContents()).toEqual([
      FAILURE.title,
      FAILURE.place,
      FAILURE.message,
      FAILURE.frame,
    ]);
    const box = await alert.boundingBox();
    expect([box?.x, box?.width, Math.round((box?.y ?? 0) + (box?.height ?? 0))]).toEqual([0, 390, 700]);
  } finally {
    await browser.close();
    await site.close();
  }
}, 240_000);

test("other paths are left alone", async () => {
  expect((await get(server.origin, "/__sitegen/other")).status).toBe(404);
});
