/** `sitegen doctor` where nothing can be written, as in a container whose root file system is read-only. */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Finding } from "../../src/doctor/finding.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { programPath } from "../helpers/test-programs.ts";

test("a read-only file system is named, for out/ and for the state", () => {
  const { dir, remove } = temporaryFolder();
  const mounted = join(dir, "read-only");
  mkdirSync(mounted);
  const program = `"${process.execPath}" "${join(ROOT, "bin/sitegen.mjs")}" doctor --json`;
  const script = `mount -t tmpfs -o ro none "${mounted}" && cd "${mounted}" && ${program}`;
  const inside = ["--map-root-user", "--mount", "sh", "-c", script];
  const done = spawnSync(programPath("namespaces"), inside, { encoding: "utf8" });
  remove();
  const { findings } = JSON.parse(done.stdout) as { findings: Finding[] };
  expect([done.status, findings.map(({ code }) => code)]).toEqual([4, ["PUBLISH_NOT_WRITABLE", "STATE_NOT_WRITABLE"]]);
  for (const { message } of findings) expect(message).toContain("it is on a read-only file system");
});
