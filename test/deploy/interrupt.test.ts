/** Ctrl-C while the target does not respond: the command ends at once, and the next deploy finishes. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { shareOf } from "../helpers/exhaustive.ts";
import { runCli } from "../helpers/run-cli.ts";
import { command } from "../serve/command.ts";
import { createDeployFolders, type DeployFolders, expectDeployed, expectWholePages } from "./deploy-folders.ts";
import { openTargetFixture, type TargetFixture } from "./targets.ts";

let here: DeployFolders;
let rig: TargetFixture;
beforeEach(() => {
  here = createDeployFolders();
});
afterEach(async () => {
  await rig.close();
  await here.remove();
});

/** The target goes silent in the middle of the files; resolves when it has. */
function silenced(): Promise<void> {
  return new Promise((done) => {
    let sent = 0;
    if (rig.s3) {
      rig.s3.fault = ({ method, key }) => {
        if (method !== "PUT" || key.endsWith("lock") || ++sent < 20) return null;
        done();
        return "silence";
      };
    }
    rig.ssh?.silentAfter(15_000, done);
  });
}

test.each(shareOf(["S3", "SFTP"] as const, 1))("%s", async (kind) => {
  rig = await openTargetFixture(kind, here);
  const endpoint = rig.endpoint === "" ? [] : ["--endpoint", rig.endpoint];
  const args = ["deploy", rig.address("www"), ...endpoint, "--json"];
  const first = await here.publish(1);
  expect((await runCli(args, { cwd: here.root, env: rig.env })).code).toBe(0);
  const second = await here.publish(5);
  const silence = silenced();
  const deploying = command(args, { cwd: here.root, env: rig.env });
  await silence;
  const interrupted = performance.now();
  expect(await deploying.interrupt()).toBe(130);
  // A silent target is given up after 45 s at the earliest.
  expect(performance.now() - interrupted).toBeLessThan(30_000);
  expect(JSON.parse(deploying.stdout())).toMatchObject({ ok: false, error: { code: "INTERRUPTED" } });
  await expectWholePages(rig.read("www"), [first, second]);
  if (rig.s3) rig.s3.fault = () => null;
  const next = await runCli(args, { cwd: here.root, env: rig.env });
  expect([next.code, JSON.parse(next.stdout).buildId]).toEqual([0, second.id]);
  await expectDeployed(here.out, await rig.tree("www"));
});
