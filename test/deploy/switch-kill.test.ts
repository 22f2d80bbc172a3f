/** kill -9 in a switched deploy: visitors have one whole build or the other, and the next deploy finishes. */
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
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

/** Deploys, or goes back; kills itself at its n-th change of the file system, or returns how many there were. */
async function deploy(killAt: number, mode = "switch"): Promise<{ killed: boolean; changes: number }> {
  const child = spawn(process.execPath, [program, here.out, target, "", String(killAt), mode], {
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

test("at every step", { timeout: 900_000 }, async () => {
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

test("on the way back, at every step", { timeout: 900_000 }, async () => {
  const builds = [await here.publish(1001), await here.publish(1002)];
  const [before, last] = builds;
  const go = async () => {
    await here.publish(1001);
    await deploy(0);
    await here.publish(1002);
    await deploy(0);
    expect(await expectOneWhole(builds)).toBe(last?.id);
  };
  /** Pages of the last build that are open find their files. */
  const expectFilesOfLast = async () => {
    const live = await readTree(target);
    const hashed = [...(last?.files ?? [])].filter(([path]) => /^_assets\/(?!builds\/latest)/.test(path));
    expect(hashed.filter(([path, text]) => live[path] !== text)).toEqual([]);
  };
  await go();
  const { changes } = await deploy(0, "back");
  expect(await expectOneWhole(builds)).toBe(before?.id);
  await expectFilesOfLast();
  const step = IS_EXHAUSTIVE ? 1 : Math.ceil(changes / 6);
  for (let at = changes; at > 0; at -= step) {
    await go();
    expect((await deploy(at, "back")).killed).toBe(true);
    if ((await expectOneWhole(builds)) === last?.id) await deploy(0, "back");
    expect(await expectOneWhole(builds)).toBe(before?.id);
    await expectFilesOfLast();
    expect(readdirSync(target)).not.toContain(".sitegen-deploy");
  }
});
