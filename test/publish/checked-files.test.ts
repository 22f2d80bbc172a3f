/** A large output is checked in turns: whatever was changed by hand is found after as many builds as there are turns. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openOutputTransaction } from "../../src/publish/output-transaction.ts";
import { drop, publishBuild, type Sandbox, sandbox } from "./helpers.ts";

const ID = "0123456789abcdef";
const COUNT = 2_500;
/** 800 files a build (src/publish/compare-file.ts), of these and those that describe the build. */
const TURNS = Math.ceil((COUNT + 10) / 800);
const pathOf = (number: number) => `pages/p${number}/index.html`;

let box: Sandbox;
beforeEach(async () => {
  box = sandbox();
  const files = Array.from({ length: COUNT }, (_, number) => [pathOf(number), `Page ${number}`] as const);
  await publishBuild(box, { id: ID, files: Object.fromEntries(files) });
});
afterEach(() => drop(box));

/** A build without changes. */
async function isIntact(): Promise<boolean> {
  const output = await openOutputTransaction(box);
  const intact = output.isIntact(ID);
  await output.abort();
  return intact;
}

test.each([0, 799, 800, 1_700, COUNT - 1])("page %i", async (number) => {
  for (let build = 0; build < TURNS; build += 1) expect(await isIntact()).toBe(true);
  rmSync(join(box.out, pathOf(number)));
  const builds: boolean[] = [];
  while (builds.at(-1) !== false && builds.length <= TURNS) builds.push(await isIntact());
  expect(builds.at(-1)).toBe(false);
  expect(builds.length).toBeLessThanOrEqual(TURNS);
});
