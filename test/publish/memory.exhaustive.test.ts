/**
 * A site of 10,000 pages, 75 MB of them, is published by a process that may not hold more than 40 MB.
 * `npm test` has test/publish/output-transaction.test.ts.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { drop, type Sandbox, sandbox } from "./helpers.ts";

const PAGES = 10_000;
let box: Sandbox;
let program: string;

beforeAll(async () => {
  box = sandbox();
  program = join(box.root, "publisher.mjs");
  await build({
    entryPoints: [fileURLToPath(new URL("memory/publisher.ts", import.meta.url))],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: program,
    logLevel: "error",
  });
});
afterAll(() => drop(box));

async function publish(word: string): Promise<{ written: number; peakMb: number }> {
  const args = ["--max-old-space-size=40", program, box.out, box.stateDir, String(PAGES), word];
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout);
}

test("all at first, then a tenth of it, and nothing is held in memory", { timeout: 180_000 }, async () => {
  const first = await publish("first");
  expect(first.written).toBeGreaterThanOrEqual(PAGES);
  const second = await publish("second");
  expect(second.written).toBeGreaterThanOrEqual(PAGES / 10);
  // A change of every page rewrites every part of the file list; a part has about a hundred files.
  expect(second.written).toBeLessThan(PAGES / 10 + PAGES / 64 + 10);
  // Node itself takes about 50 MB.
  expect(Math.max(first.peakMb, second.peakMb)).toBeLessThan(150);
});
