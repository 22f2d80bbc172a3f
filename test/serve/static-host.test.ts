/** The static host over real HTTP: its responses to browsers, crawlers and attackers. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Listening, listen } from "../../src/serve/listen.ts";
import { createStaticHost, type StaticHostOptions } from "../helpers/static-host.ts";
import { folder, get } from "./helpers.ts";

const LONG = `<!doctype html><title>Team</title>${"<p>long enough to be compressed</p>".repeat(100)}`;
const FILES = {
  "index.html": "home",
  "404.html": "<h1>lost</h1>",
  "de/index.html": "Startseite",
  "de/404.html": "<h1>verlaufen</h1>",
  "team/index.html": LONG,
  "team/_payload.json": '{"kind":"page"}',
  "stra\u00dfe & co/index.html": "umlaut",
  "feed.xml": "<rss/>",
  "noindex/file.txt": "text",
  "_assets/app-ABC.js": "let a = 1;".repeat(300),
  "_assets/video-DEF.mp4": Buffer.from(Array.from({ length: 256 }, (_, index) => index)),
  "_assets/builds/meta/one.json": JSON.stringify({
    prerendered: ["/", "/team/", "/de/"],
    routeRules: {
      "/old/?lang=de": { redirect: { to: "/de/neu/", status: 302 } },
      "/old/": { redirect: { to: "/team/?from=old#people", status: 301 } },
      "/team/?lang=de": { redirect: { to: "/de/", status: 301 } },
      "/team/": { redirect: { to: "/never/", status: 301 } },
      "/away/": { redirect: { to: "https://example.org/x", status: 308 } },
      "/alt.html": { redirect: { to: "/team/", status: 301 } },
      "/flushCache/": { prerender: true },
      "/post/:slug/": { redirect: { to: "/insights/:slug/", status: 301 } },
      "/blog/*": { redirect: { to: "/:splat", status: 301 } },
      "/de/*": { redirect: { to: "/elsewhere/", status: 301 } },
    },
  }),
  "_assets/builds/latest.json": '{"id":"one"}',
  _headers: "/*",
  _redirects: "/a /b",
  ".htaccess": "secret",
  ".git/config": "secret",
  ".well-known/security.txt": "contact",
};

const HEADERS = { "Content-Security-Policy": "default-src 'self'", "X-Content-Type-Options": "nosniff" };

const open: Listening[] = [];
const folders: string[] = [];

async function host(options: Partial<StaticHostOptions> & { files?: Record<string, string | Buffer> } = {}) {
  const root = folder(options.files ?? FILES);
  folders.push(root);
  const handler = createStaticHost({ root, base: "/", headers: HEADERS, ...options });
  const server = await listen({ host: "127.0.0.1", port: 0, handler, onFailure: () => undefined });
  open.push(server);
  return { origin: server.origin, root };
}

let site: { origin: string; root: string };

beforeAll(async () => {
  site = await host();
});

afterAll(async () => {
  await Promise.all(open.map((server) => server.close()));
  for (const root of folders) rmSync(root, { recursive: true, force: true });
});

describe("files and folders", () => {
  test.each([
    ["/", "home", "text/html; charset=utf-8"],
    ["/de/", "Startseite", "text/html; charset=utf-8"],
    ["/index.html", "home", "text/html; charset=utf-8"],
    ["/feed.xml", "<rss/>", "application/xml; charset=utf-8"],
    ["/team/_payload.json", '{"kind":"page"}', "application/json; charset=utf-8"],
    ["/team/_payload.json?one", '{"kind":"page"}', "application/json; charset=utf-8"],
    ["/stra%C3%9Fe%20%26%20co/", "umlaut", "text/html; charset=utf-8"],
    ["/.well-known/security.txt", "contact", "text/plain; charset=utf-8"],
  ])("%s", async (path, text, type) => {
    const got = await get(site.origin, path);
    expect([got.status, got.text, got.headers["content-type"]]).toEqual([200, text, type]);
    expect(got.headers["x-content-type-options"]).toBe("nosniff");
  });

  test.each([
    ["/team", "/team/"],
    ["/team?a=1&b=%20", "/team/?a=1&b=%20"],
    ["/de", "/de/"],
    ["/stra%C3%9Fe%20&%20co", "/stra%C3%9Fe%20&%20co/"],
    ["//team", "/team"],
    ["//team/?x=1", "/team/?x=1"],
    ["/team//_payload.json", "/team/_payload.json"],
  ])("%s gets its slash and keeps its query", async (path, location) => {
    const got = await get(site.origin, path);
    expect([got.status, got.headers.location]).toEqual([301, location]);
  });

  test("a folder without an index is not listed", async () => {
    expect((await get(site.origin, "/noindex/")).status).toBe(404);
    expect((await get(site.origin, "/noindex")).status).toBe(404);
  });

  test("what is no file, such as a pipe or a socket, keeps no request waiting", async () => {
    execFileSync("mkfifo", [join(site.root, "pipe")]);
    const socket = createServer().listen(join(site.root, "socket"));
    await once(socket, "listening");
    expect([(await get(site.origin, "/pipe")).status, (await get(site.origin, "/socket")).status]).toEqual([404, 404]);
    socket.close();
  });

  test("HEAD has the headers of GET and no body", async () => {
    const [head, whole] = await Promise.all([get(site.origin, "/team/", {}, "HEAD"), get(site.origin, "/team/")]);
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers["content-length"]).toBe(whole.headers["content-length"]);
    expect(head.headers.etag).toBe(whole.headers.etag);
  });

  test.each(["POST", "PUT", "DELETE", "OPTIONS"])("%s is refused", async (method) => {
    const got = await get(site.origin, "/", {}, method);
    expect([got.status, got.headers.allow]).toEqual([405, "GET, HEAD"]);
  });
});

describe("error pages", () => {
  test.each([
    ["/nothing/", "<h1>lost</h1>"],
    ["/dense/nothing", "<h1>lost</h1>"],
    ["/de/nichts/", "<h1>verlaufen</h1>"],
    ["/team/nothing.pdf", "<h1>lost</h1>"],
  ])("%s in the language of the path", async (path, text) => {
    const files = { ...FILES, "_assets/builds/meta/one.json": "{}" };
    const { origin } = path.startsWith("/de/") ? await host({ files }) : site;
    const got = await get(origin, path);
    expect([got.status, got.text]).toEqual([404, text]);
  });

  test("a missing asset or payload is no page", async () => {
    for (const path of ["/_assets/gone-ABC.js", "/nothing/_payload.json"]) {
      const got = await get(site.origin, path);
      expect([got.status, got.headers["content-type"]]).toEqual([404, "text/plain; charset=utf-8"]);
    }
  });

  test("without an error page there is a plain line", async () => {
    const { origin } = await host({ files: { "index.html": "home" } });
    expect((await get(origin, "/nothing")).text).toBe("There is no such file.\n");
  });
});

describe("caching", () => {
  test.each([
    ["/", "public, max-age=0, must-revalidate"],
    ["/team/_payload.json", "public, max-age=0, must-revalidate"],
    ["/feed.xml", "public, max-age=0, must-revalidate"],
    ["/_assets/app-ABC.js", "public, max-age=31536000, immutable"],
    ["/_assets/builds/meta/one.json", "public, max-age=31536000, immutable"],
    ["/_assets/builds/latest.json", "no-store"],
    ["/_assets/gone-ABC.js", "no-cache"],
  ])("%s: %s", async (path, value) => {
    expect((await get(site.origin, path)).headers["cache-control"]).toBe(value);
  });

  test("a known version is not sent again, another one is", async () => {
    const { headers } = await get(site.origin, "/feed.xml");
    const etag = String(headers.etag);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const got = await get(site.origin, "/feed.xml", { "if-none-match": known });
      expect([got.status, got.body.length, got.headers.etag]).toEqual([304, 0, etag]);
    }
    expect((await get(site.origin, "/feed.xml", { "if-none-match": '"other"' })).status).toBe(200);
    const next = join(site.root, "feed.next");
    writeFileSync(next, "<rss/>");
    renameSync(next, join(site.root, "feed.xml"));
    expect((await get(site.origin, "/feed.xml", { "if-none-match": etag })).status).toBe(200);
  });

  test("an error page is never a 304", async () => {
    const got = await get(site.origin, "/nothing/", { "if-none-match": "*" });
    expect(got.status).toBe(404);
  });
});

describe("ranges", () => {
  const bytes = FILES["_assets/video-DEF.mp4"];
  test.each([
    ["bytes=0-9", 206, bytes.subarray(0, 10), "bytes 0-9/256"],
    ["bytes=250-", 206, bytes.subarray(250), "bytes 250-255/256"],
    ["bytes=-6", 206, bytes.subarray(250), "bytes 250-255/256"],
    ["bytes=-999", 206, bytes, "bytes 0-255/256"],
    ["bytes=200-999", 206, bytes.subarray(200), "bytes 200-255/256"],
    ["bytes=0-1,4-5", 200, bytes, undefined],
    ["bytes=9-3", 200, bytes, undefined],
    ["lines=0-1", 200, bytes, undefined],
    ["bytes=256-", 416, Buffer.alloc(0), "bytes */256"],
    ["bytes=-0", 416, Buffer.alloc(0), "bytes */256"],
  ])("%s", async (range, status, body, contentRange) => {
    const got = await get(site.origin, "/_assets/video-DEF.mp4", { range });
    expect([got.status, got.headers["content-range"]]).toEqual([status, contentRange]);
    expect(got.body.equals(body)).toBe(true);
  });

  test("a range of another version is answered with the whole file", async () => {
    const { headers } = await get(site.origin, "/_assets/video-DEF.mp4");
    const same = { range: "bytes=0-9", "if-range": String(headers.etag) };
    expect((await get(site.origin, "/_assets/video-DEF.mp4", same)).status).toBe(206);
    const other = { range: "bytes=0-9", "if-range": '"other"' };
    expect((await get(site.origin, "/_assets/video-DEF.mp4", other)).status).toBe(200);
  });
});

describe("compression", () => {
  test("text is compressed in the best way the client takes", async () => {
    const brotli = await get(site.origin, "/team/", { "accept-encoding": "gzip, deflate, br" });
    expect(brotli.headers).toMatchObject({ "content-encoding": "br", vary: "Accept-Encoding" });
    expect(brotliDecompressSync(brotli.body).toString()).toBe(LONG);
    const gzip = await get(site.origin, "/team/", { "accept-encoding": "gzip;q=0.5, br;q=0" });
    expect(gunzipSync(gzip.body).toString()).toBe(LONG);
    expect(new Set([brotli.headers.etag, gzip.headers.etag]).size).toBe(2);
    const plain = await get(site.origin, "/team/", { "accept-encoding": "identity" });
    expect([plain.headers["content-encoding"], plain.text]).toEqual([undefined, LONG]);
  });

  test("short text, pictures and ranges are sent as they are", async () => {
    const encoding = { "accept-encoding": "br, gzip" };
    expect((await get(site.origin, "/feed.xml", encoding)).headers["content-encoding"]).toBeUndefined();
    expect((await get(site.origin, "/_assets/video-DEF.mp4", encoding)).headers["content-encoding"]).toBeUndefined();
    const range = await get(site.origin, "/team/", { ...encoding, range: "bytes=0-14" });
    expect([range.status, range.text]).toEqual([206, "<!doctype html>"]);
  });

  test("HEAD of a compressed page", async () => {
    const got = await get(site.origin, "/team/", { "accept-encoding": "br" }, "HEAD");
    expect([got.status, got.headers["content-encoding"], got.body.length]).toEqual([200, "br", 0]);
  });
});

describe("redirects", () => {
  test.each([
    ["/old/", 301, "/team/?from=old#people"],
    ["/old", 301, "/team/?from=old#people"],
    ["/old?x=1", 301, "/team/?from=old&x=1#people"],
    ["/old/?lang=de", 302, "/de/neu/?lang=de"],
    ["/old/?a=b&lang=de", 302, "/de/neu/?a=b&lang=de"],
    ["/old/?lang=en&lang=de", 302, "/de/neu/?lang=en&lang=de"],
    ["/old/?lang=fr", 301, "/team/?from=old&lang=fr#people"],
    ["/away", 308, "https://example.org/x"],
    ["/alt.html", 301, "/team/"],
    ["/post/a%20b/?x=1", 301, "/insights/a%20b/?x=1"],
    ["/blog/2024/x/", 301, "/2024/x/"],
    ["/blog/", 301, "/"],
    ["/blog//evil.example/", 301, "/blog/evil.example/"],
    ["/blog/%3Cscript%3E/", 301, "/%3Cscript%3E/"],
  ])("%s -> %i %s", async (path, status, location) => {
    const got = await get(site.origin, path);
    expect([got.status, got.headers.location]).toEqual([status, location]);
  });

  test("a page wins over rules for its path, with or without a condition, and over patterns", async () => {
    expect((await get(site.origin, "/team/")).status).toBe(200);
    expect((await get(site.origin, "/de/")).text).toBe("Startseite");
    expect((await get(site.origin, "/de/anders/")).headers.location).toBe("/elsewhere/");
    expect((await get(site.origin, "/post/a/b/")).status).toBe(404);
    expect((await get(site.origin, "/Old/")).status).toBe(404);
  });

  test("a new build's rules apply from its publish on", async () => {
    const { origin, root } = await host();
    expect((await get(origin, "/fresh/")).status).toBe(404);
    const rules = { prerendered: [], routeRules: { "/fresh/": { redirect: { to: "/team/", status: 302 } } } };
    writeFileSync(join(root, "_assets/builds/meta/two.json"), JSON.stringify(rules));
    writeFileSync(join(root, "_assets/builds/latest.json"), '{"id":"two"}');
    utimesSync(join(root, "_assets/builds/latest.json"), new Date(), new Date(Date.now() + 5000));
    expect((await get(origin, "/fresh/")).headers.location).toBe("/team/");
    expect((await get(origin, "/old/")).status).toBe(404);
  });

  test.each(['{"id":"../../x"}', '{"id":"gone"}', "not json", "{}"])(
    "%s as latest.json means no redirects",
    async (latest) => {
      const { origin } = await host({ files: { ...FILES, "_assets/builds/latest.json": latest } });
      expect((await get(origin, "/old/")).status).toBe(404);
      expect((await get(origin, "/")).status).toBe(200);
    },
  );
});

describe("below a base path", () => {
  test("the base belongs to every address", async () => {
    const { origin } = await host({ base: "/site/" });
    expect((await get(origin, "/site/")).text).toBe("home");
    expect((await get(origin, "/site?x=1")).headers.location).toBe("/site/?x=1");
    expect((await get(origin, "/site/team?x=1")).headers.location).toBe("/site/team/?x=1");
    expect((await get(origin, "/site/old/")).headers.location).toBe("/site/team/?from=old#people");
    expect((await get(origin, "/site/away/")).headers.location).toBe("https://example.org/x");
    expect((await get(origin, "/")).headers.location).toBe("/site/");
    expect((await get(origin, "/team/")).status).toBe(404);
    expect((await get(origin, "/siteteam/")).status).toBe(404);
    expect((await get(origin, "/site/../team/")).status).toBe(404);
  });

  test("one with other letters is encoded in every redirect", async () => {
    const { origin } = await host({ base: "/漢/" });
    const [upper, lower] = ["/%E6%BC%A2", "/%e6%bc%a2"];
    for (const below of [upper, lower]) {
      expect((await get(origin, `${below}/`)).text).toBe("home");
      expect((await get(origin, `${below}/old/`)).headers.location).toBe(`${upper}/team/?from=old#people`);
      expect((await get(origin, `${below}/post/%c3%bc/`)).headers.location).toBe(`${upper}/insights/%C3%BC/`);
    }
    expect((await get(origin, "/")).headers.location).toBe(`${upper}/`);
  });
});

test("a visitor sees one whole version while files are replaced", async () => {
  const { origin, root } = await host();
  const versions = ["a", "b"].map((letter) => letter.repeat(200_000));
  const target = join(root, "page/index.html");
  mkdirSync(dirname(target));
  let count = 0;
  const replace = () => {
    writeFileSync(`${target}.next`, versions[count++ % 2] ?? "");
    renameSync(`${target}.next`, target);
  };
  replace();
  for (let round = 0; round < 40; round += 1) {
    const asked = get(origin, "/page/");
    replace();
    const { text } = await asked;
    expect(versions.includes(text)).toBe(true);
  }
});

test("a visitor who leaves in the middle does not matter", async () => {
  const failures: string[] = [];
  const root = folder({ "big.bin": Buffer.alloc(5_000_000) });
  folders.push(root);
  const handler = createStaticHost({ root, base: "/", headers: {} });
  const server = await listen({ host: "127.0.0.1", port: 0, handler, onFailure: (message) => failures.push(message) });
  open.push(server);
  const controller = new AbortController();
  const response = await fetch(`${server.origin}/big.bin`, { signal: controller.signal });
  controller.abort();
  await expect(response.arrayBuffer()).rejects.toThrow();
  expect((await get(server.origin, "/big.bin")).body.length).toBe(5_000_000);
  expect(failures).toEqual([]);
});
