/** `sitegen doctor`: each thing that can be wrong with a set-up, on servers of this machine. */

import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import type { Finding } from "../../src/doctor/finding.ts";
import { checkDisk } from "../../src/doctor/machine.ts";
import { loadHeaderSettings } from "../../src/generate/host-files.ts";
import { takeLock } from "../../src/publish/lock.ts";
import { securityHeaders } from "../../src/render/hosts/headers.ts";
import { certifyHost, openLocalAuthority } from "../../src/serve/https/local-authority.ts";
import { shareOf } from "../helpers/exhaustive.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { runHere } from "../helpers/run-here.ts";
import { openSmallSite, type SmallSite } from "../helpers/small-site.ts";
import { createStaticHost } from "../helpers/static-host.ts";

const DEFINITION =
  'import { defineSite } from "sitegen-storyblok";\nexport default defineSite({ languages: [{ code: "en" }], pageTypes: { page: {} }, global: null });\n';

let site: SmallSite;
let host: Record<string, string>;
beforeAll(async () => {
  site = await openSmallSite({ "site.ts": DEFINITION });
  await site.build();
  const config = await loadConfig({ cwd: site.dir, env: { STORYBLOK_ENDPOINT: "", STORYBLOK_TOKEN: "" } });
  const settings = await loadHeaderSettings(config, join(site.dir, "state"));
  host = Object.fromEntries(securityHeaders(settings));
});
afterAll(() => site.close());

const closers: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function listen(handler: RequestListener): Promise<string> {
  const server: Server = createServer(handler);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Report {
  ok: boolean;
  url: string | null;
  checks: { name: string; ok: boolean; said: string }[];
  findings: Finding[];
}

async function doctor(args: readonly string[] = [], env: Record<string, string> = {}) {
  const access = {
    STORYBLOK_ENDPOINT: site.service.endpoint,
    STORYBLOK_TOKEN: "public",
    STORYBLOK_PREVIEW_TOKEN: "preview",
    ...env,
  };
  const flags = ["doctor", "--state", "state", "--json", ...args];
  const { code, stdout, stderr } = await runHere(flags, { cwd: site.dir, env: access });
  const report = JSON.parse(stdout) as Report;
  expect([code, report.ok, stderr]).toEqual(report.findings.length === 0 ? [0, true, ""] : [4, false, ""]);
  for (const { message, hint } of report.findings) expect([message, hint]).not.toContain("");
  return { ...report, codes: report.findings.map(({ code: name }) => name), text: stdout };
}

test("a good set-up: nothing is wrong, few requests, nothing written", async () => {
  const before = site.service.log.length;
  const { codes, checks } = await doctor();
  expect(codes).toEqual([]);
  expect(checks.map(({ name }) => name)).toEqual([
    ...["node", "output folder", "state folder", "configuration", "site definition", "public folder"],
    ...["token", "preview token", "webhook"],
  ]);
  const asked = site.service.log.slice(before).map(({ path, query }) => [path, query.version]);
  expect(asked).toEqual([
    ["/v2/cdn/spaces/me", undefined],
    ["/v2/cdn/stories", "draft"],
    // Whether both tokens are of one space.
    ["/v2/cdn/spaces/me", undefined],
    ["/v2/cdn/spaces/me", undefined],
  ]);
});

test("as text: each finding with code, place and what to do; the token is not shown", async () => {
  const env = { STORYBLOK_ENDPOINT: site.service.endpoint, STORYBLOK_TOKEN: "a-wrong-token" };
  const { code, stdout } = await runHere(["doctor", "--state", "state"], { cwd: site.dir, env });
  expect(code).toBe(4);
  expect(stdout).toMatch(/^✓ node {12}\d+/m);
  expect(stdout).toMatch(
    /^✗ token {11}rejected\n {4}FETCH_UNAUTHORIZED .* answered 401 .*\(STORYBLOK_TOKEN\)\n {4}What to do: /m,
  );
  expect(stdout).toMatch(/\d+ questions asked, 1 wrong\n$/);
  expect(stdout).not.toContain("a-wrong-token");
});

test("a proxy of the environment that is not asked is named where something cannot be reached, without its password", async () => {
  const nobody = "0.0.0.0:9"; // of this machine, but nothing that needs no proxy
  const env = { HTTPS_PROXY: "http://me:a-secret@proxy.example:3128", NO_PROXY: "", NODE_USE_ENV_PROXY: "" };
  const unreachable = { ...env, STORYBLOK_ENDPOINT: `http://${nobody}/v2`, STORYBLOK_PREVIEW_TOKEN: "" };
  const { findings, checks, text } = await doctor([`http://${nobody}/`], unreachable);
  expect(findings.map(({ code, hint }) => [code, hint.includes("HTTPS_PROXY is set, but ")])).toEqual([
    ["FETCH_UNREACHABLE", true],
    ["VERIFY_UNREACHABLE", true],
  ]);
  expect(checks.find(({ name }) => name === "proxy")?.said).toContain("everything is asked directly");
  expect(text).not.toContain("a-secret");
  const spared = await doctor([], { ...unreachable, NO_PROXY: "0.0.0.0" });
  expect(spared.findings[0]?.hint).not.toContain("HTTPS_PROXY");
  expect((await doctor([], env)).codes).toEqual([]);
});

test("an endpoint without its version is named as such; a line break beside a token does no harm", async () => {
  const endpoint = site.service.endpoint.replace(/\/v2$/, "");
  const { findings } = await doctor([], { STORYBLOK_ENDPOINT: endpoint, STORYBLOK_PREVIEW_TOKEN: "" });
  expect(findings.map(({ code, hint }) => [code, hint.includes("ends in /v2")])).toEqual([["FETCH_FAILED", true]]);
  const copied = { STORYBLOK_TOKEN: " public\n", STORYBLOK_PREVIEW_TOKEN: "preview\n" };
  expect((await doctor([], copied)).codes).toEqual([]);
});

test("a page's address in place of the site's is said once", async () => {
  const address = await listen(createStaticHost({ root: site.out, base: "/", headers: host }));
  const { findings } = await doctor([`${address}/about`, "--out", site.out]);
  expect(findings.map(({ code, hint }) => [code, hint])).toEqual([
    ["DOCTOR_SITE", 'Give the address that ends in /, or set site.base to "/about/".'],
  ]);
});

test("https where nothing is encrypted is said in words", async () => {
  const address = (await listen((_request, response) => response.end())).replace("http:", "https:");
  const { findings } = await doctor([`${address}/`]);
  expect(findings.map(({ message }) => message)).toEqual([
    `${address}/ cannot be fetched: ERR_SSL_WRONG_VERSION_NUMBER: wrong version number.`,
  ]);
  expect(findings[0]?.hint).toContain("does not encrypt");
});

describe("the content service", () => {
  const regions = async () => {
    const minimal = { dir: join(site.dir, "space"), watch: false, journal: false, quiet: true } as const;
    const eu = await startSpaceService({ ...minimal, token: "european", previewToken: "x" });
    const us = await startSpaceService({ ...minimal, token: "american", previewToken: "y" });
    closers.push(eu.close, us.close);
    const gone = await listen((_request, response) => response.writeHead(502).end());
    const dead = "http://127.0.0.1:9/v2";
    const all = { eu: eu.endpoint, us: us.endpoint, ca: `${gone}/v2`, ap: dead, cn: dead };
    writeFileSync(join(site.dir, "regions.json"), JSON.stringify({ storyblok: { regions: all } }));
    return { eu, us };
  };
  const inRegion = { STORYBLOK_ENDPOINT: "", STORYBLOK_PREVIEW_TOKEN: "" };

  test("a token of another region: the right one is named, each region asked once", async () => {
    const { eu, us } = await regions();
    const { findings, text } = await doctor(["-c", "regions.json"], { ...inRegion, STORYBLOK_TOKEN: "american" });
    expect(findings).toMatchObject([
      { code: "DOCTOR_REGION", where: "storyblok.region", hint: expect.stringContaining('region: "us"') },
    ]);
    expect([eu.log.length, us.log.length]).toEqual([1, 1]);
    expect(text).not.toContain("american");
    const good = await doctor(["-c", "regions.json"], { ...inRegion, STORYBLOK_TOKEN: "european" });
    expect(good.codes).toEqual([]);
  });

  test("a token of each of the five regions is told so from another", async () => {
    const names = ["eu", "us", "ca", "ap", "cn"];
    const regions: Record<string, string> = {};
    for (const token of names) {
      const dir = join(site.dir, "space");
      const own = await startSpaceService({ dir, token, previewToken: "x", watch: false, journal: false, quiet: true });
      closers.push(own.close);
      regions[token] = own.endpoint;
    }
    for (const [nth, region] of names.entries()) {
      writeFileSync(join(site.dir, "one.json"), JSON.stringify({ storyblok: { region, regions } }));
      for (const right of shareOf(names.toSpliced(nth, 1), nth)) {
        const { findings } = await doctor(["-c", "one.json"], { ...inRegion, STORYBLOK_TOKEN: right });
        expect([region, findings]).toMatchObject([
          region,
          [{ code: "DOCTOR_REGION", hint: `Set storyblok: { region: "${right}" } in sitegen.config.ts.` }],
        ]);
      }
    }
  });

  test("the two tokens mixed up, and a preview token of another space", async () => {
    const swapped = await doctor([], { STORYBLOK_TOKEN: "preview", STORYBLOK_PREVIEW_TOKEN: "public" });
    expect(swapped.findings).toMatchObject([
      {
        code: "DOCTOR_PREVIEW_TOKEN",
        message: expect.stringContaining("mixed up"),
        hint: expect.stringMatching(/^Give/),
      },
    ]);
    const service = await listen((request, response) => {
      const isPreview = request.url?.includes("token=preview");
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ space: { id: isPreview ? 8 : 7, name: "", version: 1 }, stories: [] }));
    });
    const { findings } = await doctor([], { STORYBLOK_ENDPOINT: `${service}/v2` });
    expect(findings).toMatchObject([
      { code: "DOCTOR_PREVIEW_TOKEN", message: expect.stringMatching(/is of space 8, and STORYBLOK_TOKEN of space 7/) },
    ]);
  });

  test("a token of none: said so; a service of one's own is asked alone", async () => {
    const { us } = await regions();
    const { findings } = await doctor(["-c", "regions.json"], { ...inRegion, STORYBLOK_TOKEN: "forgotten" });
    expect(findings).toMatchObject([
      { code: "FETCH_UNAUTHORIZED", message: expect.stringContaining("us, ca, ap, cn"), where: "STORYBLOK_TOKEN" },
    ]);
    const own = await doctor(["-c", "regions.json"], { STORYBLOK_TOKEN: "forgotten", STORYBLOK_PREVIEW_TOKEN: "" });
    expect([own.codes, us.log.length]).toEqual([["FETCH_UNAUTHORIZED"], 1]);
  });

  test.each([
    ["another space", { STORYBLOK_SPACE_ID: "8" }, ["DOCTOR_SPACE"]],
    ["a public token for drafts", { STORYBLOK_PREVIEW_TOKEN: "public" }, ["DOCTOR_PREVIEW_TOKEN"]],
    ["nobody there", { STORYBLOK_ENDPOINT: "http://127.0.0.1:9/v2" }, ["FETCH_UNREACHABLE", "FETCH_UNREACHABLE"]],
  ])("%s", async (_name, env, expected) => {
    expect((await doctor([], env)).codes).toEqual(expected);
  });

  test("something else answers, or nothing in time", async () => {
    const html = await listen((_request, response) => response.end("<html>"));
    const env = { STORYBLOK_PREVIEW_TOKEN: "" };
    expect((await doctor([], { ...env, STORYBLOK_ENDPOINT: `${html}/v2` })).codes).toEqual(["FETCH_BAD_ANSWER"]);
    const silent = await listen(() => undefined);
    writeFileSync(join(site.dir, "impatient.json"), JSON.stringify({ storyblok: { timeoutMs: 150 } }));
    const late = await doctor(["--config", "impatient.json"], { ...env, STORYBLOK_ENDPOINT: `${silent}/v2` });
    expect(late.findings).toMatchObject([{ code: "FETCH_UNREACHABLE", message: expect.stringContaining("150 ms") }]);
  });

  test.each([
    [3_600_000, "60 min behind"],
    [-600_000, "10 min ahead of"],
  ])("a clock that is wrong by %d ms", async (skew, said) => {
    const now = () => Date.now() + skew;
    const ahead = await startSpaceService({
      dir: join(site.dir, "space"),
      watch: false,
      journal: false,
      quiet: true,
      now,
    });
    closers.push(ahead.close);
    const { findings } = await doctor([], { STORYBLOK_ENDPOINT: ahead.endpoint });
    expect(findings).toMatchObject([{ code: "DOCTOR_CLOCK", message: expect.stringContaining(said) }]);
  });
});

describe("the machine", () => {
  test("folders that cannot be written, a build that runs, files that cannot be published", async () => {
    writeFileSync(join(site.dir, "file"), "");
    const { codes } = await doctor(["--out", "file", "--state", "file/state"]);
    expect(codes).toEqual(["PUBLISH_NOT_WRITABLE", "STATE_NOT_WRITABLE"]);
    const lock = await takeLock(join(site.dir, ".out.sitegen/lock"), site.out);
    try {
      const { findings } = await doctor();
      expect(findings).toMatchObject([{ code: "PUBLISH_LOCKED", message: expect.stringContaining(`${process.pid}`) }]);
    } finally {
      await lock.release();
    }
    mkdirSync(join(site.dir, "public/_assets"), { recursive: true });
    writeFileSync(join(site.dir, "public/_assets/logo.svg"), "<svg/>");
    expect((await doctor()).codes).toEqual(["PUBLISH_UNSAFE_PATH"]);
    rmSync(join(site.dir, "public"), { recursive: true });
  });

  test("a configuration or a definition that does not load is a finding, and the rest is still asked", async () => {
    writeFileSync(join(site.dir, "broken.json"), '{ "site": { "orgin": "x" } }');
    const { findings, checks } = await doctor(["-c", "broken.json"]);
    expect(findings).toMatchObject([{ code: "CONFIG_INVALID", where: join(site.dir, "broken.json") }]);
    expect(checks.map(({ name }) => name)).toContain("node");
    writeFileSync(join(site.dir, "undefined.json"), '{ "definition": "nowhere.ts" }');
    const other = await doctor(["-c", "undefined.json"]);
    expect([other.codes, other.checks.some(({ name }) => name === "token")]).toEqual([["CONFIG_INVALID"], true]);
  });

  test.each([
    ["18.20.8", 2],
    ["20.18.9", 2],
    ["20.19.0", 0],
    ["22.0.0", 0],
  ])("Node %s: every command says that it is too old before it imports anything, or runs", (version, code) => {
    const fake = `Object.defineProperty(process.versions, "node", { value: "${version}" })`;
    const start = ["--import", `data:text/javascript,${encodeURIComponent(fake)}`, join(ROOT, "bin/sitegen.mjs")];
    for (const args of [["--version"], ["doctor", "--help"], ["generate", "--help", "--json"]]) {
      const done = spawnSync(process.execPath, [...start, ...args], { encoding: "utf8" });
      const said = `This is Node ${version}, and sitegen needs >=20.19.0.\nWhere: ${process.execPath}\nWhat to do: Install`;
      expect([done.status, done.stderr.includes(said)]).toEqual([code, code === 2]);
      if (code === 2 && args.includes("--json")) expect(JSON.parse(done.stdout).error.code).toBe("DOCTOR_NODE");
    }
  });

  test("Bun is told that sitegen needs Node, which Bun says to be", () => {
    const fake = `data:text/javascript,${encodeURIComponent('process.versions.bun = "1.4.5"')}`;
    const args = ["--import", fake, join(ROOT, "bin/sitegen.mjs"), "generate", "--help", "--json"];
    const done = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect([done.status, JSON.parse(done.stdout).error.code]).toEqual([2, "DOCTOR_NODE"]);
    expect(done.stderr).toContain("This is Bun 1.4.5, and sitegen needs Node >=20.19.0.");
    expect(done.stderr).toContain("What to do: Install Node beside Bun, and start sitegen without --bun");
  });

  test("a disk that is almost full", () => {
    const { findings } = checkDisk("/site/out", "writable", () => 5_000_000);
    expect(findings).toMatchObject([{ code: "DOCTOR_DISK", where: "/site/out" }]);
    expect(checkDisk("/site/out", "writable", () => null).findings).toEqual([]);
  });
});

describe("the live site", () => {
  /** The build on a host, with what it does otherwise. */
  async function online(wrong: (path: string) => Record<string, string> | number | string | null = () => null) {
    const files = createStaticHost({ root: site.out, base: "/", headers: host });
    return listen((request, response) => {
      const own = wrong(request.url ?? "");
      if (typeof own === "number") return response.writeHead(own, { location: "/en/" }).end();
      if (typeof own === "string") return response.writeHead(200, { "content-type": "text/html" }).end(own);
      if (own !== null) {
        const set = response.writeHead.bind(response);
        response.writeHead = ((status: number, headers: Record<string, string>) =>
          set(status, { ...headers, ...own })) as typeof response.writeHead;
      }
      return files(request, response);
    });
  }

  test("a good one: nothing is wrong", async () => {
    const url = await online();
    const { codes, checks } = await doctor([url]);
    expect(codes).toEqual([]);
    expect(checks.slice(-6).map(({ name }) => name)).toEqual([
      ...["site", "unknown page", "editor", "search engines", "caches", "build"],
    ]);
    expect(checks.at(-1)?.said).toMatch(/^build \w{16}, \d+ addresses asked, 0 wrong$/);
    const other = await doctor([url, "--out", "nothing"]);
    expect([other.codes, other.checks.at(-1)?.said]).toEqual([[], "not compared: no build in nothing"]);
  });

  const PAGE = (path: string) => path === "/";
  const policy = (sources: string) => ({ "content-security-policy": `default-src 'self'; frame-ancestors ${sources}` });
  test.each<[string, (path: string) => Record<string, string> | number | string | null, string[]]>([
    ["moved", (path) => (PAGE(path) ? 301 : null), ["DOCTOR_SITE"]],
    ["not there", () => 404, ["DOCTOR_SITE"]],
    ["X-Frame-Options beside a policy that allows the editor", () => ({ "x-frame-options": "DENY" }), []],
    [
      "a policy without the editor",
      (path) => (PAGE(path) ? policy("'self'") : null),
      ["DOCTOR_EDITOR_FRAME", "DOCTOR_SITE_HEADERS"],
    ],
    [
      "one of two policies without it",
      (path) => (PAGE(path) ? { "content-security-policy": "frame-ancestors *, frame-ancestors 'none'" } : null),
      ["DOCTOR_EDITOR_FRAME", "DOCTOR_SITE_HEADERS"],
    ],
    [
      "a wildcard for the editor",
      (path) => (PAGE(path) ? policy("https://*.storyblok.com") : null),
      ["DOCTOR_SITE_HEADERS"],
    ],
    ["no search engine is let in", () => ({ "x-robots-tag": "none" }), ["DOCTOR_NOINDEX"]],
    ["one crawler of others is kept out", () => ({ "x-robots-tag": "gptbot: noindex" }), []],
    ["one page for all addresses", (path) => (path.includes("nobody") ? "<h1>Home</h1>" : null), ["DOCTOR_NOT_FOUND"]],
    [
      "a cache over the newest build's name",
      (path) => (path.includes("latest.json") ? { age: "300" } : null),
      ["DOCTOR_CDN"],
    ],
    ["an old page from a cache", (path) => (PAGE(path) ? { age: "30" } : null), ["DOCTOR_CDN"]],
    [
      "a host's own cache that deploys purge",
      (path) => (PAGE(path) ? { age: "30", "x-vercel-cache": "HIT" } : null),
      [],
    ],
    [
      "files kept too short",
      (path) => (path.endsWith(".js") ? { "cache-control": "no-cache" } : null),
      ["DOCTOR_SITE_CACHING"],
    ],
    [
      "a page that is not the build's",
      (path) => (PAGE(path) ? "<h1>Old</h1>" : null),
      ["DOCTOR_SITE_FILES", "DOCTOR_SITE_CACHING", "DOCTOR_SITE_HEADERS"],
    ],
    [
      "another build",
      (path) => (path.includes("latest.json") ? '{"id":"0123456789abcdef"}' : null),
      ["DOCTOR_SITE_BUILD"],
    ],
  ])("%s", async (_name, wrong, expected) => {
    const { findings, codes } = await doctor([await online(wrong)]);
    expect([...new Set(codes)], JSON.stringify(findings)).toEqual(expected);
  });

  test("redirects in a circle, a folder that the server may not read, a CDN that keeps pages for a day", async () => {
    const circle = await listen((request, response) =>
      response.writeHead(301, { location: request.url === "/" ? "/en/" : "/" }).end(),
    );
    expect((await doctor([circle])).findings).toMatchObject([
      {
        code: "DOCTOR_SITE",
        message: expect.stringMatching(/\/en\/, which leads to .*\/ again/),
        hint: expect.stringContaining("CDN"),
      },
    ]);
    const locked = await doctor([await online(() => 403)]);
    expect(locked.findings).toMatchObject([{ code: "DOCTOR_SITE", hint: expect.stringContaining("FollowSymLinks") }]);
    const day = await online((path) => (PAGE(path) ? { "cache-control": "public, max-age=86400", age: "3600" } : null));
    const { findings } = await doctor([day, "--out", "nothing"]);
    expect(findings).toMatchObject([{ code: "DOCTOR_CDN", message: expect.stringContaining("kept for 86400 s") }]);
  });

  test("X-Frame-Options alone; --no-headers leaves the build's headers out, not the editor's", async () => {
    const files = createStaticHost({ root: site.out, base: "/", headers: { "x-frame-options": "SAMEORIGIN" } });
    const url = await listen(files);
    expect((await doctor([url])).codes).toEqual(["DOCTOR_EDITOR_FRAME", "DOCTOR_SITE_HEADERS"]);
    const { findings } = await doctor([url, "--no-headers"]);
    expect(findings).toMatchObject([{ code: "DOCTOR_EDITOR_FRAME", message: expect.stringContaining("SAMEORIGIN") }]);
  });

  test("a certificate that nobody trusts: what to do about it, as verify says too", async () => {
    const { key, certificate } = await certifyHost(await openLocalAuthority(join(site.dir, "authority")), "127.0.0.1");
    const server = createSecureServer(
      { key, cert: certificate },
      createStaticHost({ root: site.out, base: "/", headers: host }),
    );
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const hint = expect.stringContaining("NODE_EXTRA_CA_CERTS");
    expect((await doctor([url])).findings).toMatchObject([{ code: "VERIFY_UNREACHABLE", hint }]);
    const { stdout } = await runHere(["verify", url, "--json"], { cwd: site.dir });
    expect(JSON.parse(stdout).error).toMatchObject({ code: "VERIFY_UNREACHABLE", hint });
    server.closeAllConnections();
    server.close();
  });

  test("nobody answers; an address that is none is refused before anything is asked", async () => {
    expect((await doctor(["http://127.0.0.1:9/"])).codes).toEqual(["VERIFY_UNREACHABLE"]);
    const before = site.service.log.length;
    const { code } = await runHere(["doctor", "ftp://x", "--json"], { cwd: site.dir });
    expect([code, site.service.log.length]).toEqual([2, before]);
  });
});

describe("the webhook", () => {
  const env = { STORYBLOK_WEBHOOK_SECRET: "a secret" };
  test.each<[string, RequestListener, Record<string, string>, string[]]>([
    ["answers", (_request, response) => response.end('{"ok":true}'), env, []],
    [
      "is another program's",
      (_request, response) => response.writeHead(404).end("<!doctype html>"),
      env,
      ["DOCTOR_WEBHOOK"],
    ],
    ["is at a path of its own", (_request, response) => response.writeHead(404).end(), env, []],
    ["of a host takes only POST", (_request, response) => response.writeHead(405).end(), env, []],
    ["has no secret", (_request, response) => response.end(), {}, ["DOCTOR_WEBHOOK_SECRET"]],
    [
      "failed last",
      (_request, response) => response.writeHead(503).end('{"ok":false}\n'),
      env,
      ["DOCTOR_WEBHOOK_FAILED"],
    ],
    ["is not passed on", (_request, response) => response.writeHead(502).end(), env, ["DOCTOR_WEBHOOK"]],
  ])("%s", async (_name, handler, variables, expected) => {
    expect((await doctor(["--webhook", await listen(handler)], variables)).codes).toEqual(expected);
  });

  test("its path, which may be a secret, is not shown", async () => {
    const address = `${await listen((_request, response) => response.writeHead(502).end())}/a-secret-path`;
    const { codes, text } = await doctor(["--webhook", address], env);
    expect(codes).toEqual(["DOCTOR_WEBHOOK"]);
    expect(text).not.toContain("a-secret-path");
  });

  test("nobody listens, without encryption", async () => {
    const { codes } = await doctor(["--webhook", "http://[::ffff:127.0.0.1]:9/"], env);
    expect(codes).toEqual(["DOCTOR_HTTPS", "DOCTOR_WEBHOOK"]);
  });
});
