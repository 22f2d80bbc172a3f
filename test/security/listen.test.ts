/** What strangers learn of `sitegen listen`, and what of a webhook's request is believed. */
import { createHmac } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { createBuildQueue } from "../../src/listen/build-queue.ts";
import { startWebhookServer } from "../../src/listen/server.ts";
import { testConsole } from "../listen/console-setup.ts";

const SECRET = "a webhook's secret";
const KEY = "the key of the console";
const DETAILS = "FETCH_FAILED: GET /v2/cdn/stories; deploy to sftp://deploy@internal.example/srv/www; /home/site/out";

let close: () => Promise<void>;
afterEach(() => close());

/** A listener whose last build failed with an error full of details. */
async function listen(consoleKey: string) {
  const log: string[] = [];
  const runs: { full: boolean }[] = [];
  const publisher = createBuildQueue({
    run: async (how) => {
      runs.push(how);
      return { ok: false, moved: true, summary: DETAILS };
    },
    log: (line) => log.push(line),
    settleMs: 0,
  });
  const details = () => ({ deploy: { ok: false, summary: DETAILS } });
  const board = consoleKey === "" ? null : testConsole(publisher, { key: consoleKey, details });
  const server = await startWebhookServer({
    host: "127.0.0.1",
    port: 0,
    access: [{ secret: SECRET, path: "" }],
    ...(board && { console: board.routes }),
    publisher,
    log: (line) => log.push(line),
  });
  close = async () => {
    board?.remove();
    await server.close();
    await publisher.stop();
  };
  const url = `http://127.0.0.1:${server.port}`;
  const post = (body: string, topic: string) =>
    fetch(url, {
      method: "POST",
      body,
      headers: {
        "webhook-signature": createHmac("sha1", SECRET).update(body).digest("hex"),
        "x-storyblok-topic": topic,
      },
    });
  const failed = async () => {
    publisher.trigger();
    await expect.poll(() => publisher.state().last !== null, { interval: 5 }).toBe(true);
  };
  return { url, post, failed, runs };
}

describe("a stranger", () => {
  test("learns on / whether the last publish succeeded, and nothing else", async () => {
    const { url, failed } = await listen(KEY);
    const before = await fetch(url);
    expect([before.status, await before.text()]).toEqual([200, '{"ok":true}\n']);
    await failed();
    const after = await fetch(url);
    expect([after.status, await after.text()]).toEqual([503, '{"ok":false}\n']);
  });

  test.each([
    ["without a key", KEY, {}],
    ["with another key", KEY, { authorization: "Bearer a guess" }],
    ["with the start of the key", KEY, { authorization: `Bearer ${KEY.slice(0, -1)}` }],
    ["with the webhook's secret", KEY, { authorization: `Bearer ${SECRET}` }],
    ["with an empty key where none is set", "", { authorization: "Bearer " }],
    ["without a key where none is set", "", {}],
  ])("does not see the details %s", async (_, key, headers: Record<string, string>) => {
    const { url, failed } = await listen(key);
    await failed();
    for (const path of [
      "/console.json",
      "/console",
      "/?console.json",
      "//console.json",
      "/%2e/console.json",
      "/state",
    ]) {
      const response = await fetch(`${url}${path}`, { headers });
      expect([200, 404, 503]).toContain(response.status);
      expect(await response.text()).not.toMatch(/FETCH_FAILED|sftp|home|runs|events/);
    }
  });
});

test("whoever has the key sees the state and the last result of each step", async () => {
  const { url, failed } = await listen(KEY);
  await failed();
  const response = await fetch(`${url}/console.json`, { headers: { authorization: `Bearer ${KEY}` } });
  expect([response.status, await response.json()]).toMatchObject([
    200,
    { ok: false, runs: 1, failuresInARow: 1, last: { summary: DETAILS }, deploy: { summary: DETAILS } },
  ]);
});

describe("of a webhook only the body is signed", () => {
  test.each([
    ["an ignored event", { action: "roles_updated" }, "story.published", 200, 0],
    ["an ignored event as a replaced asset", { action: "roles_updated" }, "asset.replaced", 200, 0],
    ["a publish as an ignored event", { action: "published", full_slug: "team" }, "user.added", 202, 1],
  ])("%s stays what it is, whatever the topic header says", async (_, event, topic, status, count) => {
    const { post, runs } = await listen(KEY);
    expect((await post(JSON.stringify(event), topic)).status).toBe(status);
    if (count > 0) await expect.poll(() => runs.length, { interval: 5 }).toBe(count);
    else expect(runs).toEqual([]);
  });

  test("a publish with the topic of a replaced asset does not download all assets again", async () => {
    const { post, runs } = await listen(KEY);
    await post(JSON.stringify({ action: "published" }), "asset.replaced");
    await expect.poll(() => runs[0], { interval: 5 }).toMatchObject({ full: false, due: [] });
  });
});
