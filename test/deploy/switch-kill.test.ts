/** kill -9 in a switched deploy: visitors have one whole build or the other, and the next deploy finishes. */
import { spawn } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseTarget } from "../../src/deploy/parse-target.ts";
import { deploySwitched } from "../../src/deploy/switched/deploy-switched.ts";
import { switchBack } from "../../src/deploy/switched/switch-back.ts";
import { exhaustiveOnly } from "../helpers/exhaustive.ts";
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

/** In this process, which takes a third of the time of another one. */
const deployWhole = (to = target) => deployTo(to, { out: here.out }, deploySwitched);
const goBack = (to = target) => switchBack({ address: parseTarget(to, here.out), endpoint: "", env: {}, warn });
const warn = (text: string) => expect.unreachable(text);

/**
 * Deploys, or goes back; kills itself at its n-th change of the file system, or returns how many there were, each with a
 * copy of what it found.
 */
async function deploy(killAt: number, mode = "switch", copies = ""): Promise<{ killed: boolean; changes: number }> {
  const child = spawn(process.execPath, [program, here.out, target, "", String(killAt), mode, copies], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { signal, printed } = await untilExit(child);
  if (signal !== "SIGKILL") expect(printed).toMatch(/^\d+\n$/);
  return { killed: signal === "SIGKILL", changes: Number(printed) };
}

/** The build that visitors have, of which everything must be there. */
async function expectOneWhole(builds: readonly Build[], at = target): Promise<string> {
  const live = await readTree(at);
  const id = JSON.parse(live["_assets/builds/latest.json"] ?? "{}").id;
  const build = builds.find((one) => one.id === id);
  if (!build) throw new Error(`${id} is none of the builds.`);
  expect([...build.files].filter(([path, text]) => live[path] !== text)).toEqual([]);
  await expectWholePages(async (path) => live[path] ?? null, [build]);
  return id;
}

/** Pages of a build that are open find their files. */
async function expectFilesOf(build: Build | undefined, at = target): Promise<void> {
  const live = await readTree(at);
  const hashed = [...(build?.files ?? [])].filter(([path]) => /^_assets\/(?!builds\/latest)/.test(path));
  expect(hashed.filter(([path, text]) => live[path] !== text)).toEqual([]);
}

/** Deploys a build, and another one, where nothing is. */
async function deployTwo(): Promise<Build[]> {
  rmSync(join(target, ".."), { recursive: true, force: true });
  const before = await here.publish(1001);
  await deployWhole();
  const last = await here.publish(1002);
  await deployWhole();
  const builds = [before, last];
  expect(await expectOneWhole(builds)).toBe(last.id);
  return builds;
}

const KILLS = 12;

test("at many moments", { timeout: 300_000 }, async () => {
  const builds = [await here.publish(0)];
  await deployWhole();
  builds.push(await here.publish(2));
  const { changes } = await deploy(0);
  expect(changes).toBeGreaterThan(50);
  let kills = 0;
  for (let step = 0; step < KILLS; step += 1) {
    builds.push(await here.publish((step + 2) * 2));
    // The last steps are the switch, and those before it that note the tree.
    const at = step % 2 === 0 ? changes - step : Math.ceil(((step + 1) / KILLS) * changes);
    if ((await deploy(Math.max(1, at))).killed) kills += 1;
    const two = builds.slice(-2);
    await expectOneWhole(two);
    await deployWhole();
    expect(await expectOneWhole(two)).toBe(two[1]?.id);
  }
  expect(kills).toBeGreaterThan(KILLS / 2);
});

test("on the way back, at many moments", { timeout: 300_000 }, async () => {
  // What the output folder keeps of earlier builds is the same from the second time on.
  await deployTwo();
  const two = await deployTwo();
  const [before, last] = two;
  const { changes } = await deploy(0, "back");
  expect(await expectOneWhole(two)).toBe(before?.id);
  await expectFilesOf(last);
  for (let at = changes; at > 0; at -= Math.ceil(changes / (KILLS / 2))) {
    const builds = await deployTwo();
    expect((await deploy(at, "back")).killed).toBe(true);
    if ((await expectOneWhole(builds)) === last?.id) await goBack();
    expect(await expectOneWhole(builds)).toBe(before?.id);
    await expectFilesOf(last);
    expect(readdirSync(target)).not.toContain(".sitegen-deploy");
  }
});

// What each single step finds, as a kill there would leave it.
exhaustiveOnly(() => {
  const copies = join(here.root, "copies");
  const copyOf = (step: number) => join(copies, String(step), "www");

  test("what each step of deploys finds: into a new tree and into one that is used again", {
    timeout: 600_000,
  }, async () => {
    rmSync(join(target, ".."), { recursive: true, force: true });
    const builds = [await here.publish(0)];
    await deployWhole();
    for (const number of [2, 4]) {
      builds.push(await here.publish(number));
      const { changes } = await deploy(0, "switch", copies);
      expect(changes).toBeGreaterThan(50);
      for (let step = 1; step <= changes; step += 1) {
        const two = builds.slice(-2);
        await expectOneWhole(two, copyOf(step));
        // Most steps write one more file; the last ones note the tree and switch.
        if (step % 3 > 0 && step < changes - 12) continue;
        await deployWhole(copyOf(step));
        expect(await expectOneWhole(two, copyOf(step))).toBe(two[1]?.id);
      }
      rmSync(copies, { recursive: true });
    }
  });

  test("what each step of the way back finds", { timeout: 300_000 }, async () => {
    const builds = await deployTwo();
    const [before, last] = builds;
    const { changes } = await deploy(0, "back", copies);
    expect(changes).toBeGreaterThan(5);
    for (let step = 1; step <= changes; step += 1) {
      if ((await expectOneWhole(builds, copyOf(step))) === last?.id) await goBack(copyOf(step));
      expect(await expectOneWhole(builds, copyOf(step))).toBe(before?.id);
      await expectFilesOf(last, copyOf(step));
      expect(readdirSync(copyOf(step))).not.toContain(".sitegen-deploy");
    }
  });
});
