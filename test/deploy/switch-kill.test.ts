/** kill -9 in a switched deploy: visitors have one whole build or the other, and the next deploy finishes. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deploySwitched } from "../../src/deploy/switched/deploy-switched.ts";
import { IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";
import { untilExit } from "../helpers/killed-process.ts";
import { readTree } from "../publish/helpers.ts";
import type { Build } from "../publish/kill/site.ts";
import { createDeployFolders, deployTo, expectWholePages } from "./deploy-folders.ts";
import { bundleDeployer } from "./kill/bundle.ts";

const here = createDeployFolders();
const program = join(here.root, "deployer/deployer.mjs");
const target = join(here.root, "targets/www");
beforeAll(() => bundleDeployer(program));
afterAll(() => here.remove());

/** Deploys in this process, which takes a third of the time of another one. */
const deployWhole = () => deployTo(target, { out: here.out }, deploySwitched);

/** Deploys; kills itself at its n-th change of the file system, or returns how many there were. */
async function deploy(killAt: number): Promise<{ killed: boolean; changes: number }> {
  const child = spawn(process.execPath, [program, here.out, target, "", String(killAt), "switch"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { signal, printed } = await untilExit(child);
  if (signal !== "SIGKILL") expect(printed).toMatch(/^\d+\n$/);
  return { killed: signal === "SIGKILL", changes: Number(printed) };
}

/** The build that visitors have, of which everything must be there. */
async function expectOneWhole(builds: readonly Build[]): Promise<string> {
  const live = await readTree(target);
  const id = JSON.parse(live["_assets/builds/latest.json"] ?? "{}").id;
  const build = builds.find((one) => one.id === id);
  if (!build) throw new Error(`${id} is none of the builds.`);
  expect([...build.files].filter(([path, text]) => live[path] !== text)).toEqual([]);
  await expectWholePages(async (path) => live[path] ?? null, [build]);
  return id;
}

test("at every step", { timeout: 300_000 }, async () => {
  const builds = [await here.publish(0)];
  await deployWhole();
  builds.push(await here.publish(2));
  const { changes } = await deploy(0);
  expect(changes).toBeGreaterThan(50);
  const count = IS_EXHAUSTIVE ? changes : 12;
  let kills = 0;
  for (let step = 0; step < count; step += 1) {
    builds.push(await here.publish((step + 2) * 2));
    // The last steps are the switch, and those before it that note the tree.
    const at = step % 2 === 0 ? changes - step : Math.ceil(((step + 1) / count) * changes);
    if ((await deploy(Math.max(1, at))).killed) kills += 1;
    const two = builds.slice(-2);
    await expectOneWhole(two);
    await deployWhole();
    expect(await expectOneWhole(two)).toBe(two[1]?.id);
  }
  expect(kills).toBeGreaterThan(count / 2);
});
