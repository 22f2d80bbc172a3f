/**
 * Bundling the sample's code is most of a small clean build and always gives the same result, so the first build of a
 * test run shares its bundles with later ones. They verify them as usual, by the size and time of every input, so that
 * builds of other sites do not use them.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { siteFolder } from "./run-folder.ts";

/** The site's bundles for Node and the browser, and the hashes of its sources; the other files depend on the content. */
const BUNDLES = /^(client\.json|client-\w+\.bin|hashes\.json|site\.json|site-\w+\.mjs(\.map)?)$/;

/** Those of the sample, or of another definition that several test files build. */
const shared = (of = "sample") => join(siteFolder(), `bundles-${of}`);

/** Copies an earlier build's bundles into an existing state folder without any. */
export function takeBundles(stateDir: string, of?: string): void {
  const own = join(stateDir, "cache");
  if (!existsSync(shared(of)) || existsSync(own) || !isFolder(stateDir)) return;
  cpSync(shared(of), own, { recursive: true, preserveTimestamps: true });
}

/** Creates a state folder with the sample's bundles, for a command that bundles the sample's code. */
export function stateWithBundles(stateDir: string): void {
  mkdirSync(stateDir, { recursive: true });
  takeBundles(stateDir);
}

/** Keeps the bundles of a build with the sample's definition, or with the named other one. */
export function keepBundles(stateDir: string, of?: string): void {
  const own = join(stateDir, "cache");
  if (existsSync(shared(of)) || !existsSync(join(own, "client.json"))) return;
  const copy = `${shared(of)}-${process.hrtime.bigint()}`;
  copyBundles(own, copy);
  try {
    renameSync(copy, shared(of));
  } catch {
    rmSync(copy, { recursive: true }); // another worker was first
  }
}

/** Copies the bundles from one state folder to another, which is created. */
export function copyBundles(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).filter((name) => BUNDLES.test(name)))
    cpSync(join(from, name), join(to, name), { preserveTimestamps: true });
}

/** The same for a command with arguments, which builds into a state folder in an existing folder. */
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
