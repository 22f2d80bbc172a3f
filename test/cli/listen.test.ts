/** `sitegen listen` as a process: real webhooks, a content service that changes meanwhile, files that follow. */
import { createHmac } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { stateWithBundles } from "../helpers/bundles.ts";
import { exhaustiveOnly } from "../helpers/exhaustive.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { runHere } from "../helpers/run-here.ts";
import { SAMPLE } from "../helpers/sample-definition.ts";
import { type Command, command } from "../serve/command.ts";

const SECRET = "the webhook's secret";
const KEY = "the key of the console";
const folder = temporaryFolder();
let service: SpaceService;
let listener: Command | undefined;

beforeAll(async () => {
  const dir = join(ROOT, "test/fixtures/spaces/minimal");
  service = await startSpaceService({ dir, rateLimit: false, quiet: true, watch: false, journal: false });
  const config = { site: { companyName: "X" }, storyblok: { requestsPerSecond: 1000 } };
  writeFileSync(join(folder.dir, "sitegen.config.json"), JSON.stringify({ definition: SAMPLE, ...config }));
  for (const name of [".sitegen", "state", "cached-state"]) stateWithBundles(join(folder.dir, name));
});
afterEach(async () => {
  await listener?.interrupt();
  listener = undefined;
});
afterAll(async () => {
  await service.close();
  folder.remove();
});

const environment = () => ({
  STORYBLOK_ENDPOINT: service.endpoint,
  STORYBLOK_TOKEN: service.token,
  STORYBLOK_WEBHOOK_SECRET: SECRET,
  SITEGEN_CONSOLE_KEY: KEY,
});

interface Health {
  ok: boolean;
  runs: number;
  events: number;
  running: boolean;
  queued: boolean;
  last: { ok: boolean; summary: string } | null;
}

async function listen(...args: string[]) {
  const started = command(["listen", "--port", "0", ...args], { cwd: folder.dir, env: environment() });
  listener = started;
  const [, url = ""] = await started.line(/^(http:\/\/127\.0\.0\.1:\d+\/)\n/);
  const shown = { headers: { authorization: `Bearer ${KEY}` } };
  const health = async () => (await (await fetch(`${url}console.json`, shown)).json()) as Health;
  const idle = async () => {
    const { running, queued, last } = await health();
    return !running && !queued && last !== null;
  };
  await expect.poll(idle, { timeout: 240_000 }).toBe(true);
  return { started, url, health, idle };
}

function publish(url: string, secret = SECRET): Promise<Response> {
  const body = JSON.stringify({ text: "…", action: "published", space_id: 100200, full_slug: "company/about" });
  const signature = createHmac("sha1", secret).update(body).digest("hex");
  const headers = { "webhook-signature": signature, "x-storyblok-topic": "story.published" };
  return fetch(url, { method: "POST", body, headers });
}

const say = (text: string) =>
  service.publish("company/about", (story) => {
    story.content.meta_title = text;
  });
const page = (out = "out") => readFileSync(join(folder.dir, out, "company/about/index.html"), "utf8");

test("it starts with what was published before, and a publish is in the files soon after its webhook", async () => {
  const { started, url, health } = await listen("--verbose");
  expect(page()).toContain("<title>About us");
  expect(started.stdout()).toBe(`${url}\n`);
  say("Seen by the webhook");
  expect((await publish(url)).status).toBe(202);
  await expect.poll(() => page().includes("<title>Seen by the webhook"), { interval: 10 }).toBe(true);
  await expect.poll(async () => (await health()).last?.summary).toMatch(/^build \w+, 1 page written, 0 removed$/);
  await expect.poll(started.stderr).toMatch(/Z published company\/about\n[\s\S]*Z Rendering\n[\s\S]*Z done in \d+ ms/);
  service.faults.push({ kind: "500", match: "datasource_entries?datasource=labels", times: 4 });
  say("Without labels");
  await publish(url);
  await expect.poll(started.stderr).toMatch(/Z FETCH_DATASOURCE: Datasource labels could not be read/);
  await expect.poll(async () => (await health()).last?.summary).toMatch(/ removed, 0 errors, [12] warnings?$/);
  expect(started.stderr()).not.toContain(SECRET);
  expect(await started.interrupt()).toBe(130);
});

test("a publish that the token's minimum cache time hides is published when that ends", async () => {
  // A multiple of 60 and of no longer window, in seconds.
  const start = 1_800_000_060;
  let shift = (start + 10) * 1000 - Date.now();
  const dir = join(ROOT, "test/fixtures/spaces/minimal");
  const options = { dir, rateLimit: false, quiet: true, watch: false, journal: false } as const;
  const cached = await startSpaceService({ ...options, minimumCache: 60, now: () => Date.now() + shift });
  try {
    const title = (text: string) =>
      cached.publish("company/about", (story) => {
        story.content.meta_title = text;
      });
    title("First");
    const env = { ...environment(), STORYBLOK_ENDPOINT: cached.endpoint, STORYBLOK_TOKEN: cached.token };
    const args = ["listen", "--port", "0", "--out", "cached", "--state", "cached-state"];
    listener = command(args, { cwd: folder.dir, env });
    const [, url = ""] = await listener.line(/^(http:\/\/127\.0\.0\.1:\d+\/)\n/);
    const isShown = (text: string) => () =>
      existsSync(join(folder.dir, "cached/company/about/index.html")) && page("cached").includes(`<title>${text}`);
    await expect.poll(isShown("First"), { timeout: 240_000 }).toBe(true);
    shift = (start + 55) * 1000 - Date.now();
    title("Inside the window");
    await publish(url);
    await expect.poll(isShown("Inside the window"), { timeout: 30_000 }).toBe(true);
    expect(listener.stderr().match(/FETCH_MINIMUM_CACHE: .* 1 min/g)).toHaveLength(1);
  } finally {
    await cached.close();
  }
});

exhaustiveOnly(() => {
  test("100 publishes within a second, each with its change: two builds, and the last word is on the page", async () => {
    const { url, health, idle } = await listen();
    const before = (await health()).runs;
    // The first build does not end before the last publish has come.
    let release = () => {};
    const published = new Promise<void>((resolve) => {
      release = resolve;
    });
    service.faults.push({ kind: "hook", match: "cdn/", hook: () => published });
    const answers: Promise<Response>[] = [];
    for (let index = 1; index <= 100; index += 1) {
      say(`Change ${index}`);
      answers.push(publish(url));
      if (index % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 60));
    }
    expect([...new Set((await Promise.all(answers)).map(({ status }) => status))]).toEqual([202]);
    release();
    await expect.poll(idle, { timeout: 240_000 }).toBe(true);
    expect(page()).toContain("<title>Change 100");
    const { runs, events } = await health();
    expect([events, runs - before <= 2]).toEqual([101, true]); // the start counts as one
  });
});

test("a stranger is refused; a failed build is shown, and made good by itself", async () => {
  const { url, health } = await listen();
  expect((await publish(url, "a guess")).status).toBe(401);
  service.faults.push({ match: "cdn/", times: 999, kind: "500" });
  say("After the failure");
  await publish(url);
  await expect.poll(async () => (await fetch(url)).status, { timeout: 240_000 }).toBe(503);
  expect((await health()).last).toMatchObject({ ok: false, summary: expect.stringMatching(/^FETCH_FAILED: /) });
  expect((await health()).last?.summary).not.toContain(service.token);
  service.faults.length = 0;
  await expect.poll(async () => (await fetch(url)).status, { timeout: 240_000 }).toBe(200);
  expect(page()).toContain("<title>After the failure");
});

describe("--then", () => {
  const script = (name: string, text: string) => {
    writeFileSync(join(folder.dir, name), text);
    return `"${process.execPath}" ${name}`;
  };

  exhaustiveOnly(() => {
    test("runs at the start and after each publish, with its output in the log; a failure is tried again", async () => {
      const then = script(
        "upload.mjs",
        `import { appendFileSync, readFileSync } from "node:fs";
appendFileSync("uploads", "x");
console.log("uploading");
process.exit(readFileSync("uploads", "utf8").length === 2 ? 7 : 0);
`,
      );
      const { started, url, health } = await listen("--then", then, "--out", "site", "--state", "state");
      const uploads = () => readFileSync(join(folder.dir, "uploads"), "utf8").length;
      expect([uploads(), existsSync(join(folder.dir, "site/index.html"))]).toEqual([1, true]);
      say("Uploaded");
      await publish(url);
      await expect.poll(started.stderr).toMatch(/Z uploading[\s\S]* exited with 7/);
      // The next build finds nothing to write; the upload is still due.
      await expect.poll(uploads).toBe(3);
      await expect.poll(async () => (await health()).ok).toBe(true);
      expect([uploads(), page("site").includes("<title>Uploaded")]).toEqual([3, true]);
    });
  });

  test("SIGTERM stops it and what it runs, and that is no failed publish", async () => {
    const notices: string[] = [];
    const receiver = createServer((request, response) => {
      request.on("data", (part: Buffer) => notices.push(part.toString())).on("end", () => response.end());
    });
    await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
    const then = script(
      "slow.mjs",
      `import { writeFileSync } from "node:fs";
process.on("SIGTERM", () => {
  writeFileSync("stopped", "");
  process.exit();
});
writeFileSync("begun", "");
setTimeout(() => {}, 60_000);
`,
    );
    const { port } = receiver.address() as AddressInfo;
    const notify = ["--notify", `http://127.0.0.1:${port}/`];
    const args = ["listen", "--port", "0", "--then", then, "--state", "state", "--out", "stopped-out", ...notify];
    listener = command(args, { cwd: folder.dir, env: environment() });
    await expect.poll(() => existsSync(join(folder.dir, "begun")), { timeout: 30_000 }).toBe(true);
    listener.child.kill("SIGTERM");
    expect(await listener.ended).toBe(130);
    expect(listener.stderr()).not.toContain("unchanged"); // it has just published
    expect(existsSync(join(folder.dir, "stopped"))).toBe(true);
    receiver.close();
    expect(notices).toEqual([]);
    const [, stored = ""] = readFileSync(join(folder.dir, "state/listen/publishes.json"), "utf8").split("\n");
    expect(JSON.parse(stored).entries).toMatchObject([{ ok: true, isLive: true }]);
  });
});

describe("what it does not start with", () => {
  const run = (args: string[], env: Record<string, string> = environment()) =>
    runHere(["listen", ...args], { cwd: folder.dir, env });

  test("no secret", async () => {
    const { STORYBLOK_WEBHOOK_SECRET: _, ...env } = environment();
    const { code, stdout, stderr } = await run([], env);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/LISTEN_CONFIG[\s\S]*STORYBLOK_WEBHOOK_SECRET/);
  });

  test.each(["www.example.com", "https://me:a-secret@www.example.com/"])("--verify %s", async (address) => {
    const { code, stdout, stderr } = await run(["--verify", address]);
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining("VERIFY_ADDRESS")]);
    expect(stderr).not.toContain("a-secret");
  });

  test.each([
    ["no address", ""],
    ["one that can be guessed", "xq7"],
    ["the console's", "console/undo-or-so"],
    ["one that is cut off", "b1946ac92492d234?7c6235b4d2611184"],
  ])("--path-secret with %s", async (_, path) => {
    const { STORYBLOK_WEBHOOK_SECRET: _secret, ...env } = environment();
    const { code, stderr } = await run(["--path-secret"], { ...env, STORYBLOK_WEBHOOK_PATH: path });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/LISTEN_CONFIG[\s\S]*STORYBLOK_WEBHOOK_PATH/)]);
    expect(path === "" || !stderr.includes(path)).toBe(true);
  });

  test.each(["ftp://chat.invalid/a-secret", "a-secret", "https://me:a-secret@chat.invalid/"])(
    "--notify %s, which is not repeated",
    async (address) => {
      const { code, stderr } = await run(["--notify", address]);
      expect([code, stderr.includes("LISTEN_CONFIG"), stderr.includes("a-secret")]).toEqual([2, true, false]);
    },
  );

  exhaustiveOnly(() => {
    test("a port that is taken, a wrong one, a mistyped option, a missing configuration", async () => {
      const other = createServer().listen(0, "127.0.0.1");
      await new Promise((done) => other.once("listening", done));
      const { port } = other.address() as AddressInfo;
      const taken = await run(["--port", String(port)]);
      other.close();
      expect([taken.code, taken.stderr.includes("SERVE_LISTEN")]).toEqual([2, true]);
      expect((await run(["--port", "x"])).stderr).toContain("number from 0 to 65535");
      const mistyped = await run(["--secret", "x"]);
      expect([mistyped.code, mistyped.stderr.includes("unknown option")]).toEqual([2, true]);
      const missing = await run(["--config", "none.json"]);
      expect([missing.code, missing.stderr.includes("CONFIG_NOT_FOUND")]).toEqual([2, true]);
    });
  });
});
