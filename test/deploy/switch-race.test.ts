/** Two people at a switched target in the same moment. */
import { readlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import type * as DeployLock from "../../src/deploy/deploy-lock.ts";
import { parseTarget } from "../../src/deploy/parse-target.ts";
import { deploySwitched } from "../../src/deploy/switched/deploy-switched.ts";
import { switchBack } from "../../src/deploy/switched/switch-back.ts";
import { readTree } from "../publish/helpers.ts";
import { createDeployFolders, deployTo } from "./deploy-folders.ts";

let beforeLock: (() => Promise<unknown>) | null = null;
vi.mock("../../src/deploy/deploy-lock.ts", async (original) => {
  const real = await original<typeof DeployLock>();
  const takeDeployLock: typeof real.takeDeployLock = async (options) => {
    const first = beforeLock;
    beforeLock = null;
    await first?.();
    return real.takeDeployLock(options);
  };
  return { ...real, takeDeployLock };
});

const here = createDeployFolders();
afterAll(() => here.remove());

test("somebody goes back just before a deploy has the lock: it does not write into the tree that is live now", async () => {
  const target = join(here.root, "targets/www");
  const deploy = () => deployTo(target, { out: here.out }, deploySwitched);
  const warn = (text: string) => expect.unreachable(text);
  await here.publish(1);
  await deploy();
  const first = readlinkSync(target);
  await here.publish(2);
  await deploy();
  await here.publish(3);
  beforeLock = async () => {
    await switchBack({ address: parseTarget(target, here.out), endpoint: "", env: {}, warn });
    expect(readlinkSync(target)).toBe(first);
    live = await readTree(target);
  };
  let live: Record<string, string> = {};
  await deploy();
  expect(readlinkSync(target)).not.toBe(first);
  expect(await readTree(join(target, "..", first))).toEqual(live);
});
