/** Real full disks: a small file system in memory, for the output folder and for the state folder. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { exhaustiveOnly } from "../helpers/exhaustive.ts";
import { ROOT, runCli } from "../helpers/run-cli.ts";
import { SAMPLE } from "../helpers/sample-definition.ts";

const folder = temporaryFolder();
const disk = join(folder.dir, "disk");
mkdirSync(disk);

function mount(size: string): void {
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", disk], { stdio: "pipe" });
}

function canMount(): boolean {
  try {
    mount("1m");
    execFileSync("umount", [disk]);
    return true;
  } catch (error) {
    console.info(`Not run, for lack of a file system to fill (test/publish/full-disk.test.ts fills none): ${error}`);
    return false;
  }
}

function blocksUsed(): number {
  const { blocks, bfree, bsize } = statfsSync(disk);
  return ((blocks - bfree) * bsize) / 1024;
}

const config = join(folder.dir, "sitegen.config.json");
const space = join(ROOT, "test/fixtures/spaces/minimal");
writeFileSync(config, JSON.stringify({ definition: SAMPLE, space, site: { companyName: "X" } }));

const generate = (out: string, state: string) =>
  runCli(["generate", "--quiet", "--config", config, "--out", out, "--state", state], {
    cwd: folder.dir,
    bundling: true,
  });

describe.runIf(canMount())("a full disk", () => {
  afterEach(() => {
    execFileSync("umount", [disk]);
  });

  exhaustiveOnly(() => {
    test("under the output folder is told with what the build needs", async () => {
      mount("1m");
      const { code, stderr } = await generate(join(disk, "out"), join(folder.dir, "state"));
      expect([code, stderr]).toEqual([1, expect.stringContaining("DISK_FULL")]);
      expect(stderr).toMatch(/The disk of \S+\/out is full: this build needs \d+\.\d MB, \d+\.\d (?:MB|kB) are free\./);
      expect(readdirSync(disk)).toEqual([]);
      // The space that the error asked for is enough for the next run.
      const [, needed = ""] = /needs (\d+)/.exec(stderr) ?? [];
      execFileSync("mount", ["-o", `remount,size=${Number(needed) + 3}m`, disk]);
      const second = await generate(join(disk, "out"), join(folder.dir, "state"));
      expect([second.code, existsSync(join(disk, "out", "index.html"))]).toEqual([0, true]);
    }, 240_000);
  });

  test("under the state folder is told with its place, and nothing is published", async () => {
    mount("200k");
    const out = join(folder.dir, "nothing");
    const { code, stderr } = await generate(out, join(disk, "state"));
    expect([code, existsSync(out)]).toEqual([1, false]);
    expect(stderr).toContain("DISK_FULL");
    expect(stderr).toMatch(/The disk of \S+\/disk\/state\S* is full/);
    expect(stderr).toMatch(/ are free\./);
  }, 240_000);

  test("under an export is told with its place, not as that of the state, and the earlier export stays", async () => {
    mount("8k");
    const dir = join(disk, "export");
    const exported = ["export", "--config", config, "--dir", dir, "--state", join(folder.dir, "state")];
    const run = () => runCli(exported, { cwd: folder.dir, bundling: true });
    const told = expect.stringMatching(/DISK_FULL\nThe disk of \S+\/disk\/export/);
    expect(await run()).toMatchObject({ code: 1, stderr: told });
    execFileSync("mount", ["-o", "remount,size=9m", disk]);
    expect(await run()).toMatchObject({ code: 0 });
    const before = filesOf(dir);
    execFileSync("mount", ["-o", `remount,size=${blocksUsed() + 8}k`, disk]);
    expect(await run()).toMatchObject({ code: 1, stderr: told });
    expect(filesOf(dir)).toEqual(before);
  }, 240_000);
});
