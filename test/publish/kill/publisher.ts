/**
 * Publishes a build in its own process and kills it at its n-th change of the file system. An interrupted write leaves
 * half of the file. Counting changes instead of milliseconds makes every run repeatable. Arguments: out, state folder,
 * number of the build, n (0: never; the count is printed).
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { openOutputTransaction } from "../../../src/publish/output-transaction.ts";
import { makeBuild, putBuild } from "./site.ts";

const CHANGES = ["writeFile", "rename", "mkdir", "unlink", "rm", "rmdir", "link"] as const;
/** The stage is written and its files are moved synchronously. */
const SYNC_CHANGES = ["writeFileSync", "mkdirSync", "renameSync"] as const;
const [out = "", stateDir = "", number = "0", killAt = "0"] = process.argv.slice(2);

const { writeFileSync } = fs;

let count = 0;
for (const name of CHANGES) hook(fs.promises, name);
for (const name of SYNC_CHANGES) hook(fs, name);
syncBuiltinESMExports();

function hook(from: object, name: string): void {
  const original = Reflect.get(from, name);
  Reflect.set(from, name, (...args: unknown[]) => {
    count += 1;
    if (count === Number(killAt)) die(name, args);
    return Reflect.apply(original, from, args);
  });
}

function die(name: string, [file, data]: unknown[]): void {
  if (name.startsWith("writeFile") && typeof file === "string" && typeof data === "string") {
    try {
      writeFileSync(file, data.slice(0, data.length / 2));
    } catch {
      // The folder does not exist yet, so nothing is left behind.
    }
  }
  process.kill(process.pid, "SIGKILL");
}

const output = await openOutputTransaction({ out, stateDir });
await putBuild(output, makeBuild(Number(number)));
console.log(count);
