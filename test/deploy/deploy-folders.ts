import { existsSync, mkdtempSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { type DeployOptions, type DeployReport, deploy } from "../../src/deploy/deploy.ts";
import { parseTarget } from "../../src/deploy/parse-target.ts";
import { SILENT } from "../../src/problems/reporter.ts";
import { LATEST_FILE } from "../../src/publish/file-list.ts";
import { openOutputTransaction } from "../../src/publish/output-transaction.ts";
import { readTree } from "../publish/helpers.ts";
import { type Build, makeBuild, putBuild } from "../publish/kill/site.ts";

/** A folder with an output folder, a state folder and a test's own files. */
export interface DeployFolders {
  root: string;
  out: string;
  stateDir: string;
  publish(build: number): Promise<Build>;
  remove(): Promise<void>;
}

export function createDeployFolders(): DeployFolders {
  const root = mkdtempSync(join(tmpdir(), "sitegen-deploy-"));
  const out = join(root, "out");
  const stateDir = join(root, "state");
  return {
    root,
    out,
    stateDir,
    async publish(number) {
      const build = makeBuild(number);
      await putBuild(await openOutputTransaction({ out, stateDir }), build);
      return build;
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/** A deploy in this process with short timeouts. */
export function deployTo(
  target: string,
  options: Partial<DeployOptions> & Pick<DeployOptions, "out">,
  run = deploy,
): Promise<DeployReport> {
  return run({
    address: parseTarget(target, options.out),
    endpoint: "",
    env: {},
    jobs: 8,
    keepBuilds: 1,
    dryRun: false,
    full: false,
    adopt: false,
    reporter: SILENT,
    ...options,
  });
}

/** Reads a file from a target; null if there is none. */
export type Read = (path: string) => Promise<string | null>;

export function readFolder(root: string): Read {
  return (path) => readFile(join(root, path), "utf8").catch(() => null);
}

/** Checks what must hold at any time: each page is complete and was published, and everything it refers to exists. */
export async function expectWholePages(readOne: Read, builds: readonly Build[]): Promise<void> {
  const known = new Map<string, Promise<string | null>>();
  const read: Read = (path) => {
    const text = known.get(path) ?? readOne(path);
    known.set(path, text);
    return text;
  };
  const faults: string[] = [];
  const pages = new Set(builds.flatMap(({ files }) => [...files.keys()]).filter((path) => path.endsWith(".html")));
  for (const path of pages) {
    const text = await read(path);
    if (text === null) continue;
    if (!builds.some(({ files }) => files.get(path) === text)) faults.push(`${path} is no page of these builds`);
    for (const [, ref = ""] of text.matchAll(/src="\/([^"]+)"/g)) {
      if ((await read(ref)) === null) faults.push(`${path} refers to ${ref}, which does not exist`);
    }
  }
  const latest = await read(LATEST_FILE);
  if (latest !== null) {
    const announced = builds.find(({ id }) => id === (JSON.parse(latest) as { id: string }).id);
    if (!announced) faults.push(`latest.json names no build: ${latest}`);
    for (const [path, text] of announced?.files ?? []) {
      if (path.startsWith("_assets/") && (await read(path)) !== text) faults.push(`${path} of the build is not there`);
    }
  }
  expect(faults).toEqual([]);
}

/**
 * Checks that the target holds the output folder, and otherwise only hashed files of builds that visitors may have
 * open.
 */
export async function expectDeployed(out: string, target: Record<string, string>): Promise<void> {
  const wanted = await readTree(out);
  expect(Object.keys(wanted).filter((path) => target[path] !== wanted[path])).toEqual([]);
  expect(Object.keys(target).filter((path) => !(path in wanted) && !path.startsWith("_assets/"))).toEqual([]);
}

export function hasWorkFolder(root: string): boolean {
  return existsSync(join(root, ".sitegen-deploy"));
}
