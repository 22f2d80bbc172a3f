/**
 * kill -9 at random moments of deploys to all kinds of targets: visitors never notice, and the next deploy finishes.
 * `npm test` has test/deploy/interrupt.test.ts.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seededRandom, untilExit } from "../helpers/killed-process.ts";
import type { Build } from "../publish/kill/site.ts";
import { makeBuild } from "../publish/kill/site.ts";
import {
  createDeployFolders,
  type DeployFolders,
  deployTo,
  expectDeployed,
  expectWholePages,
} from "./deploy-folders.ts";
import { bundleDeployer } from "./kill/bundle.ts";
import { KINDS, type Kind, openTargetFixture, type TargetFixture } from "./targets.ts";

const ROUNDS: Record<Kind, number> = { S3: 16, SFTP: 8, folder: 26 };
const folder = createDeployFolders();
const program = join(folder.root, "deployer/deployer.mjs");

beforeAll(() => bundleDeployer(program));
afterAll(() => folder.remove());

function start(rig: TargetFixture, here: DeployFolders, killAt: number): ChildProcess {
  return spawn(process.execPath, [program, here.out, rig.address("site"), rig.endpoint, String(killAt)], {
    env: { ...process.env, ...rig.env },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Kills the process at its n-th request, at so many bytes on the line, or at its n-th change of the file system. */
function killing(kind: Kind, rig: TargetFixture, here: DeployFolders, part: number): ChildProcess {
  if (kind === "folder") return start(rig, here, 1 + Math.floor(part * 120));
  const child = start(rig, here, 0);
  if (rig.s3) {
    const at = rig.s3.requests.length + 1 + Math.floor(part * 60);
    rig.s3.fault = ({ number }) => {
      if (number === at) child.kill("SIGKILL");
      return null;
    };
  }
  rig.ssh?.onBytes(Math.floor(4_000 + part * 22_000), () => child.kill("SIGKILL"));
  return child;
}

test.concurrent.each(KINDS)("%s", { timeout: 300_000 }, async (kind) => {
  const here = createDeployFolders();
  const rig = await openTargetFixture(kind, here);
  const next = seededRandom(20_261_122);
  const builds: Build[] = [];
  let killed = 0;
  try {
    for (let round = 0; round < ROUNDS[kind]; round += 1) {
      builds.push(await here.publish(round * 2));
      const child = killing(kind, rig, here, next());
      const { signal } = await untilExit(child);
      if (signal === "SIGKILL") killed += 1;
      if (rig.s3) rig.s3.fault = () => null;
      rig.ssh?.onBytes(Number.POSITIVE_INFINITY, () => undefined);
      await expectWholePages(rig.read("site"), builds);
      // Every third time there is another build before the next deploy, and sometimes two deploys in a row are killed.
      if (round % 3 === 1) builds.push(await here.publish(round * 2 + 1));
      if (round % 5 === 4) continue;
      const before = await rig.tree("site");
      const report = await deployTo(rig.address("site"), { out: here.out, env: rig.env, endpoint: rig.endpoint });
      const after = await rig.tree("site");
      await expectDeployed(here.out, after);
      const isMissing = ([path, text]: [string, string]) => before[path] !== text && !path.endsWith("latest.json");
      const missing = Object.entries(after).filter(isMissing).length;
      expect(report.files.uploaded - missing).toBeLessThanOrEqual(1);
      expect(Object.keys(after).filter((path) => path.startsWith(".sitegen-deploy"))).toEqual([]);
    }
  } finally {
    await rig.close();
    await here.remove();
  }
  expect(makeBuild(0).files.size).toBeGreaterThan(20);
  expect(killed).toBeGreaterThan(ROUNDS[kind] / 2);
});
