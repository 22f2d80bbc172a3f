/** `sitegen listen` from a webhook to the visitor: generate, deploy, verify, and the last of each on GET /. */
import { createHmac } from "node:crypto";
import { existsSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { BUCKET, startS3 } from "../deploy/s3-service.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { stateWithBundles } from "../helpers/bundles.ts";
import { exhaustiveOnly } from "../helpers/exhaustive.ts";
import { ROOT, runCli } from "../helpers/run-cli.ts";
import { runHere } from "../helpers/run-here.ts";
import { SAMPLE } from "../helpers/sample-definition.ts";
import { createStaticHost } from "../helpers/static-host.ts";
import { command } from "../serve/command.ts";

const SECRET = "the webhook's secret";
const KEY = "the key of the console";
const folder = temporaryFolder();
const live = join(folder.dir, "live");
let service: SpaceService;
/** Addresses that a verify of everything asks. */
let asked = 0;
let headers: Record<string, string> = {};
const site = createServer((request, response) => {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  void createStaticHost({ root: live, base: "/", headers: {} })(request, response);
});

beforeAll(async () => {
  const dir = join(ROOT, "test/fixtures/spaces/minimal");
  service = await startSpaceService({ dir, rateLimit: false, quiet: true, watch: false, journal: false });
  const config = {
    definition: SAMPLE,
    site: { companyName: "X" },
    storyblok: { requestsPerSecond: 1000 },
    hosts: ["serve"],
  };
  writeFileSync(join(folder.dir, "sitegen.config.json"), JSON.stringify(config));
  stateWithBundles(join(folder.dir, ".sitegen"));
  await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
});
afterAll(async () => {
  site.closeAllConnections();
  site.close();
  await service.close();
  folder.remove();
});

const environment = () => ({
  STORYBLOK_ENDPOINT: service.endpoint,
  STORYBLOK_TOKEN: service.token,
  STORYBLOK_WEBHOOK_SECRET: SECRET,
  SITEGEN_CONSOLE_KEY: KEY,
});
const shown = { headers: { authorization: `Bearer ${KEY}` } };

/** Another machine begins with what `listen` left. */
async function expectStateAt(target: string): Promise<void> {
  const args = ["generate", "--json", "--from", target, "--out", `of-${target}/out`, "--state", `of-${target}/state`];
  const built = await runCli(args, { cwd: folder.dir, env: environment() });
  expect(built.stderr).not.toContain("not used");
  expect(JSON.parse(built.stdout).pages).toMatchObject({ written: 0 });
}

interface Step {
  ok: boolean;
  summary: string;
}

test("a publish is live and verified soon after its webhook; what is wrong shows and is tried again", {
  timeout: 240_000,
}, async () => {
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  const args = ["listen", "--port", "0", "--deploy", "live", "--verify", origin];
  const listener = command(args, { cwd: folder.dir, env: environment() });
  try {
    const [, url = ""] = await listener.line(/^(http:\/\/127\.0\.0\.1:\d+\/)\n/);
    const health = async () => {
      const [{ status }, answer] = await Promise.all([fetch(url), fetch(`${url}console.json`, shown)]);
      return { status, steps: (await answer.json()) as Record<string, Step | undefined> };
    };
    const step = async (name: string) => (await health()).steps[name];
    // This host sets no security headers yet: the verify fails, the deploy stays.
    await expect.poll(async () => (await step("verify"))?.ok, { timeout: 240_000 }).toBe(false);
    expect(await step("deploy")).toMatchObject({
      ok: true,
      summary: expect.stringMatching(/^live: \d+ files sent, 0 deleted/),
    });
    await expect.poll(async () => (await health()).status).toBe(503);
    expect((await step("verify"))?.summary).toMatch(
      /: \d+ addresses checked, \d+ wrong, first .* is missing, expected /,
    );

    const served = JSON.parse(readFileSync(join(live, "serve.json"), "utf8")) as {
      headers: { source: string; headers: { key: string; value: string }[] }[];
    };
    const all = served.headers
      .flatMap((entry) => entry.headers)
      .filter(({ key }) => key.toLowerCase() !== "cache-control");
    headers = Object.fromEntries(all.map(({ key, value }) => [key, value]));
    service.publish("company/about", (story) => {
      story.content.meta_title = "Live and verified";
    });
    const body = JSON.stringify({ action: "published", full_slug: "company/about" });
    const signature = createHmac("sha1", SECRET).update(body).digest("hex");
    await fetch(url, { method: "POST", body, headers: { "webhook-signature": signature } });
    await expect.poll(async () => (await step("verify"))?.ok, { timeout: 240_000 }).toBe(true);
    expect(await (await fetch(`${origin}company/about/`)).text()).toContain("<title>Live and verified");
    // Another run, for the failed verify, may still be under way.
    await expect.poll(async () => (await health()).status, { timeout: 240_000 }).toBe(200);
    const last = await health();
    expect([last.steps.generate?.ok, last.steps.deploy?.ok]).toEqual([true, true]);
    asked = Number(/: (\d+) addresses checked/.exec(last.steps.verify?.summary ?? "")?.[1]);
    await expectStateAt("live");
  } finally {
    await listener.interrupt();
  }
});

test("--switch makes each build live by one change of a link", { timeout: 240_000 }, async () => {
  const target = join(folder.dir, "switched");
  const args = ["listen", "--port", "0", "--deploy", "switched", "--switch"];
  const listener = command(args, { cwd: folder.dir, env: environment() });
  try {
    const [, url = ""] = await listener.line(/^(http:\/\/127\.0\.0\.1:\d+\/)\n/);
    const about = () => (existsSync(target) ? readFileSync(join(target, "company/about/index.html"), "utf8") : "");
    await expect.poll(about, { timeout: 240_000 }).toContain("<title>");
    const first = readlinkSync(target);
    service.publish("company/about", (story) => {
      story.content.meta_title = "Switched to";
    });
    const body = JSON.stringify({ action: "published", full_slug: "company/about" });
    const signature = createHmac("sha1", SECRET).update(body).digest("hex");
    await fetch(url, { method: "POST", body, headers: { "webhook-signature": signature } });
    await expect.poll(about, { timeout: 240_000 }).toContain("<title>Switched to");
    expect(readlinkSync(target)).not.toBe(first);
    const answer = await fetch(`${url}console.json`, shown);
    expect(await answer.json()).toMatchObject({ deploy: { ok: true } });
    await expect.poll(async () => (await (await fetch(`${url}console.json`, shown)).json()).progress).toBeNull();
    await expectStateAt("switched");
  } finally {
    await listener.interrupt();
  }
});

test("without --switch it says what the target that is switched needs", { timeout: 240_000 }, async () => {
  const listener = command(["listen", "--port", "0", "--deploy", "switched"], { cwd: folder.dir, env: environment() });
  try {
    await expect.poll(listener.stderr, { timeout: 240_000 }).toMatch(/ failed in \d+ ms: .*DEPLOY_SWITCH: .*--switch/);
    expect(listener.stderr()).toMatch(/ what to do: \w/);
  } finally {
    await listener.interrupt();
  }
});

test("stopped while it verifies: what is live by then is told", { timeout: 240_000 }, async () => {
  const notices: string[] = [];
  let isAsked = false;
  const host = createServer((request, response) => {
    if (request.method === "GET")
      isAsked = true; // and never answers
    else request.on("data", (part: Buffer) => notices.push(part.toString())).on("end", () => response.end());
  });
  await new Promise<void>((done) => host.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}/`;
  const args = ["listen", "--port", "0", "--deploy", "told", "--state", "told-state", "--notify", origin];
  stateWithBundles(join(folder.dir, "told-state"));
  const listener = command([...args, "--verify", origin], { cwd: folder.dir, env: environment() });
  try {
    await expect.poll(() => isAsked, { timeout: 240_000 }).toBe(true);
    listener.child.kill("SIGTERM");
    expect(await listener.ended).toBe(130);
    expect(notices.map((body) => JSON.parse(body))).toMatchObject([
      { ok: true, text: expect.stringMatching(/^live at /) },
    ]);
  } finally {
    listener.child.kill("SIGKILL");
    host.closeAllConnections();
    host.close();
  }
});

exhaustiveOnly(() => {
  test("--endpoint names the S3 service of --deploy, --sample how much --verify asks", {
    timeout: 240_000,
  }, async () => {
    const s3 = await startS3();
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
    const target = ["--deploy", `s3://${BUCKET}/www`, "--endpoint", s3.endpoint];
    const args = ["listen", "--port", "0", ...target, "--verify", origin, "--sample", "1"];
    const listener = command(args, { cwd: folder.dir, env: { ...environment(), ...s3.env } });
    try {
      const [, url = ""] = await listener.line(/^(http:\/\/127\.0\.0\.1:\d+\/)\n/);
      const steps = async () =>
        (await (await fetch(`${url}console.json`, shown)).json()) as Record<string, Step | undefined>;
      await expect.poll(async () => (await steps()).verify?.ok, { timeout: 240_000 }).toBe(true);
      const { deploy, verify } = await steps();
      expect(deploy?.ok).toBe(true);
      expect(await s3.text("www/company/about/index.html")).toContain("<title>Live and verified");
      expect(Number(/: (\d+) addresses checked/.exec(verify?.summary ?? "")?.[1])).toBeLessThan(asked);
    } finally {
      await listener.interrupt();
      await s3.close();
    }
  });
});

test("a target that is none is refused before anything listens", async () => {
  const { code, stderr } = await runHere(["listen", "--deploy", "ftp://x/y"], { cwd: folder.dir, env: environment() });
  expect([code, stderr]).toEqual([2, expect.stringContaining("DEPLOY_TARGET")]);
});
