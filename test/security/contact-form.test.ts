/** What a stranger can do with the contact form of `sitegen serve`: forge a message's time, escape its limits, block it. */
import { readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contact } from "../../src/blocks/Contact/contact.ts";
import { limitPerMinute } from "../../src/forms/limit-per-minute.ts";
import { createFormEndpoint, createMessageStore } from "../../src/serve/form-endpoint.ts";
import { type Listening, listen } from "../../src/serve/listen.ts";
import { folder } from "../serve/helpers.ts";

const MESSAGE = { name: "Katrin Vogel", email: "katrin@example.org", message: "One press, one crack.", consent: "yes" };

const dir = folder({ "index.html": "<html>" });
const state = join(dir, "state");
let server: Listening;
let clock = Date.UTC(2026, 1, 3, 9);

beforeAll(async () => {
  const endpoint = createFormEndpoint({
    forms: [contact],
    out: dir,
    base: "/",
    headers: {},
    store: createMessageStore(state),
    onMessage: () => undefined,
    onFailure: () => undefined,
    now: () => clock,
  });
  server = await listen({
    host: "0.0.0.0",
    port: 0,
    onFailure: () => undefined,
    handler: async (asked, response) => void (await endpoint(asked, response)),
  });
});
afterAll(async () => {
  await server.close();
  rmSync(dir, { recursive: true });
});

interface Sender {
  /** The visitor's own address. */
  from?: string;
  /** As a proxy sends it. */
  forwarded?: string;
  host?: string;
}

/** Posts as the page's script does, from an address of this machine. */
function post(
  fields: object,
  { from = "127.0.0.1", forwarded, host }: Sender = {},
): Promise<{ status: number; text: string }> {
  const body = new URLSearchParams({ ...MESSAGE, ...fields }).toString();
  return new Promise((resolve, reject) => {
    const sent = request(`http://127.0.0.1:${new URL(server.origin).port}/contact-form`, {
      method: "POST",
      localAddress: from,
      headers: {
        accept: "application/json",
        "content-type": "application/x-www-form-urlencoded",
        ...(forwarded !== undefined && { "x-forwarded-for": forwarded }),
        ...(host !== undefined && { host }),
      },
    });
    sent.on("error", reject).on("response", async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, text });
    });
    sent.end(body);
  });
}

async function statuses(times: number, sender: Sender): Promise<number[]> {
  const found = new Set<number>();
  for (let at = 0; at < times; at += 1) found.add((await post({}, sender)).status);
  return [...found];
}

test("the time of a message is the server's, whatever its fields say", async () => {
  expect((await post({ received: "1999-01-01T00:00:00.000Z" })).status).toBe(200);
  const kept = JSON.parse(readFileSync(join(state, "messages.jsonl"), "utf8"));
  expect(kept).toEqual({ received: "2026-02-03T09:00:00.000Z", page: "", form: "contact", ...MESSAGE });
});

test.each(["constructor", "toString", "hasOwnProperty", "valueOf", "__proto__", "own"])(
  "a field that the form does not have is not kept: %s",
  async (name) => {
    clock += 60_000;
    expect((await post(Object.fromEntries([[name, "x"]]))).status).toBe(200);
    const last = JSON.parse(readFileSync(join(state, "messages.jsonl"), "utf8").trimEnd().split("\n").at(-1) ?? "");
    expect(Object.keys(last).sort()).toEqual(["consent", "email", "form", "message", "name", "page", "received"]);
  },
);

test.each(["user@site.example", "user:word@", "[::1", "a b", "//", ""])(
  "a host that is none is answered: %s",
  async (host) => {
    clock += 60_000;
    expect((await post({}, { host })).status).toBe(200);
  },
);

describe("a flood", () => {
  test("closes the form to its sender alone, for a minute", async () => {
    clock += 60_000;
    expect(await statuses(30, { from: "127.0.0.2" })).toEqual([200]);
    expect(await statuses(2, { from: "127.0.0.2" })).toEqual([429]);
    expect(await statuses(1, { from: "127.0.0.3" })).toEqual([200]);
    clock += 60_000;
    expect(await statuses(1, { from: "127.0.0.2" })).toEqual([200]);
  });

  test("through a proxy on this machine is its visitor's, whose own word about it does not count", async () => {
    clock += 60_000;
    for (let at = 0; at < 30; at += 1) await post({}, { forwarded: `198.51.100.${at}, 203.0.113.7` });
    expect(await statuses(1, { forwarded: "198.51.100.99, 203.0.113.7" })).toEqual([429]);
    expect(await statuses(1, { forwarded: "203.0.113.8" })).toEqual([200]);
  });

  test("from the many addresses of one IPv6 network is one visitor's", async () => {
    clock += 60_000;
    for (let at = 0; at < 30; at += 1) await post({}, { forwarded: `2001:db8::${at.toString(16)}` });
    expect(await statuses(1, { forwarded: "2001:db8:0:0:5:6:7:8" })).toEqual([429]);
    expect(await statuses(1, { forwarded: "2001:db8:0:1::1" })).toEqual([200]);
  });

  test("from any number of visitors needs bounded memory: the first are forgotten", () => {
    const posts = limitPerMinute(30);
    for (let at = 0; at < 30; at += 1) posts.count("first", 0);
    expect(posts.count("first", 0)).toBe(false);
    for (let at = 0; at < 10_000; at += 1) posts.count(`visitor ${at}`, 0);
    expect(posts.count("first", 0)).toBe(true);
  });
});
