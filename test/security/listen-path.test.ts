/** A webhook address that cannot be guessed in place of a signature, and what of it is seen. */

import { createHmac } from "node:crypto";
import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createBuildQueue } from "../../src/listen/build-queue.ts";
import { startWebhookServer } from "../../src/listen/server.ts";

const PATH = "9f2c41d07be84a6e93d15c70";
const BODY = JSON.stringify({ action: "published", full_slug: "team" });

let close: () => Promise<void>;
afterEach(() => close());

async function listen(access: { secret: string; path: string }) {
  const log: string[] = [];
  const orders: { due: readonly string[] }[] = [];
  const publisher = createBuildQueue({
    run: async (order) => {
      orders.push(order);
      return { ok: true, moved: true, summary: "built" };
    },
    log: (line) => log.push(line),
    settleMs: 0,
    recheckMs: 0,
  });
  const server = await startWebhookServer({
    host: "127.0.0.1",
    port: 0,
    access: [access],
    publisher,
    log: (line) => log.push(line),
  });
  close = async () => {
    await server.close();
    await publisher.stop();
  };
  const post = async (path: string, headers: Record<string, string> = {}) => {
    const url = `http://127.0.0.1:${server.port}${path}`;
    const response = await fetch(url, { method: "POST", body: BODY, headers });
    return [response.status, await response.text()] as const;
  };
  return { post, log, orders, publisher, port: server.port };
}

test("the secret address takes unsigned webhooks, and one of a source below it", async () => {
  const { post, log, orders, publisher } = await listen({ secret: "", path: PATH });
  expect((await post(`/${PATH}`))[0]).toBe(202);
  expect((await post(`/${PATH}/`))[0]).toBe(202);
  expect((await post(`/${PATH}?again=1`))[0]).toBe(202);
  expect((await post(`/${PATH}/sources/prices`))[0]).toBe(202);
  await expect.poll(() => orders.flatMap(({ due }) => due), { interval: 5 }).toContain("prices");
  expect(publisher.state().events).toBe(4);
  expect(log.join("\n")).not.toContain(PATH);
});

test("every other address is answered as one that is none, whatever is tried", async () => {
  const { post, log, publisher, port } = await listen({ secret: "", path: PATH });
  const none = await post("/nothing-here");
  const read = await fetch(`http://127.0.0.1:${port}/nothing-here`);
  expect([none[0], none]).toEqual([404, [read.status, await read.text()]]);
  const empty = createHmac("sha1", "").update(BODY).digest("hex");
  const tries = [
    "/",
    `/${PATH.slice(0, -1)}`,
    `/${PATH}0`,
    `/${PATH.toUpperCase()}`,
    `/x/${PATH}`,
    `/${PATH}/x`,
    `/sources/prices`,
    `/${PATH}/sources/prices/more`,
    `/${encodeURIComponent(`${PATH}\u0000`)}`,
  ];
  for (const path of tries) {
    expect([path, await post(path)]).toEqual([path, none]);
    expect([path, await post(path, { "webhook-signature": empty })]).toEqual([path, none]);
  }
  expect(publisher.state().events).toBe(0);
  expect(log.join("\n")).not.toContain(PATH.slice(0, 8));
  // An address that no URL can be.
  const socket = connect(port, "127.0.0.1");
  const answer = new Promise<string>((done) => socket.once("data", (data) => done(String(data))));
  socket.write("POST http:// HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}");
  expect(await answer).toMatch(/^HTTP\/1\.1 404 /);
  socket.destroy();
});

test("without the option an unsigned webhook is refused at every address, and an empty secret signs nothing", async () => {
  const { post, publisher } = await listen({ secret: "a secret", path: "" });
  const empty = createHmac("sha1", "").update(BODY).digest("hex");
  for (const path of ["/", `/${PATH}`, "/undefined"]) {
    expect((await post(path))[0]).toBe(401);
    expect((await post(path, { "webhook-signature": empty }))[0]).toBe(401);
  }
  expect(publisher.state().events).toBe(0);
});
