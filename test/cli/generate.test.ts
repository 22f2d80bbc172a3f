import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { keepBundles } from "../helpers/bundles.ts";
import { type CliResult, ROOT, runCli } from "../helpers/run-cli.ts";
import { runHere } from "../helpers/run-here.ts";
import { SAMPLE } from "../helpers/sample-definition.ts";

const folder = temporaryFolder();
const MINIMAL = join(ROOT, "test/fixtures/spaces/minimal");
let service: SpaceService;
let env: Record<string, string>;
/** Into the folder `one`. */
let first: CliResult;

beforeAll(async () => {
  service = await startSpaceService({ dir: MINIMAL, rateLimit: false, quiet: true, watch: false, journal: false });
  env = { STORYBLOK_ENDPOINT: service.endpoint, STORYBLOK_TOKEN: service.token };
  writeFileSync(
    join(folder.dir, "fast.json"),
    JSON.stringify({ definition: SAMPLE, site: { companyName: "X" }, storyblok: { requestsPerSecond: 1000 } }),
  );
  first = await generate(["--out", "one", "--state", "one-state", "--jobs", "1", "--verbose", "--json"]);
  expect(first, first.stderr).toMatchObject({ code: 0 });
  keepBundles(path("one-state"));
});
afterAll(async () => {
  await service.close();
  folder.remove();
});

const generate = (args: string[], given = env): Promise<CliResult> =>
  runHere(["generate", "--config", "fast.json", ...args], { cwd: folder.dir, env: given });
/** The same in a process of its own. */
const generateApart = (args: string[], given = env): Promise<CliResult> =>
  runCli(["generate", "--config", "fast.json", ...args], { cwd: folder.dir, env: given });
const path = (name: string) => join(folder.dir, name);

describe("a good run", () => {
  test("--json prints one object with the contract's keys on stdout and nothing else", async () => {
    const args = ["--out", "json", "--state", "json-state", "--json", "--quiet"];
    const { code, stdout, stderr } = await generateApart(args);
    expect([code, stderr]).toEqual([0, ""]);
    const report = JSON.parse(stdout);
    expect(Object.keys(report).sort()).toEqual(
      ["buildId", "cv", "ms", "ok", "out", "pages", "peakRssMb", "problems", "redirects", "requests", "stories"].sort(),
    );
    expect(Object.keys(report.pages).sort()).toEqual(["removed", "total", "unchanged", "written"]);
    expect(Object.keys(report.ms).sort()).toEqual(["bundle", "fetch", "render", "total", "write"]);
    expect(report).toMatchObject({ ok: true, requests: { retried: 0 } });
    expect(report.buildId).toBe(JSON.parse(readFileSync(path("json/_assets/builds/latest.json"), "utf8")).id);
  });

  test("two runs into two folders are byte-identical; the second run of one folder writes nothing", async () => {
    await generate(["--out", "two", "--state", "two-state", "--jobs", "4"]);
    expect(filesOf(path("one"))).toEqual(filesOf(path("two")));
    const again = await generate(["--out", "one", "--state", "one-state", "--json"]);
    expect(JSON.parse(again.stdout)).toMatchObject({ pages: { written: 0, removed: 0 }, requests: { total: 1 } });
  });

  test("--offline builds the same from the snapshot without a request, also when the service is gone", async () => {
    const gone = { ...env, STORYBLOK_ENDPOINT: "http://127.0.0.1:9/v2" };
    const { code, stdout } = await generate(["--offline", "--out", "offline", "--state", "one-state", "--json"], gone);
    expect([code, JSON.parse(stdout).requests.total]).toEqual([0, 0]);
    expect(filesOf(path("offline"))).toEqual(filesOf(path("one")));
  });

  test("--dry-run publishes nothing", async () => {
    const { code, stderr } = await generate(["--dry-run", "--out", "dry", "--state", "one-state"]);
    expect([code, readdirSync(folder.dir).includes("dry")]).toEqual([0, false]);
    expect(stderr).toContain("Dry run");
  });

  test("no token in the output, the state or what is printed", () => {
    const texts = ["one", "one-state"].flatMap((name) =>
      Object.keys(filesOf(path(name))).map((file) => readFileSync(path(`${name}/${file}`), "latin1")),
    );
    expect(texts.length).toBeGreaterThan(60);
    expect([first.stdout, first.stderr, ...texts].filter((text) => text.includes(service.token))).toEqual([]);
  });
});

describe("bad input: one clear message, the contract's exit code, out/ untouched", () => {
  const before = { "index.html": "mine" };
  const ready = (name: string) => {
    mkdirSync(path(name), { recursive: true });
    writeFileSync(path(`${name}/index.html`), before["index.html"]);
  };
  const untouched = (name: string) => expect(readdirSync(path(name))).toEqual(["index.html"]);

  test("wrong token", async () => {
    ready("bad1");
    const { code, stdout, stderr } = await generateApart(["--out", "bad1", "--state", "bad1-state"], {
      ...env,
      STORYBLOK_TOKEN: "wrong-secret",
    });
    expect([code, stdout]).toEqual([5, ""]);
    expect(stderr).toContain("FETCH_UNAUTHORIZED");
    expect(stderr).toContain("STORYBLOK_TOKEN");
    expect(stderr).not.toContain("wrong-secret");
    untouched("bad1");
  });

  test("unreachable service", async () => {
    ready("bad2");
    const { code, stderr } = await generate(["--out", "bad2", "--state", "bad2-state"], {
      ...env,
      STORYBLOK_ENDPOINT: "http://127.0.0.1:9/v2",
    });
    expect(code).toBe(5);
    expect(stderr).toContain("FETCH_UNREACHABLE");
    untouched("bad2");
  });

  test.each([
    ["an unknown key", { sites: {} }, 'Did you mean "site"?'],
    ["a wrong type", { keepBuilds: "3" }, "must be of type number"],
  ])("%s in the configuration", async (_name, config, text) => {
    writeFileSync(path("bad.json"), JSON.stringify(config));
    const { code, stderr } = await runHere(["generate", "--config", "bad.json", "--out", "bad3"], {
      cwd: folder.dir,
      env,
    });
    expect([code, readdirSync(folder.dir).includes("bad3")]).toEqual([2, false]);
    expect(stderr).toContain(text);
    expect(stderr).toContain("bad.json");
  });

  test("an output folder that cannot be one", async () => {
    writeFileSync(path("file"), "a file");
    const { code, stderr } = await generate(["--out", "file", "--state", "bad4-state"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/PUBLISH_\w+/);
    expect(readFileSync(path("file"), "utf8")).toBe("a file");
  });

  test("--offline without a snapshot", async () => {
    const { code, stderr } = await generate(["--offline", "--out", "bad5", "--state", "bad5-state"]);
    expect(code).toBe(1);
    expect(stderr).toContain("SNAPSHOT_MISSING");
  });

  test("a damaged space file names file and line", async () => {
    mkdirSync(path("space/stories"), { recursive: true });
    writeFileSync(
      path("space/space.json"),
      '{ "name": "x", "id": 1, "version": 1, "languages": ["de"], "token": "t", "previewToken": "p" }',
    );
    writeFileSync(path("space/stories/home.json"), '{\n  "content": {,}\n}');
    const { code, stderr } = await runHere(["space", "--dir", "space", "--port", "0"], { cwd: folder.dir });
    expect(code).toBe(2);
    expect(stderr).toContain("SPACE_BROKEN");
    expect(stderr).toMatch(/home\.json.*2/s);
  });

  test("--strict turns a content problem into a failure before anything is published", async () => {
    service.publish("about", (story) => {
      story.content.body = [{ component: "Nonsense" }];
    });
    const { code, stdout, stderr } = await generate([
      "--strict",
      "--json",
      "--out",
      "strict",
      "--state",
      "strict-state",
    ]);
    expect([code, readdirSync(folder.dir).includes("strict")]).toEqual([1, false]);
    expect(stderr).toContain("BUILD_STRICT");
    expect(stderr).toContain("CONTENT_UNKNOWN_COMPONENT");
    const tolerant = await generate(["--out", "tolerant", "--state", "strict-state", "--json"]);
    const { problems, cv } = JSON.parse(tolerant.stdout);
    expect(problems).toContainEqual(
      expect.objectContaining({ code: "CONTENT_UNKNOWN_COMPONENT", story: "about", path: "body[0]" }),
    );
    // What is known of the result is in the object of a failure, too.
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: "BUILD_STRICT" }, problems, cv });
    expect(JSON.parse(stdout).requests.total).toBeGreaterThan(0);
  });
});

describe("the command line", () => {
  test("help has examples on every command", async () => {
    const { code, stdout } = await runCli(["--help"], { cwd: folder.dir });
    expect(code).toBe(0);
    const names = [...stdout.matchAll(/^ {2}(\w+) \[options\]/gm)].map((match) => match[1] ?? "");
    expect(names).toEqual(
      expect.arrayContaining(["generate", "serve", "check", "schema", "space", "export", "listen"]),
    );
    for (const name of names) {
      const help = await runHere([name, "--help"], { cwd: folder.dir });
      expect([name, help.code, /Examples:/.test(help.stdout)]).toEqual([name, 0, true]);
    }
  }, 240_000);

  test.each([
    [["genrate"], "generate"],
    [["generate", "--ofline"], "--offline"],
  ])("%j gets a suggestion", async (args, suggestion) => {
    const { code, stdout, stderr } = await runCli(args, { cwd: folder.dir });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(suggestion);
  });

  test.each([
    ["--jobs", "0"],
    ["--jobs", "many"],
  ])("%s %s is refused", async (...args) => {
    expect((await generate(args)).code).toBe(2);
  });

  test("colours only where they are wanted", async () => {
    const plain = await generate(["--out", "bad6", "--offline", "--state", "none"]);
    const forced = await generate(["--out", "bad6", "--offline", "--state", "none"], { ...env, FORCE_COLOR: "1" });
    const refused = await generate(["--out", "bad6", "--offline", "--state", "none"], {
      ...env,
      FORCE_COLOR: "1",
      NO_COLOR: "1",
    });
    expect([plain, forced, refused].map(({ stderr }) => stderr.includes("\u001b["))).toEqual([false, true, false]);
  });

  test("Ctrl-C ends with 130 and leaves no output", async () => {
    const slow = await startSpaceService({ dir: MINIMAL, rateLimit: false, quiet: true, watch: false, journal: false });
    slow.faults.push({ match: "stories", times: 99, kind: "stall-headers" });
    const slowEnv = { STORYBLOK_ENDPOINT: slow.endpoint, STORYBLOK_TOKEN: slow.token };
    const { code } = await runCli(
      ["generate", "--config", "fast.json", "--out", "interrupted", "--state", "interrupted-state"],
      {
        cwd: folder.dir,
        env: slowEnv,
        interruptAfter: /Reading the space/,
      },
    );
    await slow.close();
    expect([code, readdirSync(folder.dir).includes("interrupted")]).toEqual([130, false]);
  });
});
