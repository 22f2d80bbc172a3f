/** A state folder that cannot be used: the error names it and says what to do, and nothing is published. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { withStateFolder } from "../../cli/run/state-folder.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { ROOT, runCli } from "../helpers/run-cli.ts";
import { runHere } from "../helpers/run-here.ts";
import { writeSampleConfig } from "../helpers/sample-definition.ts";

const folder = temporaryFolder();
let service: SpaceService;
let env: Record<string, string>;

beforeAll(async () => {
  const dir = join(ROOT, "test/fixtures/spaces/minimal");
  service = await startSpaceService({ dir, rateLimit: false, quiet: true, watch: false, journal: false });
  writeSampleConfig(folder.dir);
  env = { STORYBLOK_ENDPOINT: service.endpoint, STORYBLOK_TOKEN: service.token };
  writeFileSync(join(folder.dir, "file"), "no folder");
  mkdirSync(join(folder.dir, "occupied"));
  writeFileSync(join(folder.dir, "occupied/snapshot"), "no folder");
});
afterAll(async () => {
  await service.close();
  folder.remove();
});

describe("as a command", () => {
  test.each([
    ["generate", ["generate", "--out", "site"]],
    ["check", ["check"]],
    ["export", ["export", "--dir", "exported"]],
  ])("%s, with a file where a folder should be", async (_name, args) => {
    for (const state of ["file", "file/state"]) {
      const { code, stdout, stderr } = await runHere([...args, "--state", state], { cwd: folder.dir, env });
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(/^State folder cannot be written STATE_NOT_WRITABLE$/m);
      expect(stderr).toContain(`${join(folder.dir, state)} cannot hold the state: a file has its name (ENOTDIR).`);
      expect(stderr).toContain("choose another with --state");
    }
    expect(["site", "exported"].filter((name) => existsSync(join(folder.dir, name)))).toEqual([]);
  });

  test("a file in the way inside of it is named", async () => {
    const args = ["generate", "--out", "site", "--state", "occupied"];
    const { code, stderr } = await runHere(args, { cwd: folder.dir, env });
    expect(code).toBe(1);
    expect(stderr).toContain("STATE_NOT_WRITABLE");
    expect(stderr).toContain(`Where: ${join(folder.dir, "occupied/snapshot")}`);
    expect(readdirSync(folder.dir).sort()).toEqual(["file", "occupied", "sitegen.config.json"]);
  });

  test("serve needs none where there is something to serve", async () => {
    mkdirSync(join(folder.dir, "ready"));
    writeFileSync(join(folder.dir, "ready/index.html"), "a page");
    const args = ["serve", "--out", "ready", "--state", "file", "--port", "0"];
    const { code, stdout } = await runCli(args, { cwd: folder.dir, env, interruptAfter: /Serving/ });
    expect([code, stdout]).toEqual([130, expect.stringMatching(/^http:/)]);
  });
});

describe("what the file system says", () => {
  const fault = (code: string, path: string) => Object.assign(new Error(`${code}: no`), { code, path });
  const run = (error: unknown) => withStateFolder(folder.dir, () => Promise.reject(error));

  test.each([
    ["EROFS", "it is on a read-only file system"],
    ["EACCES", "it is not writable"],
  ])("%s of a file in it", async (code, reason) => {
    await expect(run(fault(code, join(folder.dir, "snapshot/x")))).rejects.toMatchObject({
      code: "STATE_NOT_WRITABLE",
      exit: 1,
      message: `${folder.dir} cannot hold the state: ${reason} (${code}).`,
    });
  });

  test("a full disk is said as such", async () => {
    const full = fault("ENOSPC", join(folder.dir, "snapshot/x"));
    await expect(run(full)).rejects.toMatchObject({ code: "DISK_FULL", exit: 1 });
  });

  test("other files' errors stay what they are", async () => {
    const other = fault("EACCES", "/elsewhere/x");
    await expect(run(other)).rejects.toBe(other);
    await expect(run("a text")).rejects.toBe("a text");
  });
});
