import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import {
  type BegunCode,
  BUILD_DEFAULTS,
  type BuildOptions,
  withEnvironment,
} from "../../src/generate/build-options.ts";
import type { BuildResult } from "../../src/generate/generate.ts";
import { readRenameRecord, writeRenameRecord } from "../../src/generate/rename-record.ts";
import { readShard, type Shard } from "../../src/generate/shards/part-file.ts";
import { groupProblems } from "../../src/incremental/problem-report.ts";
import { SitegenError, sitegenError } from "../../src/problems/errors.ts";
import type { StateFromTarget } from "../../src/state/from-target.ts";
import { once } from "../../src/util/once.ts";
import { type CommandContext, type CommonFlags, configOf } from "../command-context.ts";
import {
  countText,
  createReporter,
  createStyle,
  pluralize,
  renderProblems,
  type Streams,
  secondsText,
} from "../report.ts";
import { fromTarget, withStateFolder } from "./state-folder.ts";

export interface GenerateFlags extends CommonFlags {
  out?: string;
  draft?: boolean;
  full?: boolean;
  offline?: boolean;
  jobs?: number;
  strict?: boolean;
  keepGoing?: boolean;
  dryRun?: boolean;
  allowRemovals?: boolean;
  shard?: string;
  from?: string;
  state?: string;
  release?: string;
  diff?: boolean;
}

/** `sitegen generate`: builds the site or one shard of it; prints the problems and the result as text or as JSON. */
export async function runGenerate(flags: GenerateFlags, context: CommandContext): Promise<number> {
  const { streams, cwd, signal, onFailure } = context;
  const { release } = flags;
  const out = resolve(cwd, flags.out ?? (release === undefined ? "out" : `out-release-${release}`));
  onFailure(() => ({ out }));
  const reporter = createReporter(streams, flags);
  const { env, config } = await configOf(flags, context);
  if (release !== undefined || flags.diff) checkReleaseFlags(flags);
  if (release !== undefined) {
    const { mainSpaceNote } = await import("../../src/generate/content-service.ts");
    const note = mainSpaceNote(`Release ${release} is`, config);
    if (note !== null) reporter.info(note);
  }
  const shard = release === undefined ? readShard(flags.shard, streams.env) : null;
  const stateDir = resolve(cwd, flags.state ?? (release === undefined ? STATE : `${STATE}/releases/${release}`));
  let code: BegunCode | undefined;
  try {
    const countsProblems = !flags.json && !flags.verbose;
    const options = { ...BUILD_DEFAULTS, ...flags, config, env, out, stateDir, countsProblems, reporter, signal };
    if (release !== undefined && flags.diff) {
      const { runReleaseDiff } = await import("./release-diff.ts");
      const ofSite = resolve(cwd, flags.state ?? STATE);
      return await runReleaseDiff({ ...options, release, stateDir: ofSite }, flags, context);
    }
    // Redirects of earlier renames are in the site as it will be, too.
    if (release !== undefined && flags.state === undefined)
      await writeRenameRecord(stateDir, await readRenameRecord(resolve(cwd, STATE)));
    const from = fromTarget(flags.from, { ...options, cwd, whole: shard !== null, withoutOut: shard !== null });
    if (shard)
      return await from((state) => runShard({ ...options, offline: true, fromTarget: state }, shard, flags, streams));
    let brought = () => {};
    const ready = new Promise<void>((resolve) => {
      brought = resolve;
    });
    const loadBuild = once(() => import("../../src/generate/generate.ts"));
    // The site's code is bundled while the state is brought, which waits for the target; the last build's browser code is
    // among it. The bundler is loaded first, so that it works while the rest is loaded.
    const { begin, beginCode } = await import("../../src/generate/begin-code.ts");
    const meanwhile = () => begin(loadBuild().then(() => import("../../src/generate/generate-site.ts")));
    if (flags.from !== undefined || release !== undefined)
      code = beginCode(withEnvironment(options), { ready, meanwhile });
    const work = async (state?: StateFromTarget) => {
      brought();
      const { build } = await loadBuild();
      return build({ ...options, code, fromTarget: state });
    };
    const result = await withStateFolder(stateDir, () => from(work));
    reporter.end();
    return tellResult(result, flags, { streams });
  } catch (error) {
    // Nothing needs the state of a release that is gone; what is still bundled would be written after it was removed.
    if (release !== undefined && flags.state === undefined && isReleaseGone(error)) {
      await code?.client.catch(() => undefined);
      await rm(stateDir, { recursive: true, force: true });
    }
    throw error;
  } finally {
    reporter.end();
  }
}

function isReleaseGone(error: unknown): boolean {
  return error instanceof SitegenError && ["RELEASE_UNKNOWN", "RELEASE_MERGED"].includes(error.code);
}

const STATE = ".sitegen";

/** Throws USAGE: a release is read anew by each build, so there is no part of it and no last pull. */
function checkReleaseFlags({ release, shard, offline, diff }: GenerateFlags): void {
  const other = shard !== undefined ? "--shard" : offline ? "--offline" : null;
  const message =
    release === undefined && diff
      ? "--diff needs the release with --release."
      : other && `--release cannot be used with ${other}.`;
  if (message) throw sitegenError("USAGE", { message, hint: "See `sitegen generate --help`." });
}

/** Renders one shard, always from the last pull: parts of different pulls would not fit together. */
async function runShard(options: BuildOptions, shard: Shard, flags: GenerateFlags, streams: Streams): Promise<number> {
  const { renderShard } = await import("../../src/generate/shards/render-shard.ts");
  const report = await renderShard(options, shard);
  if (flags.json) streams.stdout.write(`${JSON.stringify(report)}\n`);
  const { pages, failed, ms, out } = report;
  const style = createStyle(streams.stderr, streams.env);
  for (const path of failed) streams.stderr.write(`${style.yellow("failed")} ${path}\n`);
  if (!flags.quiet) {
    streams.stderr.write(
      `${style.green("✓")} Shard ${shard.index} of ${shard.of}: ${pages} pages in ${out}, ${secondsText(ms)}\n`,
    );
  }
  return failed.length > 0 ? 3 : 0;
}

/** Prints a build's result; returns the exit code. */
export function tellResult(
  result: BuildResult,
  flags: Pick<GenerateFlags, "json" | "verbose" | "quiet" | "dryRun">,
  { streams }: Pick<CommandContext, "streams">,
): number {
  if (flags.json) {
    // One line; the stored list of problems is inserted unparsed.
    streams.stdout.write(`${JSON.stringify(result.summary).slice(0, -1)},"problems":`);
    streams.stdout.write(result.problemReport.json());
    streams.stdout.write("}\n");
  }
  summarize(result, flags, streams);
  return result.kept.length + result.absent.length > 0 ? 3 : 0;
}

function summarize(
  { summary, problemReport, kept, absent }: BuildResult,
  flags: Pick<GenerateFlags, "verbose" | "quiet" | "dryRun">,
  streams: Streams,
): void {
  const style = createStyle(streams.stderr, streams.env);
  const groups = flags.verbose
    ? groupProblems(problemReport.all(), 100)
    : problemReport.groups.filter(({ severity }) => severity !== "info");
  if (groups.length > 0) streams.stderr.write(`${renderProblems(groups, { style })}\n`);
  for (const path of kept) streams.stderr.write(`${style.yellow("kept")} ${path}\n`);
  for (const path of absent) streams.stderr.write(`${style.yellow("not published")} ${path}\n`);
  if (flags.quiet) return;
  if (problemReport.groups.length > 0) {
    streams.stderr.write(
      `Problems: ${countText(problemReport.groups)}. \`sitegen check\` shows each with its place, what to do and a link.\n`,
    );
  }
  const { pages, ms } = summary;
  if (flags.verbose) {
    const phases = (["fetch", "bundle", "render", "write"] as const).map(
      (phase) => `${phase} ${secondsText(ms[phase])}`,
    );
    streams.stderr.write(`${style.dim(`Time: ${phases.join(", ")}`)}\n`);
  }
  const verb = flags.dryRun ? "Dry run, nothing written" : "Published";
  streams.stderr.write(
    `${style.green("✓")} ${verb}: ${pluralize(pages.total, "page")} (${pages.written} written, ${pages.unchanged} unchanged, ${pages.removed} removed), ` +
      `${pluralize(summary.redirects, "redirect")}, ${pluralize(summary.requests.total, "request")}, ${secondsText(ms.total)}, build ${summary.buildId}\n`,
  );
}
