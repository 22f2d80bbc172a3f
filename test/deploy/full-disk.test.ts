/** A target whose disk is full: visitors keep whole pages, and once there is space the next deploy uploads the rest. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openOutputTransaction } from "../../src/publish/output-transaction.ts";
import { readTree } from "../publish/helpers.ts";
import { makeBuild } from "../publish/kill/site.ts";
import {
  createDeployFolders,
  type DeployFolders,
  deployTo,
  expectDeployed,
  expectWholePages,
  readFolder,
} from "./deploy-folders.ts";
import { type SshServer, startSshServer } from "./ssh-server.ts";

const mount = (...args: string[]) => spawnSync("mount", args, { stdio: "ignore" }).status === 0;
const unmount = (dir: string) => spawnSync("umount", [dir], { stdio: "ignore" });

/** Only a privileged process may make a small disk. */
function canMount(): boolean {
  const dir = mkdtempSync(join(tmpdir(), "sitegen-disk-"));
  const isMounted = mount("-t", "tmpfs", "-o", "size=64k", "tmpfs", dir);
  if (isMounted) unmount(dir);
  else console.warn("No small disk can be mounted here: a target without room is tested with S3 alone.");
  rmSync(dir, { recursive: true, force: true });
  return isMounted;
}

const MOUNTS = canMount();

describe.skipIf(!MOUNTS).each(["folder", "SFTP"])("%s", (kind) => {
  let here: DeployFolders;
  let disk: string;
  let ssh: SshServer | null = null;
  beforeAll(async () => {
    here = createDeployFolders();
    disk = join(here.root, "disk");
    mkdirSync(disk);
    mount("-t", "tmpfs", "-o", "size=300k", "tmpfs", disk);
    if (kind === "SFTP") ssh = await startSshServer();
  });
  afterAll(async () => {
    await ssh?.close();
    unmount(disk);
    await here.remove();
  });

  test("runs out of space", async () => {
    const deploy = () => deployTo(ssh ? `${ssh.origin}${disk}` : disk, { out: here.out, env: ssh?.env ?? {} });
    const first = await here.publish(1);
    await deploy();
    const second = makeBuild(5);
    const output = await openOutputTransaction(here);
    for (const [path, text] of second.files) await output.put(path, text);
    const page = `<!doctype html><title>long</title>${"x".repeat(400_000)}`;
    await output.put("long/index.html", page);
    const site = { site: "test", base: "/" };
    await output.publish({ buildId: second.id, keepBuilds: 1, site });
    await expect(deploy()).rejects.toMatchObject({
      code: "DEPLOY_NO_SPACE",
      message: expect.stringMatching(/long\/index\.html: No space left on the server's disk|ENOSPC/),
    });
    await expectWholePages(readFolder(disk), [first, second]);
    expect(await readFolder(disk)("long/index.html")).toBeNull();
    mount("-o", "remount,size=5m", disk);
    await deploy();
    await expectDeployed(here.out, await readTree(disk));
  });
});
