import { spawn } from "node:child_process";
import { mkdir, readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { takeLock } from "../../src/publish/lock.ts";
import { openOutputTransaction } from "../../src/publish/output-transaction.ts";
import { drop, LATEST, publishBuild, type Sandbox, sandbox } from "./helpers.ts";

let box: Sandbox;
let file: string;
beforeEach(async () => {
  box = sandbox();
  file = join(box.root, "lock");
});
afterEach(() => drop(box));

const owner = (fields: Record<string, unknown>) =>
  JSON.stringify({ id: "0123456789abcdef", pid: 1, host: hostname(), started: "", ...fields });

/** The id of a process that has just ended. */
async function deadPid(): Promise<number> {
  const child = spawn("true");
  await new Promise((resolve) => child.once("exit", resolve));
  return child.pid ?? 0;
}

test("the second one is told who holds the lock; after release it is free and no file is left", async () => {
  const lock = await takeLock(file, "out");
  await expect(takeLock(file, "out")).rejects.toMatchObject({
    code: "PUBLISH_LOCKED",
    message: expect.stringContaining(`Process ${process.pid} on ${hostname()}`),
  });
  await lock.release();
  await (await takeLock(file, "out")).release();
  expect(await readdir(box.root)).toEqual([]);
});

test("a dead process's lock is taken over", async () => {
  await writeFile(file, owner({ pid: await deadPid() }));
  const lock = await takeLock(file, "out");
  expect(JSON.parse(await readFile(file, "utf8")).pid).toBe(process.pid);
  await lock.release();
  expect(await readdir(box.root)).toEqual([]);
});

test.each([
  ["a process id that was given to another process", owner({ pid: process.pid, started: "another start" })],
  ["a damaged lock", "{"],
  ["an empty lock", ""],
  ["a lock of something else", '{"pid":1}'],
])("%s counts as dead", async (_name, text) => {
  await writeFile(file, text);
  await (await takeLock(file, "out")).release();
});

test("on another machine silence decides", async () => {
  await writeFile(file, owner({ host: "elsewhere" }));
  await expect(takeLock(file, "out")).rejects.toMatchObject({ code: "PUBLISH_LOCKED" });
  // Also of a time to come: its clock, or this one, was set back.
  for (const minutes of [-10, 10]) {
    await writeFile(file, owner({ host: "elsewhere" }));
    const then = new Date(Date.now() + minutes * 60_000);
    await utimes(file, then, then);
    await (await takeLock(file, "out")).release();
  }
});

test("of many that find a dead lock exactly one gets it", async () => {
  const pid = await deadPid();
  for (let round = 0; round < 20; round += 1) {
    await writeFile(file, owner({ pid }));
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => takeLock(file, "out")));
    const taken = tries.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    expect(taken).toHaveLength(1);
    await taken[0]?.release();
    expect(await readdir(box.root)).toEqual([]);
  }
});

test("a taker that died while it took over does not block the next one", async () => {
  const pid = await deadPid();
  await writeFile(file, owner({ pid }));
  await writeFile(join(box.root, "replace-0123456789abcdef"), owner({ pid, id: "fedcba9876543210" }));
  const lock = await takeLock(file, "out");
  await lock.release();
  expect(await readdir(box.root)).toEqual([]);
});

test("two generates at once: the second says so, the first is not disturbed", async () => {
  const first = await openOutputTransaction(box);
  await first.put("index.html", "first");
  await expect(openOutputTransaction(box)).rejects.toMatchObject({ code: "PUBLISH_LOCKED" });
  await expect(openOutputTransaction({ ...box, stateDir: join(box.root, "other-state") })).rejects.toMatchObject({
    code: "PUBLISH_LOCKED",
  });
  await first.put(LATEST, "{}");
  await first.publish({ buildId: "b", keepBuilds: 1, site: { site: "test", base: "/" } });
  expect(await readFile(join(box.out, "index.html"), "utf8")).toBe("first");
  await publishBuild(box, { id: "c", files: { "index.html": "second" } });
});

test("what a killed run left beside the lock is cleared away", async () => {
  const work = join(box.root, ".out.sitegen");
  await mkdir(join(work, "stage/flat"), { recursive: true });
  await writeFile(join(work, "stage/flat/1"), "half");
  await writeFile(join(work, "journal.new"), "half");
  await writeFile(join(work, "journal"), "{ not a journal");
  await writeFile(join(work, "lock"), owner({ pid: await deadPid() }));
  await publishBuild(box, { id: "b", files: { "index.html": "x" } });
  expect(await readdir(box.root)).toEqual([".sitegen", "out"]);
});
