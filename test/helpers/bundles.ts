/**
 * Bundling the sample's code is most of a small build from nothing, and comes out the same every time: the first build of
 * a test run leaves its bundles for the later ones. They check them as they check their own, by the stamp of every input:
 * a build of another site finds nothing it can use.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { siteFolder } from "./run-folder.ts";

/** The site's code for Node and the browser's; the rest of the folder is of the content that was built. */
const BUNDLES = /^(client\.json|client-\w+\.bin|site\.json|site-\w+\.mjs(\.map)?)$/;

const shared = () => join(siteFolder(), "bundles");

/** Gives a state folder that is there and has no bundles those of an earlier build. */
export function takeBundles(stateDir: string): void {
  const own = join(stateDir, "cache");
  if (!existsSync(shared()) || existsSync(own) || !isFolder(stateDir)) return;
  cpSync(shared(), own, { recursive: true, preserveTimestamps: true });
}

/** Keeps what a build with the sample's definition bundled. */
export function keepBundles(stateDir: string): void {
  const own = join(stateDir, "cache");
  if (existsSync(shared()) || !existsSync(join(own, "client.json"))) return;
  const copy = `${shared()}-${process.hrtime.bigint()}`;
  copyBundles(own, copy);
  try {
    renameSync(copy, shared());
  } catch {
    rmSync(copy, { recursive: true }); // another worker was first
  }
}

/** Copies the bundles from the cache of one state folder into that of another, which is made. */
export function copyBundles(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).filter((name) => BUNDLES.test(name)))
    cpSync(join(from, name), join(to, name), { preserveTimestamps: true });
}

/** The same for a command that builds and names a state folder whose parent is there. */
export function takeBundlesFor(args: readonly string[], cwd: string): void {
  const at = args.indexOf("--state");
  if (args[0] !== "generate" || at < 0 || args.includes("--dry-run") || !existsSync(shared())) return;
  const state = resolve(cwd, args[at + 1] ?? "");
  if (!existsSync(state) && isFolder(dirname(state))) mkdirSync(state);
  takeBundles(state);
}

function isFolder(path: string): boolean {
  return existsSync(`${path}/.`);
}
