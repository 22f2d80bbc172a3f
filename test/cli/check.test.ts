/** `sitegen check`: every problem, for people, for machines and for GitHub. */
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { stateWithBundles } from "../helpers/bundles.ts";
import { runCli } from "../helpers/run-cli.ts";
import { runHere } from "../helpers/run-here.ts";
import { SAMPLE } from "../helpers/sample-definition.ts";
import { writeBrokenSpace } from "./broken/broken-space.ts";

const folder = temporaryFolder();
let service: SpaceService;

interface ReportedProblem {
  severity: string;
  code: string;
  message: string;
  story: string;
  path: string;
  hint: string;
  editor: string;
}
let problems: ReportedProblem[];

beforeAll(async () => {
  await writeBrokenSpace(folder.dir);
  const dir = join(folder.dir, "space");
  service = await startSpaceService({ dir, rateLimit: false, quiet: true, watch: false, journal: false });
  configure({});
  stateWithBundles(join(folder.dir, ".sitegen"));
  const { code, stdout } = await check("--json");
  expect(code).toBe(4);
  problems = JSON.parse(stdout).problems;
});
afterAll(async () => {
  await service.close();
  folder.remove();
});

function configure(severities: Record<string, string>) {
  const config = {
    site: { companyName: "X" },
    storyblok: { requestsPerSecond: 1000 },
    redirects: ["redirects.csv"],
    check: { severities },
  };
  writeFileSync(join(folder.dir, "sitegen.config.json"), JSON.stringify({ definition: SAMPLE, ...config }));
}

async function check(...args: string[]) {
  return checkIn({}, ...args);
}

function checkIn(env: Record<string, string>, ...args: string[]) {
  const access = { STORYBLOK_ENDPOINT: service.endpoint, STORYBLOK_TOKEN: service.token, GITHUB_ACTIONS: "" };
  return runHere(["check", ...args], { cwd: folder.dir, env: { ...access, ...env } });
}

test("--story: only what concerns one story, in all languages", async () => {
  const editor = problems.find(({ story }) => story === "links")?.editor ?? "";
  const id = /\d+$/.exec(editor)?.[0] ?? "";
  const { code, stdout } = await check("--json", "--story", id);
  expect([code, JSON.parse(stdout).problems]).toEqual([4, problems.filter((one) => one.editor === editor)]);
  const unknown = await check("--json", "--story", "1");
  expect(JSON.parse(unknown.stdout)).toMatchObject({ ok: true, problems: [] });
  expect(unknown.stderr).toContain("There is no story with the id 1, or it has no page.");
});

describe("problems", () => {
  test.each([
    ["an unknown component", "warning", "CONTENT_UNKNOWN_COMPONENT", "blocks", "body[1]"],
    ["a field of the wrong shape", "warning", "CONTENT_WRONG_SHAPE", "blocks", "body[2]/items"],
    ["an empty required field", "warning", "CONTENT_REQUIRED_MISSING", "blocks", "body[3]/text"],
    ["an unresolved relation", "warning", "CONTENT_UNRESOLVED_RELATION", "blocks", "body[4]/posts[0]"],
    ["a block in the wrong place", "warning", "CONTENT_MISPLACED_BLOCK", "blocks", "body[5]"],
    ["a picture that is gone", "warning", "CHECK_FILE_BROKEN", "blocks", "body[6]/image"],
    ["a story that is no page", "warning", "CONTENT_NOT_A_PAGE", "settings", ""],
    ["a link to no page", "error", "CHECK_LINK_BROKEN", "links", "body[1]/link[0]/link"],
    ["a link to no page in the navigation", "error", "CHECK_LINK_BROKEN", "de/global", "footer_nav[0]/link"],
    ["a link to no file", "warning", "CHECK_FILE_BROKEN", "links", "body[2]/link[0]/link"],
    ["a link to no anchor", "warning", "CHECK_ANCHOR_BROKEN", "links", "body[3]/link[0]/link"],
    ["a link to a draft", "warning", "CONTENT_BROKEN_LINK", "links", "body[4]/link[0]/link"],
    ["a link to another language", "info", "CONTENT_LINK_OTHER_LANGUAGE", "de/links", "body[5]/link[0]/link"],
    ["the same, typed", "warning", "CHECK_LINK_OTHER_LANGUAGE", "de/links", "body[6]/link[0]/link"],
    ["a link to a redirect", "info", "CHECK_LINK_REDIRECTED", "links", "body[7]/link[0]/link"],
    ["anchor and title", "warning", "CHECK_LINK_ANCHOR_AND_QUERY", "links", "body[8]/link[0]/link"],
    ["no alternative text", "info", "CHECK_ALT_MISSING", "pictures", "body[0]/image"],
    ["an oversized picture", "warning", "CHECK_IMAGE_OVERSIZED", "pictures", "body[1]/image"],
    ["a heading level left out", "info", "CHECK_HEADING_ORDER", "headings", "body"],
    ["no meta title", "warning", "CHECK_META_TITLE_MISSING", "untold", "meta_title"],
    ["a long meta title", "info", "CHECK_META_TITLE_LONG", "wordy", "meta_title"],
    ["no meta description", "warning", "CHECK_META_DESCRIPTION_MISSING", "untold", "meta_description"],
    ["a long meta description", "info", "CHECK_META_DESCRIPTION_LONG", "wordy", "meta_description"],
    ["a missing translation", "info", "CHECK_TRANSLATION_MISSING", "english", ""],
    ["a title that another page has", "warning", "CHECK_TITLE_DUPLICATE", "translation", "meta_title"],
    ["a slug that another story has", "error", "CONTENT_DUPLICATE_PATH", "de/same-two", ""],
  ])("%s", (_name, severity, code, story, path) => {
    const found = problems.filter((one) => one.code === code && one.story === story && one.path === path);
    expect(found).toEqual([expect.objectContaining({ severity })]);
    expect([found[0]?.message, found[0]?.hint]).not.toContain("");
    expect(found[0]?.editor).toMatch(/^https:\/\/app\.storyblok\.com\/#\/me\/spaces\/100200\/stories\/0\/0\/\d+$/);
  });

  test("a link to a story of a component that is no page type says so, in each language", () => {
    const found = problems.filter(({ code, story }) => code === "CONTENT_BROKEN_LINK" && story.endsWith("pageless"));
    const message =
      'The link leads to a story without a page, since its component "Settings" is no page type (settings).';
    const hint = expect.stringContaining('"Settings": {} to "pageTypes"');
    expect(found).toEqual(Array(2).fill(expect.objectContaining({ message, hint })));
  });

  test("and so does a relation", () => {
    const found = problems.filter(
      ({ code, story }) => code === "CONTENT_UNRESOLVED_RELATION" && story.endsWith("pageless"),
    );
    const message = expect.stringContaining('has no page, since its component "Settings" is no page type');
    const hint = expect.stringContaining('"Settings": {} to "pageTypes"');
    expect(found).toEqual(Array(2).fill(expect.objectContaining({ message, hint })));
  });

  test.each([
    ["a loop", "error", "REDIRECT_LOOP", "redirects.csv:3"],
    ["a chain", "warning", "REDIRECT_CHAIN", "redirects.csv:5"],
    ["a dead target", "error", "REDIRECT_TARGET_MISSING", "redirects.csv:6"],
    ["a rule on a page", "warning", "REDIRECT_SHADOWED_BY_PAGE", "redirects.csv:7"],
    ["a pattern over a page", "warning", "REDIRECT_SHADOWS_PAGE", "redirects.csv:8"],
    ["two rules for one path", "error", "REDIRECT_DUPLICATE", "redirects.csv:9"],
  ])("redirects: %s", (_name, severity, code, path) => {
    const found = problems.filter((one) => one.code === code && one.path === path);
    expect(found).toEqual([expect.objectContaining({ severity })]);
    expect(found[0]?.hint).not.toBe("");
  });

  test("each opens its own story, and what is right is not reported", async () => {
    const id = async (slug: string) => {
      const response = await fetch(`${service.endpoint}/cdn/stories/${slug}?token=${service.token}`);
      return ((await response.json()) as { story: { id: number } }).story.id;
    };
    for (const [story, slug] of [
      ["de/links", "links"],
      ["de/same-two", "same-two"],
      ["de/global", "global"],
      ["settings", "settings"],
    ] as const) {
      const problem = problems.find((one) => one.story === story);
      expect([story, problem?.editor.split("/").at(-1)]).toEqual([story, String(await id(slug))]);
    }
    expect(problems.filter((one) => one.path.startsWith("body[9]"))).toEqual([]);
    expect(problems.filter((one) => one.story === "home")).toEqual([]);
  });
});

describe("the report", () => {
  test("for people: grouped by code, the worst first, with what to do and where; nothing is written", async () => {
    const { code, stdout, stderr } = await check("--verbose");
    expect(code).toBe(4);
    const groups = [...stdout.matchAll(/^(error|warning|info) (\w+) × (\d+)$/gm)];
    const ranks = groups.map(([, severity = ""]) => ["error", "warning", "info"].indexOf(severity));
    expect(ranks).toEqual([...ranks].sort());
    expect(new Set(groups.map(([, , name]) => name)).size).toBe(groups.length);
    expect(stdout).toMatch(
      /^ {2}links › body\[1\]\/link\[0\]\/link: There is no page at \/nowhere\/\.\n {4}https:\/\/app\.storyblok\.com/m,
    );
    expect(stdout).toContain("  Choose a page instead of typing an address, or fix the address.");
    expect(stdout).toMatch(/\n\d+ pages checked: \d+ errors, \d+ warnings, \d+ notes\n$/);
    expect(stderr).toContain("Checking");
    expect(stdout + stderr).not.toContain("\u001b[");
    expect(existsSync(join(folder.dir, "out"))).toBe(false);
  });

  test("a long list is cut, and --quiet leaves the problems alone", async () => {
    const { stdout, stderr } = await check("--quiet");
    expect([stderr, stdout.includes("pages checked")]).toEqual(["", false]);
    expect(stdout).toMatch(/… and \d+ more/);
  });

  test("--json: one object and nothing else on stdout, also on GitHub", async () => {
    const { code, stdout } = await checkIn({ GITHUB_ACTIONS: "true", FORCE_COLOR: "1" }, "--json");
    const report = JSON.parse(stdout);
    expect([code, report.ok, stdout.trimEnd().includes("\n")]).toEqual([4, false, false]);
    expect(Object.keys(report).sort()).toEqual(["counts", "ok", "pages", "problems", "renames"]);
    expect(report.problems).toEqual(problems);
  });

  test("on GitHub each problem is an annotation", async () => {
    const { stdout } = await checkIn({ GITHUB_ACTIONS: "true" });
    const lines = stdout.split("\n").filter((line) => line.startsWith("::"));
    expect(lines.length).toBe(problems.length);
    expect(lines.every((line) => /^::(error|warning|notice) title=[A-Z0-9_]+::\S/.test(line))).toBe(true);
    expect(lines[0]).toMatch(
      /^::error title=CHECK_LINK_BROKEN::de\/global › footer_nav\[0\]\/link: There is no page at \/gone\/\. Choose .+ https:/,
    );
  });

  test("colours where they are wanted", async () => {
    expect((await checkIn({ FORCE_COLOR: "1" })).stdout).toContain("\u001b[31merror CHECK_LINK_BROKEN");
    expect((await checkIn({ FORCE_COLOR: "1", NO_COLOR: "1" })).stdout).not.toContain("\u001b[");
  });

  test("severities by code from the configuration decide what is shown and the exit code", async () => {
    const errors = problems.filter((one) => one.severity === "error").map((one) => one.code);
    const severities = { ...Object.fromEntries(errors.map((code) => [code, "info"])), CHECK_ALT_MISSING: "ignore" };
    configure(severities);
    const mild = await check("--json");
    const report = JSON.parse(mild.stdout);
    expect([mild.code, report.ok, report.counts.error]).toEqual([0, true, 0]);
    expect(JSON.stringify(report)).not.toContain("CHECK_ALT_MISSING");
    expect((await check("--fail-on", "warning", "--quiet")).code).toBe(4);
    configure({ ...severities, CHECK_TRANSLATION_MISSING: "error" });
    expect((await check("--quiet")).code).toBe(4);
    configure({ CHECK_ALT_MISSNG: "error" });
    const mistyped = await check();
    expect([mistyped.code, mistyped.stdout]).toEqual([2, ""]);
    expect(mistyped.stderr).toContain('Did you mean "CHECK_ALT_MISSING"?');
    configure({});
  });

  test("--offline asks nothing, --draft sees drafts, --state and --config are obeyed", async () => {
    const gone = { STORYBLOK_ENDPOINT: "http://127.0.0.1:9/v2" };
    const offline = await checkIn(gone, "--offline", "--json");
    const places = (all: ReportedProblem[]) => all.map(({ code, story, path }) => [code, story, path]);
    expect(places(JSON.parse(offline.stdout).problems)).toEqual(places(problems));
    const empty = await checkIn(gone, "--offline", "--state", "nothing-here");
    expect([empty.code, empty.stderr.includes("SNAPSHOT_MISSING")]).toEqual([1, true]);
    const both = await checkIn(gone, "--offline", "--draft");
    expect([both.code, both.stderr]).toEqual([1, expect.stringContaining("which never holds drafts")]);
    const draft = await checkIn({ STORYBLOK_PREVIEW_TOKEN: service.previewToken }, "--draft", "--json");
    const found: ReportedProblem[] = JSON.parse(draft.stdout).problems;
    // That one links to a story whose component is no page type.
    const codes = found.filter(({ story }) => !story.endsWith("pageless")).map(({ code }) => code);
    expect([codes.includes("CONTENT_BROKEN_LINK"), codes.includes("CHECK_LINK_BROKEN")]).toEqual([false, true]);
    const missing = await check("--config", "elsewhere.json");
    expect([missing.code, missing.stderr.includes("CONFIG_NOT_FOUND")]).toEqual([2, true]);
  });

  test("a wrong choice, an unreachable service and Ctrl-C", async () => {
    const wrong = await check("--fail-on", "info");
    expect([wrong.code, wrong.stderr.includes("Allowed choices are warning, error")]).toEqual([2, true]);
    const gone = await checkIn({ STORYBLOK_ENDPOINT: "http://127.0.0.1:9/v2" }, "--state", "gone");
    expect([gone.code, gone.stdout]).toEqual([5, ""]);
    service.faults.push({ match: "stories", times: 99, kind: "stall-headers" });
    const access = { STORYBLOK_ENDPOINT: service.endpoint, STORYBLOK_TOKEN: service.token };
    const args = ["check", "--state", "interrupted"];
    const interrupted = await runCli(args, { cwd: folder.dir, env: access, interruptAfter: /Reading the space/ });
    service.faults.length = 0;
    expect([interrupted.code, interrupted.stdout]).toEqual([130, ""]);
    expect(readdirSync(folder.dir).includes("out")).toBe(false);
  });
});

test("generate counts the problems and says how to see them", async () => {
  const access = { STORYBLOK_ENDPOINT: service.endpoint, STORYBLOK_TOKEN: service.token };
  const { code, stdout, stderr } = await runHere(["generate"], { cwd: folder.dir, env: access });
  expect([code, stdout]).toEqual([0, ""]);
  expect(stderr).toMatch(/^Problems: \d+ errors?, \d+ warnings?, \d+ notes?\. `sitegen check` shows each/m);
});
