import type { CodeHashes } from "../incremental/build-inputs-hash.ts";
import { buildKey, readLastBuild, writeLastBuild } from "../incremental/last-build.ts";
import { readRenameRecord } from "../publish/rename-record.ts";
import type { Rename } from "../redirects/rule.ts";
import type { BuildOptions, BuildReport } from "./build-options.ts";
import type { OpenedSite } from "./open-site.ts";
import { peakRssMb } from "./peak-memory.ts";
import type { Client } from "./prepare-client.ts";
import { warnDamaged } from "./warn-damaged.ts";

export function siteHashes(site: Pick<OpenedSite, "hash">, { bundle, icons }: Client): CodeHashes {
  return { site: site.hash, client: [bundle.hash, icons.favicon, icons.touchIcon].join(" ") };
}

/**
 * The last build's result again, where nothing it was made from has changed and its files are untouched; else null.
 * A build with an asset that could not be had is not repeated like this: the asset may be there now.
 */
export async function unchangedBuild(options: {
  build: BuildOptions;
  /** The snapshot that still is the space; null where something may have moved. */
  unchangedSnapshotId: string | null;
  /** Whether out/ holds what that build published. */
  isIntact: (buildId: string) => Promise<boolean>;
  code: Promise<CodeHashes>;
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
  code: CodeHashes;
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
