/**
 * Deploys in a process that is killed from outside, or kills itself at its n-th change of the file system. Arguments:
 * out, target, endpoint, n (0: never), whether to switch, or to switch back, and a folder for copies of what each change
 * finds, which is what a kill would leave.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join } from "node:path";
import { deploy } from "../../../src/deploy/deploy.ts";
import { parseTarget } from "../../../src/deploy/parse-target.ts";
import { deploySwitched } from "../../../src/deploy/switched/deploy-switched.ts";
import { switchBack } from "../../../src/deploy/switched/switch-back.ts";
import { SILENT } from "../../../src/problems/reporter.ts";

const [out = "", target = "", endpoint = "", killAt = "0", mode = "", copies = ""] = process.argv.slice(2);
let count = 0;
for (const name of ["open", "rename", "mkdir", "unlink", "copyFile", "rmdir", "rm", "link", "symlink"]) {
  const original = Reflect.get(fs.promises, name);
  Reflect.set(fs.promises, name, (...args: unknown[]) => {
    count += 1;
    if (count === Number(killAt)) process.kill(process.pid, "SIGKILL");
    if (copies !== "")
      fs.cpSync(dirname(target), join(copies, String(count)), { recursive: true, verbatimSymlinks: true });
    return Reflect.apply(original, fs.promises, args);
  });
}
syncBuiltinESMExports();

const run = { switch: deploySwitched, back: switchBack }[mode] ?? deploy;
await run({
  address: parseTarget(target, out),
  out,
  endpoint,
  env: process.env,
  warn: (text: string) => process.stderr.write(text),
  jobs: 4,
  keepBuilds: 1,
  dryRun: false,
  full: false,
  adopt: false,
  reporter: SILENT,
});
console.log(count);
