import { warnDamaged } from "../files/checksum-file.ts";
import type { BuildInputs, CodeHashes } from "../incremental/build-inputs-hash.ts";
import { buildKey, readLastBuild, readProblemList, writeLastBuild } from "../incremental/last-build.ts";
import { type ProblemReport, problemReportOf } from "../incremental/problem-report.ts";
import type { Rename } from "../redirects/rule.ts";
import type { LoadedSources } from "../sources/load-sources.ts";
import type { BuildOptions, BuildSummary } from "./build-options.ts";
import { someAvailable } from "./missing-assets.ts";
import type { OpenedSite } from "./open-site.ts";
import type { PreparedClient } from "./prepare-client.ts";
import { publicStamp } from "./public-files.ts";
import { readRenameRecord } from "./rename-record.ts";
import { peakRssMb } from "./stopwatch.ts";

export function siteHashes(site: Pick<OpenedSite, "hash">, { bundle, icons }: PreparedClient): CodeHashes {
  return {
    site: site.hash,
    client: [bundle.hash, icons.favicon, icons.touchIcon, JSON.stringify(bundle.warnings)].join(" "),
  };
}

/**
 * The last build's result, if nothing it depends on has changed and its files are untouched; otherwise null. Assets that
 * were missing are requested again; if one is there now, null too.
 */
export async function unchangedBuild(options: {
  build: BuildOptions;
  /** The snapshot, if the space has not changed since; null if it may have. */
  unchangedSnapshotId: string | null;
  /** Whether out/ holds what that build published. */
  isIntact: (buildId: string) => Promise<boolean>;
  code: Promise<CodeHashes>;
  endpoint: string;
}): Promise<{ summary: Omit<BuildSummary, "ms" | "requests">; problemReport: ProblemReport } | null> {
  const { build, unchangedSnapshotId, isIntact } = options;
  if (unchangedSnapshotId === null || build.full || build.draft || build.release) return null;
  const onDamaged = warnDamaged(build.reporter);
  const last = readLastBuild(build.stateDir, build.out, onDamaged);
  if (!last || last.problemReport.groups.some(({ severity }) => build.strict && severity !== "info")) return null;
  const renames = await readRenameRecord(build.stateDir);
  if (
    last.key !== (await keyOf(unchangedSnapshotId, { config: build.config, renames, code: await options.code })) ||
    !(await isIntact(last.report.buildId)) ||
    (await someAvailable(last.missing, { ...build, endpoint: options.endpoint }))
  )
    return null;
  const problemReport = build.countsProblems ? last.problemReport : readProblemList(last.problemReport);
  if (!problemReport) {
    onDamaged(last.problemReport.file ?? "");
    return null;
  }
  const { pages, ...report } = last.report;
  const summary = {
    ok: true,
    ...report,
    out: build.out,
    pages: { total: pages, written: 0, unchanged: pages, removed: 0 },
    peakRssMb: peakRssMb(),
  };
  return { summary, problemReport };
}

/** The problems of the build with this id, if it was the last one; null if they are not known. */
export function lastProblems({ stateDir, out, reporter, countsProblems }: BuildOptions, buildId: string) {
  const last = readLastBuild(stateDir, out, warnDamaged(reporter));
  if (last?.report.buildId !== buildId) return null;
  return countsProblems ? last.problemReport : readProblemList(last.problemReport);
}

/** The snapshot and the sources' values, as one text to compare. */
export function snapshotKey(snapshot: string, { hashes }: Pick<LoadedSources, "hashes">): string {
  return [snapshot, ...Object.values(hashes)].join(" ");
}

/** Files of the `public` folder count like content. */
function keyOf(snapshot: string, inputs: BuildInputs): Promise<string> {
  const files = publicStamp(inputs.config);
  return buildKey({ ...inputs, snapshot: files === "" ? snapshot : `${snapshot} ${files}` });
}

/** Stores a finished build's result for the next run. */
export async function rememberBuild(options: {
  build: BuildOptions;
  snapshot: string;
  renames: readonly Rename[];
  summary: Omit<BuildSummary, "ms" | "requests">;
  problemReport: ProblemReport;
  /** URLs of assets to request again. */
  missing: string[];
  code: CodeHashes;
}): Promise<void> {
  const { build, snapshot, renames, summary, missing, code } = options;
  const { buildId, cv, stories, redirects, pages } = summary;
  const key = await keyOf(snapshot, { config: build.config, renames, code });
  writeLastBuild(build.stateDir, build.out, {
    key,
    report: { buildId, cv, stories, redirects, pages: pages.total },
    missing,
    problemReport: lasting(options.problemReport),
  });
}

/** Leaves out problems that concern one run only, which would no longer be true in the next report. */
function lasting(problemReport: ProblemReport): ProblemReport {
  const ofThisRun = ["SNAPSHOT_DAMAGED", "FETCH_MINIMUM_CACHE", "SOURCE_FAILED"];
  const isOfThisRun = ({ code }: { code: string }) => ofThisRun.includes(code);
  return problemReport.groups.some(isOfThisRun)
    ? problemReportOf(problemReport.all().filter((one) => !isOfThisRun(one)))
    : problemReport;
}
