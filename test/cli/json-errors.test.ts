/** With --json a command that fails says so on stdout too, in one object. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../helpers/build-site.ts";
import { shareOf } from "../helpers/exhaustive.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { runHere } from "../helpers/run-here.ts";
import { writeSampleConfig } from "../helpers/sample-definition.ts";

const folder = temporaryFolder();
const PROGRAM = join(ROOT, "bin/sitegen.mjs");
afterAll(() => folder.remove());

writeSampleConfig(folder.dir);
const OUT = join(folder.dir, "out");
const number = expect.any(Number);
const ms = expect.objectContaining({ total: number });
const gone = { STORYBLOK_ENDPOINT: "http://127.0.0.1:9/v2", STORYBLOK_TOKEN: "t" };

describe.each(shareOf(["generate", "check"], 0))("%s --json", (command) => {
  test.each([
    [
      "a service that is gone",
      [],
      gone,
      5,
      "FETCH_UNREACHABLE",
      { out: OUT, requests: { total: number, retried: number }, ms },
    ],
    ["a configuration that is not there", ["--config", "none.json"], gone, 2, "CONFIG_NOT_FOUND", { out: OUT }],
    ["an option that is not known", ["--jsom"], {}, 2, "USAGE", {}],
  ])("%s", async (_, args, env, exit, code, known) => {
    const run = await runHere([command, "--json", ...args], { cwd: folder.dir, env });
    expect(run.code).toBe(exit);
    const { message, hint } = JSON.parse(run.stdout).error;
    expect(JSON.parse(run.stdout)).toEqual({
      ok: false,
      ...(command === "generate" && known),
      error: { code, message, hint },
    });
    expect(message.length + hint.length).toBeGreaterThan(20);
    expect(run.stderr).toContain(message.split("\n")[0]);
  });
});

test("without --json nothing is on stdout", async () => {
  const run = await runHere(["generate", "--config", "none.json"], { cwd: folder.dir });
  expect([run.code, run.stdout]).toEqual([2, ""]);
});

const PIPES = [
  "schema | head -c 1",
  "generate --help | head -c 1",
  "schema 2>&1 | true",
  "generate --bogus 2>&1 | true",
];
test.each(shareOf(PIPES, 0, 2))("a closed pipe is taken quietly: %s", async (line) => {
  const [args = "", pipe = ""] = line.split(" | ");
  const script = `set -o pipefail; '${process.execPath}' '${PROGRAM}' ${args} 2>err | ${pipe}; cat err >&2`;
  const { stderr } = await promisify(execFile)("bash", ["-c", script], { cwd: folder.dir });
  expect(stderr).not.toMatch(/EPIPE|at .*:\d+:\d+/);
});

test("a log on a full disk ends no command", async () => {
  const script = `'${process.execPath}' '${PROGRAM}' schema --bogus 2>/dev/full; echo $?`;
  expect((await promisify(execFile)("bash", ["-c", script], { cwd: folder.dir })).stdout).toBe("2\n");
});

test("too few open files are told with what to do", async () => {
  const script = `ulimit -n 40; '${process.execPath}' '${PROGRAM}' generate --json --offline; true`;
  const { stdout, stderr } = await promisify(execFile)("bash", ["-c", script], { cwd: folder.dir });
  expect(JSON.parse(stdout).error).toMatchObject({ message: expect.stringContaining("EMFILE") });
  for (const text of [stdout, stderr]) expect(text).toContain("ulimit -n");
});

test("so are those that are too few to load the program", async () => {
  const script = `ulimit -n 24; '${process.execPath}' '${PROGRAM}' generate; true`;
  const { stderr } = await promisify(execFile)("bash", ["-c", script], { cwd: folder.dir });
  expect(stderr).toMatch(/^EMFILE: .*\nWhat to do: .*ulimit -n 1024`\.\n$/);
});
