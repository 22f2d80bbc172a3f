/** With --json a command that fails says so on stdout too, in one object. */
import { execFile, spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../helpers/build-site.ts";
import { ROOT, runCli } from "../helpers/run-cli.ts";

const folder = temporaryFolder();
const PROGRAM = join(ROOT, "bin/sitegen.mjs");
afterAll(() => folder.remove());

const gone = { STORYBLOK_ENDPOINT: "http://127.0.0.1:9/v2", STORYBLOK_TOKEN: "t" };

describe.each(["generate", "check"])("%s --json", (command) => {
  test.each([
    ["a service that is gone", [], gone, 5, "FETCH_UNREACHABLE"],
    ["a configuration that is not there", ["--config", "none.json"], gone, 2, "CONFIG_NOT_FOUND"],
    ["an option that is not known", ["--jsom"], {}, 2, "USAGE"],
  ])("%s", async (_, args, env, exit, code) => {
    const run = await runCli([command, "--json", ...args], { cwd: folder.dir, env });
    expect(run.code).toBe(exit);
    const { message, hint } = JSON.parse(run.stdout).error;
    expect(JSON.parse(run.stdout)).toEqual({ ok: false, error: { code, message, hint } });
    expect(message.length + hint.length).toBeGreaterThan(20);
    expect(run.stderr).toContain(message.split("\n")[0]);
  });
});

test("without --json nothing is on stdout", async () => {
  const run = await runCli(["generate"], { cwd: folder.dir, env: gone });
  expect([run.code, run.stdout]).toEqual([5, ""]);
});

test.each(["schema | head -c 1", "generate --help | head -c 1", "schema 2>&1 | true", "generate --bogus 2>&1 | true"])(
  "a closed pipe is taken quietly: %s",
  async (line) => {
    const [args = "", pipe = ""] = line.split(" | ");
    const script = `set -o pipefail; '${process.execPath}' '${PROGRAM}' ${args} 2>err | ${pipe}; cat err >&2`;
    const { stderr } = await promisify(execFile)("bash", ["-c", script], { cwd: folder.dir });
    expect(stderr).not.toMatch(/EPIPE|at .*:\d+:\d+/);
  },
);

/** A service that never answers, and a build that waits for it, started by a shell. */
async function waitingBuild() {
  const asked = deferred();
  const server = createServer(() => asked.resolve());
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`;
  const script = `'${process.execPath}' '${PROGRAM}' generate & echo $!; wait; true`;
  const shell = spawn("bash", ["-c", script], {
    cwd: folder.dir,
    env: { ...process.env, STORYBLOK_ENDPOINT: endpoint, STORYBLOK_TOKEN: "t" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const pid = await new Promise<number>((done) => shell.stdout.once("data", (data: Buffer) => done(Number(data))));
  await asked.promise;
  return { shell, pid, close: () => server.close().closeAllConnections() };
}

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

async function endsWithin(pid: number, ms: number): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end; await setTimeout(50)) if (!isRunning(pid)) return true;
  return false;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test("a build ends when its parent was killed", async () => {
  const build = await waitingBuild();
  build.shell.kill("SIGKILL");
  expect(await endsWithin(build.pid, 8000)).toBe(true);
  build.close();
});

test("a build ends when the terminal closes", async () => {
  const build = await waitingBuild();
  process.kill(build.pid, "SIGHUP");
  expect(await endsWithin(build.pid, 8000)).toBe(true);
  build.close();
});
