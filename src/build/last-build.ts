import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type OnDamaged, readWithChecksum, writeWithChecksum } from "../checksum-file.ts";
import type { Config } from "../config/config.ts";
import { shortHash } from "../incremental/short-hash.ts";
import { readRenameRecord } from "../publish/rename-record.ts";
import type { Rename } from "../redirects/rule.ts";
import type { BuildOptions, BuildReport } from "./build-options.ts";
import { codeVersion, fingerprint } from "./code-version.ts";
import type { OpenedSite } from "./open-site.ts";
import { peakRssMb } from "./peak-memory.ts";
import type { Client } from "./prepare-client.ts";
import { warnDamaged } from "./warn-damaged.ts";

/** What is read of the program's own templates. */
const TEMPLATES = ["document.html", "redirect.html", "flush-cache.html"].map((name) => `templates/${name}`);

/**
 * Everything an output depends on, as one hash: content (`snapshot` names it: src/fetch/snapshot/manifest.ts), code,
 * templates, configuration, redirect files, renames. Equal key, equal output, so a build with the last one's key has
 * nothing to do but to see that its files are still there.
 */
async function buildKey({ snapshot, ...rules }: Rules & { snapshot: string }): Promise<string> {
  return shortHash(snapshot + (await keyOfRules(rules)));
}

interface Rules {
  config: Config;
  renames: readonly Rename[];
  code: SiteHashes;
}

/** Everything an output depends on but its content. */
export async function keyOfRules({ config, renames, code }: Rules): Promise<string> {
  return shortHash(
    JSON.stringify([
      { ...config, storyblok: null },
      renames,
      codeVersion(),
      code.site,
      code.client,
      fingerprint(TEMPLATES),
      await configuredFiles(config),
    ]),
  );
}

/** Content of the files that the configuration names: redirects and the badge. */
async function configuredFiles({ redirects, site, root }: Config): Promise<string[]> {
  const globs = redirects.filter((entry) => typeof entry === "string");
  if (site.badge && !URL.canParse(site.badge.image)) globs.push(site.badge.image);
  if (globs.length === 0) return [];
  const { default: fg } = await import("fast-glob"); // only where needed: loading it takes longer than the rest of this
  const files = fg.sync(globs, { cwd: root, absolute: true }).sort();
  return files.map((file) => `${file}\n${readFileSync(file, "latin1")}`);
}

/** Hashes of a site's code and of the files that a browser gets of it. */
export interface SiteHashes {
  site: string;
  client: string;
}

export function siteHashes(site: Pick<OpenedSite, "hash">, { bundle, icons }: Client): SiteHashes {
  return { site: site.hash, client: [bundle.hash, icons.favicon, icons.touchIcon].join(" ") };
}

interface LastBuild {
  key: string;
  report: Pick<BuildReport, "buildId" | "cv" | "stories" | "redirects" | "problems"> & { pages: number };
}

/**
 * The last build's result again, where nothing it was made from has changed and its files lie untouched; else null.
 * A build with an asset that could not be had is not repeated like this: the asset may be there now.
 */
export async function unchangedBuild(options: {
  build: BuildOptions;
  /** The snapshot that still is the space; null where something may have moved. */
  unchangedSnapshotId: string | null;
  /** Whether out/ holds what that build published. */
  isIntact: (buildId: string) => Promise<boolean>;
  code: Promise<SiteHashes>;
}): Promise<Omit<BuildReport, "ms" | "requests"> | null> {
  const { build, unchangedSnapshotId, isIntact } = options;
  if (unchangedSnapshotId === null || build.full || build.draft) return null;
  const last = readLastBuild(build.stateDir, build.out, warnDamaged(build.reporter));
  if (
    !last ||
    last.report.problems.some(
      ({ code, severity }) =>
        code === "ASSET_FAILED" || code === "ASSET_HOST_UNREACHABLE" || (build.strict && severity !== "info"),
    )
  )
    return null;
  const renames = (await readRenameRecord(build.stateDir)).rows;
  if (
    last.key !==
      (await buildKey({ config: build.config, snapshot: unchangedSnapshotId, renames, code: await options.code })) ||
    !(await isIntact(last.report.buildId))
  )
    return null;
  const { pages, ...report } = last.report;
  return {
    ok: true,
    ...report,
    out: build.out,
    pages: { total: pages, written: 0, unchanged: pages, removed: 0 },
    peakRssMb: peakRssMb(),
  };
}

/** Remembers a finished build for the next run. */
export async function rememberBuild(options: {
  build: BuildOptions;
  snapshot: string;
  renames: readonly Rename[];
  report: Omit<BuildReport, "ms" | "requests">;
  code: SiteHashes;
}): Promise<void> {
  const { build, snapshot, renames, report, code } = options;
  if (build.dryRun || build.draft) return;
  const { buildId, cv, stories, redirects, pages } = report;
  const problems = report.problems.filter(({ code }) => code !== "SNAPSHOT_DAMAGED"); // this run's alone
  const key = await buildKey({ config: build.config, snapshot, renames, code });
  writeLastBuild(build.stateDir, build.out, {
    key,
    report: { buildId, cv, stories, redirects, problems, pages: pages.total },
  });
}

function readLastBuild(stateDir: string, out: string, onDamaged: OnDamaged): LastBuild | null {
  const text = readWithChecksum(fileFor(stateDir, out), onDamaged);
  return text === null ? null : (JSON.parse(text) as LastBuild); // sealed by `writeLastBuild`
}

function writeLastBuild(stateDir: string, out: string, last: LastBuild): void {
  writeWithChecksum(fileFor(stateDir, out), JSON.stringify(last));
}

/** One state folder may serve several output folders. */
function fileFor(stateDir: string, out: string): string {
  const name = createHash("sha1").update(out).digest("hex").slice(0, 12);
  return join(stateDir, "cache", `last-build-${name}.json`);
}
