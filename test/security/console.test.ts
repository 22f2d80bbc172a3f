/** Who sees the console of `sitegen listen`, who may click in it, and how often a key can be tried. */
import { afterEach, describe, expect, test } from "vitest";
import type { BuildQueue, Trigger } from "../../src/listen/build-queue.ts";
import { startWebhookServer } from "../../src/listen/server.ts";
import { entryWith, testConsole } from "../listen/console-setup.ts";

const KEY = "the key of the console";
let close: () => Promise<void>;
afterEach(() => close());

async function listen() {
  const asked: Trigger[] = [];
  const publisher: BuildQueue = {
    trigger: (what = {}) => asked.push(what),
    state: () => ({ running: false, queued: false, runs: 1, events: 1, failuresInARow: 0, last: null }),
    stop: async () => undefined,
  };
  const given = testConsole(publisher, { key: KEY, restorable: () => new Set(["b1"]) });
  given.board.set({ live: { buildId: "b2", at: "2026-11-20T12:03:05.000Z" } });
  given.board.put(entryWith({ number: 1 }));
  given.board.put(entryWith({ number: 2 }));
  const access = { secret: "a secret", path: "" };
  const log = () => undefined;
  const server = await startWebhookServer({
    host: "127.0.0.1",
    port: 0,
    access: [access],
    publisher,
    log,
    console: given.routes,
  });
  close = async () => {
    given.remove();
    await server.close();
  };
  const url = `http://127.0.0.1:${server.port}`;
  const post = (path: string, body: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(url + path, { method: "POST", body: new URLSearchParams(body), headers, redirect: "manual" });
  const logIn = async (headers: Record<string, string> = {}) => {
    const response = await post("/console", { key: KEY }, headers);
    return (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  };
  const read = async (path: string, headers: Record<string, string>) => {
    const response = await fetch(url + path, { headers });
    const text = await response.text();
    return { status: response.status, text, headers: response.headers };
  };
  return { url, post, logIn, read, asked };
}

describe("a stranger", () => {
  test("gets at the console what is at every address, and a browser only the form for the key", async () => {
    const { read, post } = await listen();
    const none = await read("/nowhere", {});
    for (const path of ["/console", "/console.json", "/console/events", "/console/undo", "/console/"]) {
      const { status, text } = await read(path, {});
      expect([path, status, text]).toEqual([path, 404, none.text]);
    }
    const { status, text, headers } = await read("/console", { accept: "text/html" });
    expect([status, text.includes("About us"), text.includes("<script")]).toEqual([404, false, false]);
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
    expect((await post("/console/undo", { build: "b1" })).status).toBe(401);
  });

  test.each([
    ["made up", "sitegen_console=1.2"],
    ["that ends later than it was given for", "later"],
    ["that has expired", "expired"],
    ["of another key", "other"],
  ])("is not let in by a cookie %s", async (_, kind) => {
    const { read, logIn } = await listen();
    const cookie = await logIn();
    const [expires = "", signature = ""] = cookie.replace("sitegen_console=", "").split(".");
    const made: Record<string, string> = {
      later: `sitegen_console=${Number(expires) + 1}.${signature}`,
      expired: `sitegen_console=1.${signature}`,
      other: `sitegen_console=${expires}.${"A".repeat(43)}`,
    };
    expect((await read("/console", { cookie })).status).toBe(200);
    expect((await read("/console", { cookie: made[kind] ?? kind })).status).toBe(404);
  });
});

test("the key is in no cookie, which no script and no other site gets; over https it stays there", async () => {
  const { post } = await listen();
  const plain = (await post("/console", { key: KEY })).headers.get("set-cookie") ?? "";
  expect(plain).toMatch(/^sitegen_console=\d+\.[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=604800$/);
  const https = await post("/console", { key: KEY }, { "x-forwarded-proto": "https" });
  expect(https.headers.get("set-cookie")).toMatch(/; Secure$/);
});

describe("wrong keys", () => {
  test("after ten in a minute not even the right one is taken, from that visitor alone", async () => {
    const { post, read, logIn } = await listen();
    const from = (address: string) => ({ "x-forwarded-for": `9.9.9.9, ${address}` });
    const cookie = await logIn(from("192.0.2.1"));
    for (let count = 0; count < 9; count += 1)
      expect((await post("/console", { key: `guess ${count}` }, from("192.0.2.1"))).status).toBe(403);
    expect((await read("/console.json", { ...from("192.0.2.1"), authorization: "Bearer guess" })).status).toBe(429);
    const right = await post("/console", { key: KEY }, from("192.0.2.1"));
    expect([right.status, right.headers.get("set-cookie"), right.headers.get("retry-after")]).toEqual([
      429,
      null,
      "60",
    ]);
    const bearer = { authorization: `Bearer ${KEY}` };
    expect((await read("/console.json", { ...from("192.0.2.1"), ...bearer })).status).toBe(429);
    // Who is in stays in, and others are not concerned.
    expect((await read("/console", { ...from("192.0.2.1"), cookie })).status).toBe(200);
    expect((await read("/console.json", { ...from("192.0.2.2"), ...bearer })).status).toBe(200);
  });
});

test("the password of a proxy in front is no wrong key", async () => {
  const { read, logIn } = await listen();
  const proxy = { authorization: `Basic ${btoa("agency:password")}` };
  const cookie = await logIn(proxy);
  for (let count = 0; count < 11; count += 1) expect((await read("/console", { ...proxy, cookie })).status).toBe(200);
  expect((await read("/console.json", proxy)).status).toBe(404);
});

describe("a click", () => {
  test("counts with the token of the page's form, and from no other site", async () => {
    const { post, read, logIn, asked } = await listen();
    const cookie = await logIn();
    const { text } = await read("/console", { cookie });
    const token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? "";
    const undo = { build: "b1", newest: "2" };
    expect((await post("/console/undo", undo, { cookie })).status).toBe(401);
    expect((await post("/console/undo", { ...undo, token: "guess" }, { cookie })).status).toBe(401);
    expect((await post("/console/undo", { ...undo, token }, { cookie, "sec-fetch-site": "cross-site" })).status).toBe(
      401,
    );
    const other = await logIn();
    expect(
      other === cookie || (await post("/console/undo", { ...undo, token }, { cookie: other })).status === 401,
    ).toBe(true);
    expect(asked).toEqual([]);
    expect((await post("/console/undo", { ...undo, token }, { cookie })).status).toBe(303);
    expect(asked).toEqual([{ undo: "b1", isEvent: false }]);
  });

  test.each(["b2", "../../etc", "", "unknown"])(
    "puts back no build that the page does not offer: %j",
    async (build) => {
      const { post, asked } = await listen();
      const response = await post("/console/undo", { build, newest: "2" }, { authorization: `Bearer ${KEY}` });
      expect([response.status, response.headers.get("location")]).toEqual([303, "../console?message=console_changed"]);
      expect(asked).toEqual([]);
    },
  );

  test("a large form is refused", async () => {
    const { post } = await listen();
    expect((await post("/console", { key: "x".repeat(10_000) })).status).toBe(413);
  });
});

test("a message in the address is a word of the console or nothing", async () => {
  const { read, logIn } = await listen();
  const cookie = await logIn();
  for (const message of ["<script>1</script>", "constructor", "toString"])
    expect((await read(`/console?message=${encodeURIComponent(message)}`, { cookie })).text).not.toContain(
      'class="message" role="alert">',
    );
});
