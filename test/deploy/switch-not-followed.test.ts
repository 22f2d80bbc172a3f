/** Hosts that make links and follow none: an error, and what is live stays whole. */
import { execFile } from "node:child_process";
import { readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withoutFollowing } from "../helpers/namespace.ts";
import { type CliResult, commandEnvironment, ROOT } from "../helpers/run-cli.ts";
import { runHere } from "../helpers/run-here.ts";
import { readTree } from "../publish/helpers.ts";
import type { Build } from "../publish/kill/site.ts";
import { createDeployFolders, expectWholePages } from "./deploy-folders.ts";
import { startSshServer } from "./ssh-server.ts";

const here = createDeployFolders();
const targets = join(here.root, "targets");
const builds: Build[] = [];
beforeAll(async () => {
  writeFileSync(join(here.root, "sitegen.config.json"), JSON.stringify({ site: { companyName: "X" }, keepBuilds: 2 }));
  builds.push(await here.publish(1));
  for (const name of ["folder", "server"]) {
    const done = await runHere(["deploy", join(targets, name), "--switch"], { cwd: here.root });
    expect(done, done.stderr).toMatchObject({ code: 0 });
  }
  builds.push(await here.publish(2));
});
afterAll(() => here.remove());

/** The command in a process whose file system follows no link below the targets. */
function deployThere(target: string): Promise<CliResult> {
  const command = [process.execPath, join(ROOT, "bin/sitegen.mjs"), "deploy", target, "--switch"];
  const [file = "", ...args] = withoutFollowing(targets, command);
  return new Promise((done) => {
    const child = execFile(file, args, { cwd: here.root, env: commandEnvironment() }, (_error, stdout, stderr) =>
      done({ code: child.exitCode, stdout, stderr }),
    );
  });
}

describe.each(["folder", "server"])("a %s", (kind) => {
  const deployTo = async (name: string) => {
    if (kind === "folder") return deployThere(join(targets, name));
    const sftp = join(here.root, "sftp");
    const command = withoutFollowing(targets, ["/usr/lib/openssh/sftp-server"]).map((word) => `'${word}'`);
    writeFileSync(sftp, `#!/bin/sh\nexec ${command.join(" ")}\n`, { mode: 0o755 });
    const ssh = await startSshServer({ sftp });
    try {
      return await runHere(["deploy", `${ssh.origin}${join(targets, name)}`, "--switch"], {
        cwd: here.root,
        env: ssh.env,
      });
    } finally {
      await ssh.close();
    }
  };

  test("with a live build: it stays, whole", async () => {
    const [live, link] = [await readTree(join(targets, kind)), readlinkSync(join(targets, kind))];
    const refused = await deployTo(kind);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("DEPLOY_SWITCH")]);
    expect(refused.stderr).toContain("does not follow the link that would be live at");
    expect(refused.stderr).toContain("Deploy without --switch, to a name that is no link");
    expect(readlinkSync(join(targets, kind))).toBe(link);
    expect(await readTree(join(targets, kind))).toEqual(live);
    await expectWholePages(async (path) => live[path] ?? null, builds.slice(0, 1));
  });

  test("with nothing yet: nothing is live, and a deploy without --switch to that name goes", async () => {
    const name = `${kind}-new`;
    expect(await deployTo(name)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("does not follow the link"),
    });
    expect(() => readlinkSync(join(targets, name))).toThrow("ENOENT");
    const plain = await runHere(["deploy", join(targets, name)], { cwd: here.root });
    expect(plain, plain.stderr).toMatchObject({ code: 0 });
    const live = await readTree(join(targets, name));
    await expectWholePages(async (path) => live[path] ?? null, builds.slice(1));
  });
});
