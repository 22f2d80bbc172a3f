/** The package as somebody gets it: packed, and installed as a dependency of a folder of its own. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { ROOT } from "./run-cli.ts";
import { claim, siteFolder } from "./run-folder.ts";

/** Nothing of this repository's own run reaches npm or the program. */
function cleanEnvironment(given: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|STORYBLOK_|NODE_ENV|VITEST|FORCE_COLOR)/i.test(name),
  );
  return { ...Object.fromEntries(own), NO_COLOR: "1", ...given };
}

/** Runs a program as a user's shell would; what it prints to stdout, or an error with all that it printed. */
export async function runOutside(
  file: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<string> {
  const options = { cwd, env: cleanEnvironment(env) };
  const { stdout } = await promisify(execFile)(file, args, options).catch((error: unknown) => {
    const { stdout: out = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${file} ${args.join(" ")}\n${out}${stderr}`, { cause: error });
  });
  return stdout;
}

/** Installs the package in a new folder, with programs of this repository's own dependencies beside it. */
export async function installPacked(dir: string, links: readonly string[]): Promise<void> {
  const tarball = await packedTarball();
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "package.json"), '{ "name": "site", "private": true, "type": "module" }\n');
  const quiet = ["--silent", "--prefer-offline", "--no-audit", "--no-fund"];
  await runOutside("npm", ["install", ...quiet, tarball], dir);
  for (const name of links) symlinkSync(join(ROOT, "node_modules", name), join(dir, "node_modules", name));
}

/** The same without npm: unpacked, with this repository's copies of the packages it depends on. */
export async function unpackPacked(dir: string, links: readonly string[]): Promise<void> {
  const own = join(dir, "node_modules/sitegen-storyblok");
  mkdirSync(own, { recursive: true });
  await runOutside("tar", ["-xzf", await packedTarball(), "--strip-components=1"], own);
  const { dependencies } = JSON.parse(readFileSync(join(own, "package.json"), "utf8"));
  for (const name of [...Object.keys(dependencies), ...links]) {
    mkdirSync(dirname(join(dir, "node_modules", name)), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), join(dir, "node_modules", name));
  }
}

/** Packed once a run: the first test file packs, since it writes type declarations into `dist/`, and others wait. */
export async function packedTarball(): Promise<string> {
  const folder = join(siteFolder(), "packed");
  const done = join(folder, "sitegen-storyblok.tgz");
  if (claim(folder)) {
    const target = join(siteFolder(), "packing");
    mkdirSync(target);
    await runOutside("npm", ["pack", "--silent", "--pack-destination", target], ROOT);
    renameSync(join(target, readdirSync(target).find((name) => name.endsWith(".tgz")) ?? ""), done);
  }
  while (!existsSync(done)) await setTimeout(100);
  return done;
}
