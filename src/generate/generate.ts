/** The order of a build's steps, and nothing else. A build without changes loads only this file. */
import type { PackedSpace } from "../fetch/snapshot/packed-space.ts";
import { warnDamaged } from "../files/checksum-file.ts";
import { type ProblemReport, problemReportOf } from "../incremental/problem-report.ts";
import { SitegenError } from "../problems/errors.ts";
import { refuseCode } from "../publish/output-location.ts";
import { type OutputTransaction, startTransaction } from "../publish/output-transaction.ts";
import { openSession } from "../publish/session.ts";
import { begin, beginCode } from "./begin-code.ts";
import {
  type BuildOptions,
  type BuildReport,
  type BuildSummary,
  isRemembered,
  withEnvironment,
} from "./build-options.ts";
import { findSpaceFolder, openContentService } from "./content-service.ts";
import { someAvailable } from "./missing-assets.ts";
import { openProject, type Project } from "./project.ts";
import { publicFolder } from "./public-files.ts";
import type { PublishFacts } from "./publish-facts.ts";
import { type AskSources, createSourceAsking } from "./source-asking.ts";
import { type StartedPull, startPull } from "./start-pull.ts";
import { createStopwatch, peakRssMb, type Stopwatch } from "./stopwatch.ts";
import { siteHashes, snapshotKey, unchangedBuild } from "./unchanged-build.ts";

/** The result of a build, as plain data. */
export interface BuiltSite {
  summary: BuildSummary;
  /** Paths of failed pages that kept their last good version (--keep-going). */
  kept: string[];
  /** Paths of failed pages that have none. */
  absent: string[];
  /** False if the space has not changed since the last pull. */
  moved: boolean;
  /** Milliseconds until the service shows everything that was published; null if it does already. */
  staleForMs: number | null;
  sources: readonly string[];
  /** Milliseconds until one of them has to be asked again; null if none has a `maxAge`. */
  sourcesDueMs: number | null;
  /** Id of the space's snapshot; "" if the content is drafts. */
  snapshot: string;
  /** True if nothing was published because of `holdAt`. */
  held: boolean;
  /** What the build was about; null if nothing had changed. */
  facts: PublishFacts | null;
}

export interface BuildResult extends BuiltSite {
  problemReport: ProblemReport;
  /** The summary with the list of problems, which is read on access. */
  readonly report: BuildReport;
}

/**
 * Builds the site. Published stories go out before what is read for other changes: the datasources, the listing of a
 * large space, missing assets. If one of them has changed, a second build follows, and both are reported as one.
 */
export async function build(given: BuildOptions): Promise<BuildResult> {
  const watch = createStopwatch();
  const project = given.project ?? openProject();
  const asking = createSourceAsking(given);
  let published: BuildResult | null = null;
  for (let deferChecks = true; ; deferChecks = false) {
    const { result, isLast } = await buildOnce(given, { project, watch, asking, deferChecks });
    published = published ? await afterBoth(published, result) : result;
    if (isLast || !deferChecks) return published;
  }
}

/** `isLast`: false if another build has to follow. */
async function buildOnce(
  given: BuildOptions,
  of: { project: Project; watch: Stopwatch; asking: AskSources; deferChecks: boolean },
) {
  const { project, watch, asking, deferChecks } = of;
  const options = withEnvironment(given);
  const { config, reporter } = options;
  const onDamaged = warnDamaged(reporter);
  const { out, stateDir: dir, fromTarget } = options;
  const folders = { out, stateDir: dir, copied: publicFolder(config), content: findSpaceFolder(config) };
  const session = await openSession({ ...folders, onDamaged, fromTarget: fromTarget?.file });
  let output: OutputTransaction | undefined;
  let space: PackedSpace | undefined;
  let requests: StartedPull["requests"] | undefined;
  let hasFailed = false;
  const service = await openContentService(config);
  try {
    reporter.step("Reading the space");
    const meanwhile = () => begin(import("./generate-site.ts"));
    const bundled = options.code ?? beginCode(options, { hasFailed: () => hasFailed, meanwhile });
    const site = bundled.opened;
    const client = begin(watch.time("bundle", () => bundled.client));
    const code = begin(Promise.all([site, client]).then(([one, other]) => siteHashes(one, other)));
    const asked = begin(site.then((one) => asking(one, onDamaged)));
    const opened = await watch.time("fetch", () =>
      startPull(options, service, { deferChecks, spaces: site.then((one) => one.spaces) }),
    );
    requests = opened.requests;
    const { file, imported, folders: blocks } = await site;
    refuseCode(session.location.out, [file, ...imported, ...blocks]);
    // Parts are checked even if nothing has changed, since one may be missing.
    const known = options.parts ? null : opened.unchangedSnapshotId;
    const sources = await watch.time("fetch", () => asked);
    // The problem of a source that failed is reported in every build.
    const unchangedSnapshotId = known === null || sources.problems.length > 0 ? null : snapshotKey(known, sources);
    const transaction = () => startTransaction(session, (file) => project.record(file, onDamaged));
    const isIntact = async (buildId: string) => {
      output = await transaction();
      return output.isIntact(buildId);
    };
    const { endpoint } = service;
    const same = await unchangedBuild({ build: options, unchangedSnapshotId, isIntact, code, endpoint });
    const done = ({ summary, problemReport, ...rest }: Finished) => {
      const whole = { ...summary, requests: opened.requests(), ms: watch.read() };
      const ofSources = { sources: Object.keys(sources.values), sourcesDueMs: sources.dueMs };
      const usual = { ...NOTHING_MADE, snapshot: known ?? "" };
      return resultOf({ ...usual, ...rest, summary: whole, ...ofSources }, problemReport);
    };
    if (same) return { isLast: true, result: done(same) };
    if (options.holdAt !== undefined && known === options.holdAt)
      return { isLast: true, result: done(heldBuild(options, known)) };
    // React, the blocks and the rest are loaded here: loading them takes longer than a build without changes.
    const loading = begin(import("./generate-site.ts"));
    const { site: definition } = await (await site).load();
    const { stateDir, testHooks, full: ignore } = options;
    const ofSite = { stateDir, definition, siteHash: (await site).commonHash, ignore, onDamaged, testHooks };
    const stories = await project.stories(ofSite);
    const pulled = await watch.time("fetch", () => opened.pull(definition, stories));
    space = pulled.space;
    const { moved, staleForMs } = pulled;
    if (options.holdAt !== undefined && pulled.since === options.holdAt && !moved)
      return { isLast: true, result: done({ ...heldBuild(options, pulled.snapshot), staleForMs }) };
    const { generateSite } = await loading;
    output ??= await transaction();
    const generated = await generateSite({
      options,
      output,
      service,
      definition,
      stories,
      graph: await project.graph({ stateDir, ignore: options.full, onDamaged }),
      deferChecks,
      client,
      opened: await site,
      sources,
      pulled,
      watch,
    });
    const restUnchanged = await watch.time("fetch", async () => (await pulled.restUnchanged?.()) ?? true);
    const isLast = restUnchanged && !(await someAvailable(generated.skipped, { ...options, endpoint }));
    // The next build must not start from a build that published nothing, or what is not published in the service.
    if (!isRemembered(options)) project.forget();
    return { isLast, result: done({ ...generated, moved, staleForMs, snapshot: pulled.snapshot }) };
  } catch (error) {
    hasFailed = true;
    project.forget();
    if (error instanceof SitegenError) {
      const ofSpace = space && { cv: space.cv };
      error.known = { ...ofSpace, ...(requests && { requests: requests() }), ms: watch.read(), ...error.known };
    }
    throw error;
  } finally {
    await (output?.abort() ?? session.abandon());
    space?.close();
    await service.close();
  }
}

const NOTHING_MADE = { kept: [], absent: [], moved: false, staleForMs: null, held: false, facts: null };

interface Finished extends Partial<Omit<BuiltSite, "summary" | "sources" | "sourcesDueMs">> {
  summary: Omit<BuildSummary, "requests" | "ms">;
  problemReport: ProblemReport;
}

function resultOf(built: BuiltSite, problemReport: ProblemReport): BuildResult {
  return {
    ...built,
    problemReport,
    get report() {
      return { ...built.summary, problems: problemReport.all() };
    },
  };
}

/** The second result combined with the first. */
async function afterBoth({ summary: first, facts }: BuildResult, second: BuildResult): Promise<BuildResult> {
  const { bothFacts } = await import("./publish-facts.ts");
  const { summary, problemReport, ...rest } = second;
  const { total } = summary.pages;
  const written = Math.min(total, first.pages.written + summary.pages.written);
  const removed = first.pages.removed + summary.pages.removed;
  const sum = (key: "total" | "retried") => first.requests[key] + summary.requests[key];
  const both = {
    ...summary,
    pages: { total, written, unchanged: total - written, removed },
    requests: { total: sum("total"), retried: sum("retried") },
  };
  return resultOf({ ...rest, summary: both, moved: true, facts: bothFacts(facts, rest.facts) }, problemReport);
}

/** The result of a build that publishes nothing, because an earlier one was put back and the space is the same. */
function heldBuild({ out }: BuildOptions, snapshot: string) {
  const pages = { total: 0, written: 0, unchanged: 0, removed: 0 };
  const summary = { ok: true, buildId: "", cv: 0, out, stories: 0, redirects: 0, pages, peakRssMb: peakRssMb() };
  return { summary, problemReport: problemReportOf([]), held: true, snapshot };
}
