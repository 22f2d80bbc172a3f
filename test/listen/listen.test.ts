import { createHmac } from "node:crypto";
import { connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import {
  type BuildQueue,
  type BuildQueueOptions,
  createBuildQueue,
  type RunOrder,
  type RunOutcome,
} from "../../src/listen/build-queue.ts";
import { startWebhookServer, type WebhookServer } from "../../src/listen/server.ts";
import { testConsole } from "./console-setup.ts";

const SECRET = "a webhook's secret";
const KEY = "the key of the console";
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const sign = (body: string, secret = SECRET) => createHmac("sha1", secret).update(body).digest("hex");
const published = JSON.stringify({ text: "…", action: "published", space_id: 1, story_id: 2, full_slug: "team" });
const moment = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function start(
  run: (order: RunOrder) => Promise<RunOutcome>,
  { limits, ...queue }: Partial<BuildQueueOptions> & { limits?: { headersMs: number; requestMs: number } } = {},
): Promise<{ server: WebhookServer; publisher: BuildQueue; url: string; log: string[] }> {
  const log: string[] = [];
  const publisher = createBuildQueue({
    run,
    log: (line) => log.push(line),
    backoff: [30, 60],
    settleMs: 10,
    recheckMs: 0,
    ...queue,
  });
  const board = testConsole(publisher, { key: KEY });
  const server = await startWebhookServer({
    host: "127.0.0.1",
    port: 0,
    access: [{ secret: SECRET, path: "" }],
    console: board.routes,
    publisher,
    log: (line) => log.push(line),
    ...(limits && { limits }),
  });
  closers.push(async () => {
    board.remove();
    await server.close();
    await publisher.stop();
  });
  return { server, publisher, url: `http://127.0.0.1:${server.port}/`, log };
}

const done: RunOutcome = { ok: true, moved: true, summary: "built" };
const post = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: "POST", body, headers: { "webhook-signature": sign(body), ...headers } });

async function until(condition: () => boolean): Promise<void> {
  await expect.poll(condition, { interval: 10 }).toBe(true);
}

describe("who is believed", () => {
  test.each([
    ["no signature", published, { "webhook-signature": "" }],
    ["another secret", published, { "webhook-signature": sign(published, "guess") }],
    ["another body's signature", published, { "webhook-signature": sign("{}") }],
    ["not hex", published, { "webhook-signature": "zz".repeat(20) }],
  ])("%s: refused, nothing runs", async (_name, body, headers) => {
    const { url, publisher } = await start(async () => done);
    expect((await post(url, body, headers)).status).toBe(401);
    expect(publisher.state().events).toBe(0);
  });

  test("no signature header at all", async () => {
    const { url, publisher, log } = await start(async () => done);
    expect((await fetch(url, { method: "POST", body: published })).status).toBe(401);
    expect([publisher.state().events, log]).toEqual([0, ["refused a request without a valid signature"]]);
  });

  test("the signature is of the raw bytes: the same JSON written otherwise is another body", async () => {
    const { url, publisher } = await start(async () => done);
    const headers = { "webhook-signature": sign(published) };
    expect((await post(url, JSON.stringify(JSON.parse(published), null, 1), headers)).status).toBe(401);
    expect((await post(url, `${published}\n`, headers)).status).toBe(401);
    expect((await post(url, published, { "webhook-signature": sign(published).toUpperCase() })).status).toBe(202);
    expect(publisher.state().events).toBe(1);
  });

  test("a signed publish is accepted and generates once", async () => {
    const { url, publisher } = await start(async () => done);
    expect((await post(url, published)).status).toBe(202);
    await until(() => publisher.state().last !== null);
    expect(publisher.state()).toMatchObject({ runs: 1, events: 1, last: { ok: true, summary: "built" } });
  });

  test("unknown events are acknowledged and ignored, the topic header counts where the body names no action", async () => {
    const { url, publisher } = await start(async () => done);
    const body = JSON.stringify({ action: "roles_updated" });
    expect((await post(url, body)).status).toBe(200);
    expect((await post(url, JSON.stringify({}), { "x-storyblok-topic": "story.unpublished" })).status).toBe(202);
    expect(publisher.state().events).toBe(1);
  });

  test("a publish whose other members are null or of another type", async () => {
    const { url, publisher } = await start(async () => done);
    const body = { action: "published", full_slug: null, text: null, story_id: "12", space_id: null };
    expect((await post(url, JSON.stringify(body))).status).toBe(202);
    expect((await post(url, "[]")).status).toBe(400);
    expect(publisher.state().events).toBe(1);
  });

  test("only GET and POST, only JSON, nothing large", async () => {
    const { url } = await start(async () => done);
    expect((await fetch(url, { method: "PUT", body: "x" })).status).toBe(405);
    expect((await post(url, "no json")).status).toBe(400);
  });

  test("10 MB are refused after the first of them, signed or not, and others are served meanwhile", async () => {
    const { server, url, publisher } = await start(async () => done);
    const body = "x".repeat(10 * 1024 * 1024);
    const large = post(url, body).then(
      (response) => response.status,
      () => 413, // the connection is closed while the rest is still being sent
    );
    expect((await fetch(url)).status).toBe(200);
    expect(await large).toBe(413);
    const endless = connect(server.port, "127.0.0.1");
    endless.on("error", () => undefined);
    endless.write("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
    const answered = new Promise<string>((resolve) => endless.once("data", (data) => resolve(String(data))));
    const chunk = `10000\r\n${"y".repeat(0x10000)}\r\n`;
    for (let sent = 0; sent < 20; sent += 1) endless.write(chunk);
    expect(await answered).toMatch(/^HTTP\/1\.1 413 /);
    endless.destroy();
    expect(publisher.state().events).toBe(0);
  });

  test("a sender that drips is cut off without disturbing others", async () => {
    const { server, url } = await start(async () => done);
    const socket = connect(server.port, "127.0.0.1");
    socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{");
    expect((await post(url, published)).status).toBe(202);
    socket.destroy();
    expect((await fetch(url)).status).toBe(200);
  });
});

describe("slow senders", () => {
  const limits = { headersMs: 300, requestMs: 500 };

  /** Sends a byte every 50 ms without end; returns the response before the connection is closed. */
  async function drip(port: number, head: string): Promise<string> {
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    const timer = setInterval(() => socket.writable && socket.write("a"), 50);
    socket.on("error", () => undefined).on("data", (data) => (answer += data));
    socket.write(head);
    await new Promise((resolve) => socket.once("close", resolve));
    clearInterval(timer);
    return answer;
  }

  test.each([
    ["headers", "POST / HTTP/1.1\r\nHost: x\r\nX-Slow: "],
    ["a body", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n{"],
  ])("%s that drip are cut off, and 50 of them disturb nobody", async (_name, head) => {
    const { server, url, publisher } = await start(async () => done, { limits });
    const slow = Array.from({ length: 50 }, () => drip(server.port, head));
    expect((await post(url, published)).status).toBe(202);
    for (const answer of await Promise.all(slow)) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(publisher.state().events).toBe(1);
  });
});

describe("when it generates", () => {
  test("100 publishes in a burst become at most two generates", async () => {
    let release = () => {};
    const sent = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { url, publisher } = await start(async () => {
      await sent;
      return done;
    });
    await Promise.all(Array.from({ length: 100 }, () => post(url, published)));
    release();
    await until(() => !publisher.state().running && !publisher.state().queued);
    await moment(100);
    expect(publisher.state().events).toBe(100);
    expect(publisher.state().runs).toBeLessThanOrEqual(2);
  });

  test("a failure is shown, and tried again by itself until it works", async () => {
    let runs = 0;
    let release = () => {};
    const seen = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { url, publisher } = await start(async () => {
      runs += 1;
      if (runs > 1) await seen;
      return runs < 3 ? { ok: false, moved: true, summary: "FETCH_UNREACHABLE" } : done;
    });
    await post(url, published);
    await until(() => publisher.state().failuresInARow > 0);
    const health = await fetch(url);
    const details = await fetch(`${url}console.json`, { headers: { authorization: `Bearer ${KEY}` } });
    release();
    expect([health.status, await details.json()]).toMatchObject([
      503,
      { ok: false, last: { summary: "FETCH_UNREACHABLE" } },
    ]);
    await until(() => publisher.state().last?.ok === true);
    expect([runs, (await fetch(url)).status]).toEqual([3, 200]);
  });

  test("what the service does not show yet is requested again when it will, and once", async () => {
    const waits = [40, 80, null];
    const started: number[] = [];
    const { url, publisher } = await start(async () => {
      started.push(Date.now());
      return { ...done, nextInMs: waits[started.length - 1] ?? null };
    });
    await post(url, published);
    await until(() => publisher.state().runs === 3);
    await moment(120);
    const [first = 0, second = 0, third = 0] = started;
    expect([started.length, second - first >= 39, third - second >= 79]).toEqual([3, true, true]);
  });

  test("a picture replaced at its address asks for everything again, until a run has done so", async () => {
    const asked: boolean[] = [];
    const { url } = await start(async ({ full }) => {
      asked.push(full);
      return { ...done, ok: asked.length !== 2 };
    });
    await post(url, published);
    await until(() => asked.length === 1);
    await post(url, JSON.stringify({ action: "replaced", asset_id: 7 }), { "x-storyblok-topic": "asset.replaced" });
    await until(() => asked.length === 3);
    await post(url, published);
    await until(() => asked.length === 4);
    expect(asked).toEqual([false, true, true, false]);
  });

  test("a run that throws does not end the listener", async () => {
    let runs = 0;
    const { url, publisher } = await start(async () => {
      runs += 1;
      if (runs === 1) throw new Error("disk full");
      return done;
    });
    await post(url, published);
    await until(() => publisher.state().last?.ok === true);
    expect(runs).toBe(2);
  });
});
