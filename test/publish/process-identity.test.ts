import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { isRunning, processNamespace, processStart } from "../../src/publish/lock.ts";

test("a process runs until it ends; another start under its number is another process", async () => {
  const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"]);
  const pid = child.pid ?? 0;
  const started = processStart(pid);
  expect([isRunning(pid, started), isRunning(pid, `${started}0`), isRunning(0, "")]).toEqual([true, false, false]);
  const ended = new Promise((done) => child.once("exit", done));
  child.kill("SIGKILL");
  await ended;
  expect(isRunning(pid, started)).toBe(false);
  expect(processNamespace()).toBe(processNamespace());
});
