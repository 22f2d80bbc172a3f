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
// One at a time where they are copied: a copy that is taken while another change is under way is of no moment.
let before: Promise<unknown> = Promise.resolve();
for (const name of ["open", "rename", "mkdir", "unlink", "copyFile", "rmdir", "rm", "link", "symlink"]) {
  const original = Reflect.get(fs.promises, name);
  Reflect.set(fs.promises, name, (...args: unknown[]) => {
    count += 1;
    if (count === Number(killAt)) process.kill(process.pid, "SIGKILL");
    const change = () => Reflect.apply(original, fs.promises, args);
    if (copies === "") return change();
    const copy = join(copies, String(count));
    const changed = before.then(() => {
      fs.cpSync(dirname(target), copy, { recursive: true, verbatimSymlinks: true });
      return change();
    });
    before = changed.catch(() => undefined);
    return changed;
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
