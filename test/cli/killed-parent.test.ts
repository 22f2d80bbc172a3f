/** A command ends with its parent process and with its terminal. Here each waits for a server that does not respond. */
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createDeployFolders, type DeployFolders } from "../deploy/deploy-folders.ts";
import { shareOf } from "../helpers/exhaustive.ts";
import { ROOT } from "../helpers/run-cli.ts";

let here: DeployFolders;
let asked: () => void;
const server = createServer(() => asked());
let origin: string;
beforeAll(async () => {
  here = createDeployFolders();
  await here.publish(1);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => server.closeAllConnections());
afterAll(async () => {
  server.close();
  await here.remove();
});

/** A shell that has started the command, once the command waits for the server. */
async function waiting(args: string, { npm = false } = {}) {
  const isWaiting = new Promise<void>((done) => {
    asked = done;
  });
  const start = `'${process.execPath}' '${join(ROOT, "bin/sitegen.mjs")}' ${args} & echo $!; wait; true`;
  // npm's own process, and the shell that it runs a command in.
  const script = npm ? `sh -c "${start.replaceAll("$", "\\$")}"; true` : start;
  const access = { STORYBLOK_ENDPOINT: `${origin}/v2`, STORYBLOK_TOKEN: "t", AWS_ENDPOINT_URL: origin };
  const keys = { AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b", AWS_REGION: "eu-central-1" };
  const shell = spawn("bash", ["-c", script], {
    cwd: here.root,
    env: { ...process.env, ...access, ...keys, npm_execpath: npm ? "npm" : "" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const pid = await new Promise<number>((done) => shell.stdout.once("data", (data: Buffer) => done(Number(data))));
  await isWaiting;
  return { shell, pid };
}

/** Before the command times out by itself, after 30 s without a response. */
const SILENCE_MS = 25_000;

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

const CONFIG = `--config '${join(ROOT, "sitegen.config.ts")}'`;

test.each(shareOf(["generate", "pull", "deploy s3://site", "verify ORIGIN/"], 2))("%s", async (command) => {
  const { shell, pid } = await waiting(`${command.replace("ORIGIN", origin)} ${CONFIG}`);
  shell.kill("SIGKILL");
  expect(await endsWithin(pid, SILENCE_MS)).toBe(true);
});

test("npm was killed, and the shell that it had put between was not", async () => {
  const { shell, pid } = await waiting(`generate ${CONFIG}`, { npm: true });
  shell.kill("SIGKILL");
  expect(await endsWithin(pid, SILENCE_MS)).toBe(true);
});

test("a build ends when the terminal closes", async () => {
  const { pid } = await waiting(`generate ${CONFIG}`);
  process.kill(pid, "SIGHUP");
  expect(await endsWithin(pid, SILENCE_MS)).toBe(true);
});
