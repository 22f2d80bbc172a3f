import { existsSync } from "node:fs";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sitegenError } from "../problems/errors.ts";
import type { TextFile } from "./block-files.ts";

export interface WriteResult {
  /** Paths relative to the folder. */
  written: string[];
  /** Existing files that were not changed. */
  kept: string[];
}

/** A file given as text, or copied from another. */
export type NewFile = TextFile | { path: string; from: string };

export async function writeNewFiles(dir: string, files: readonly NewFile[]): Promise<WriteResult> {
  const result: WriteResult = { written: [], kept: [] };
  for (const file of files) {
    const target = join(dir, file.path);
    if (existsSync(target)) {
      result.kept.push(file.path);
      continue;
    }
    await mkdir(dirname(target), { recursive: true });
    if ("from" in file) await copyFile(file.from, target);
    else await writeFile(target, file.text);
    result.written.push(file.path);
  }
  return result;
}

/** What of a site's package.json is added to one that is there: `type` would change what its other files mean. */
const PACKAGE_KEYS = ["scripts", "dependencies", "devDependencies", "allowScripts"] as const;
type PackageFile = { [key in (typeof PACKAGE_KEYS)[number]]?: Record<string, unknown> };

/** Adds what `wanted` has more to the package.json that is there, and returns its names. Throws INIT_FAILED for no JSON. */
export async function extendPackage(dir: string, wanted: string): Promise<string[]> {
  const path = join(dir, "package.json");
  const before = await readFile(path, "utf8");
  const own = parsePackage(before, path);
  const added: string[] = [];
  for (const key of PACKAGE_KEYS) {
    const there = key.endsWith("ependencies") ? { ...own.dependencies, ...own.devDependencies } : { ...own[key] };
    const ofSite = Object.entries((JSON.parse(wanted) as PackageFile)[key] ?? {}); // our own template
    const missing = ofSite.filter(([name]) => !Object.hasOwn(there, name) || isPlaceholder(there[name]));
    if (missing.length > 0) own[key] = { ...own[key], ...Object.fromEntries(missing) };
    added.push(...missing.map(([name]) => `${key}.${name}`));
  }
  const indent = /^[ \t]+(?=")/m.exec(before)?.[0] ?? 2;
  if (added.length > 0) await writeFile(path, `${JSON.stringify(own, null, indent)}\n`);
  return added;
}

/** The test that `npm init` writes, which only fails. */
const isPlaceholder = (script: unknown): boolean => typeof script === "string" && script.includes("no test specified");

function parsePackage(text: string, path: string): PackageFile {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Said below.
  }
  throw sitegenError("INIT_FAILED", {
    message: `${path} is not a JSON object.`,
    where: path,
    hint: "Correct it, so that what the site needs can be added.",
  });
}

/** Includes the working folders of builds, beside the output, and of deploys, in the target folder. */
const IGNORED = ["node_modules/", "out/", "out-release-*/", ".*.sitegen/", ".sitegen-deploy/", ".sitegen/", ".env"];

/** Adds missing lines to .gitignore; returns whether there were any. */
export async function extendGitignore(dir: string): Promise<boolean> {
  const path = join(dir, ".gitignore");
  const before = await readFile(path, "utf8").catch(() => "");
  const lines = before.split(/\r?\n/);
  const missing = IGNORED.filter((line) => !lines.includes(line));
  if (missing.length === 0) return false;
  await writeFile(path, `${before}${before === "" || before.endsWith("\n") ? "" : "\n"}${missing.join("\n")}\n`);
  return true;
}
