/** One run of `sitegen listen`: generate or put back, then deploy, verify and the configured command. */
import { resolve } from "node:path";
import type { Config } from "../../src/config/config.ts";
import type { TargetAddress } from "../../src/deploy/parse-target.ts";
import { snapshotOf } from "../../src/fetch/pull-spaces.ts";
import { BUILD_DEFAULTS, type BuildOptions } from "../../src/generate/build-options.ts";
import { openSite } from "../../src/generate/open-site.ts";
import type { Board } from "../../src/listen/board.ts";
import type { RunOrder, RunOutcome } from "../../src/listen/build-queue.ts";
import type { PublishEntry } from "../../src/listen/publish-log.ts";
import { SitegenError } from "../../src/problems/errors.ts";
import { SILENT } from "../../src/problems/reporter.ts";
import { type OutputNews, readOutputNews } from "../../src/publish/changed-pages.ts";
import { latestBuildId } from "../../src/publish/kept-builds.ts";
import { rollBack } from "../../src/publish/rollback.ts";
import type { ResidentBuilder } from "../../src/resident/resident-builder.ts";
import type { CommandContext, FolderFlags } from "../command-context.ts";
import { pluralize } from "../report.ts";
import { beginEntry, withFacts } from "./listen-entry.ts";
import {
  buildText,
  deployStep,
  logError,
  type StepLog,
  serviceProblems,
  thenStep,
  verifyStep,
} from "./listen-steps.ts";
import { withStateFolder } from "./state-folder.ts";

/** Options of `sitegen listen`, as the command line gives them. */
export interface ListenFlags extends FolderFlags {
  port: number;
  host: string;
  every?: number;
  pathSecret?: boolean;
  notify?: string;
  deploy?: string;
  switch?: boolean;
  endpoint?: string;
  verify?: string;
  sample?: number;
  then?: string;
}

export interface PublisherOptions {
  config: Config;
  env: Readonly<Record<string, string | undefined>>;
  flags: ListenFlags;
  context: CommandContext;
  log: (line: string) => void;
  board: Board;
  steps: StepLog;
  target: TargetAddress | null;
  builder: () => ResidentBuilder;
  /** Called with each finished publish, whether or not it succeeded. */
  tell: (entry: PublishEntry) => void;
}

/** A run so far. */
interface Attempt {
  started: string;
  /** What each step says that has ended. */
  done: string[];
  entry: PublishEntry;
  /** Whether it has an entry in the list. */
  isNews: boolean;
}

export function createPublisher(options: PublisherOptions) {
  const { config, env, flags, context, log, board, steps, target, builder, tell } = options;
  const { cwd, signal } = context;
  const place = { out: resolve(cwd, flags.out), stateDir: resolve(cwd, flags.state) };
  const hasUpload = [flags.deploy, flags.verify, flags.then].some((step) => step !== undefined);
  // The first run always uploads, in case the last upload failed or was interrupted.
  const upload = { due: hasUpload, buildId: "" };
  const reporter = {
    ...SILENT,
    step(title: string) {
      board.step(title);
      if (flags.verbose) log(title);
    },
    progress: board.count,
    ...(flags.verbose && { info: log, warn: log, detail: log }),
  };
  let sources: readonly string[] | null = null;
  let news: OutputNews | null = null;
  let unfinished: PublishEntry | null = null;

  /** `buildId` is of the build in the output folder; "" if nothing was built. */
  async function generate(order: RunOrder, entry: PublishEntry) {
    if (order.full || order.resume) board.set({ standstill: null });
    const { standstill } = board.state;
    const buildOptions: BuildOptions = {
      ...BUILD_DEFAULTS,
      ...place,
      config,
      env,
      // The first build asks all of them, as generate does.
      ask: sources === null ? "all" : { now: order.due },
      full: order.full,
      ...(standstill && { holdAt: standstill.snapshot }),
      countsProblems: true,
      reporter,
      signal,
    };
    return steps.note("generate", async () => {
      const built = await withStateFolder(place.stateDir, () => builder().build(buildOptions));
      for (const line of serviceProblems(built)) log(line);
      const { summary, moved, held, snapshot, facts } = built;
      sources = built.sources;
      if (held && standstill) board.set({ standstill: { ...standstill, snapshot } });
      else board.set({ standstill: null, snapshot, ...(facts && { languages: facts.languages }) });
      const buildId = held ? await latestBuildId(place.out) : summary.buildId;
      const text = held ? "an earlier build was put back, and nothing was published since" : buildText(built);
      const counted = withFacts(entry, built);
      const nextInMs = earlier(built.staleForMs, built.sourcesDueMs);
      return { moved, nextInMs, buildId, entry: counted, ok: true, summary: text };
    });
  }

  async function putBack(build: string, entry: PublishEntry) {
    board.step("Putting back");
    const takenBack = numbersAfter(board, build);
    return steps.note("generate", async () => {
      const { keepBuilds } = config;
      const result = await withStateFolder(place.stateDir, () => rollBack({ ...place, build, keepBuilds }));
      const { from, buildId, written, removed } = result;
      // The space's snapshot as it was last built, which stays unpublished from now on; it is not known if no build was made
      // since the list of publishes was lost.
      const { snapshot: known } = board.state;
      const snapshot = known || snapshotOf(place.stateDir, (await openSite(config, place.stateDir)).spaces);
      const summary = `build ${buildId} put back in place of ${from}, ${pluralize(written, "file")} written, ${removed} removed`;
      board.set({ standstill: { snapshot, at: new Date().toISOString() } });
      return { moved: true, nextInMs: null, buildId, entry: { ...entry, takenBack }, ok: true, summary };
    });
  }

  /** Visitors have the build when the last file is sent; what follows only tidies up, but for a switch. */
  async function deployTo(address: TargetAddress, buildId: string): Promise<void> {
    const isSwitched = flags.switch === true;
    const goLive = () => board.goLive(buildId);
    const progress = (done: number, total: number) => {
      board.count(done, total);
      if (done === total && !isSwitched) goLive();
    };
    const ofFlags = { isSwitched, endpoint: flags.endpoint ?? "" };
    const given = { ...place, reporter: { ...reporter, progress, warn: log }, signal, config, target: address, env };
    const { summary } = await steps.note("deploy", () => deployStep({ ...given, ...ofFlags, goLive }));
    log(summary);
  }

  /** Verifies and runs the configured command; returns why it stopped, or "". */
  async function runRest(): Promise<string> {
    const url = flags.verify;
    if (url !== undefined) {
      board.step("Verifying");
      const given = { ...place, reporter, signal, config, url, sample: flags.sample };
      const { ok, summary } = await steps.note("verify", () => verifyStep(given));
      log(summary);
      if (!ok) return summary;
    }
    const code = flags.then ? await thenStep(flags.then, { cwd, log, signal }) : 0;
    return code === 0 ? "" : `the command of --then exited with ${code}`;
  }

  /** Stores the entry, with what is known of its pages. */
  async function put(entry: PublishEntry): Promise<PublishEntry> {
    const isBuilt = entry.buildId !== "";
    if (isBuilt) news = await readOutputNews({ ...place, from: entry.previous, to: entry.buildId }).catch(() => news);
    const whole = { ...entry, pages: isBuilt && news ? news.pages : [] };
    board.put(whole);
    return whole;
  }

  /** The end of a run that published something or failed. */
  async function finish({ entry }: Attempt, ok: boolean, summary: string): Promise<void> {
    const whole = await put({ ...entry, ok, summary });
    const isRepeated = !ok && unfinished?.summary === summary;
    unfinished = ok ? null : whole;
    if (!isRepeated) tell(whole);
  }

  async function carryOut(order: RunOrder, attempt: Attempt): Promise<RunOutcome> {
    const { entry } = attempt;
    const made = order.undo === null ? await generate(order, entry) : await putBack(order.undo, entry);
    const { moved, nextInMs, buildId } = made;
    attempt.entry = { ...made.entry, buildId };
    attempt.done.push(made.summary);
    const isNew = buildId !== "" && buildId !== board.state.live?.buildId;
    const hasEntry = moved || unfinished !== null || isNew;
    attempt.isNews = hasEntry;
    if (hasUpload && buildId !== upload.buildId) upload.due = true;
    upload.buildId = buildId;
    const { due } = upload;
    if (due && target) await deployTo(target, buildId);
    if (buildId !== "" && (due || !hasUpload)) board.goLive(buildId);
    attempt.entry = { ...attempt.entry, at: liveSince(attempt), isLive: true };
    if (hasEntry) attempt.entry = await put({ ...attempt.entry, ok: true, summary: made.summary });
    const failure = due ? await runRest() : "";
    signal.throwIfAborted();
    upload.due = failure !== "";
    const summary = [...attempt.done, failure].filter((part) => part !== "").join("; ");
    if (hasEntry || failure !== "") await finish(attempt, failure === "", summary);
    else news ??= await readOutputNews({ ...place, from: "", to: buildId }).catch(() => null);
    const isNews = hasEntry || due || isOfLast(order);
    return { ok: failure === "", moved, news: isNews, nextInMs, summary };
  }

  /** A look for changes that was under way published what this call is about: it says who did, and when. */
  function isOfLast({ since, said }: RunOrder): boolean {
    const last = board.state.entries.find(({ kind }) => kind !== "check");
    if (since === null || last?.kind !== "publish" || last.receivedAt !== null || Date.parse(last.at) < since)
      return false;
    board.put({ ...last, receivedAt: new Date(since).toISOString(), said: said.slice() });
    return true;
  }

  /** When visitors got what this run made: for a build without anything new, now. */
  function liveSince({ started }: Pick<Attempt, "started">): string {
    const at = board.state.live?.at ?? "";
    return at >= started ? at : new Date().toISOString();
  }

  /** Nobody has to hear of the stop: the next start goes on. What is live already is no news to it, and is told now. */
  async function stop({ started, done, entry, isNews }: Attempt): Promise<void> {
    const isLive = board.state.live?.buildId === entry.buildId;
    const isSent = target !== null || !flags.then; // what no deploy sends, the command may
    if (!isNews || !isLive || !isSent || unfinished?.isLive) return;
    tell(await put({ ...entry, at: liveSince({ started }), isLive: true, ok: true, summary: done.join("; ") }));
  }

  async function fail(order: RunOrder, attempt: Attempt, error: unknown): Promise<RunOutcome> {
    if (signal.aborted) {
      await stop(attempt);
      return { ok: false, moved: true, summary: "stopped; the next start goes on" };
    }
    if (error instanceof SitegenError) log(`what to do: ${error.hint}`);
    const summary = [...attempt.done, logError(error)].join("; ");
    attempt.entry = { ...attempt.entry, at: new Date().toISOString() };
    await finish(attempt, false, summary);
    if (order.undo === null || attempt.done.length > 0) return { ok: false, moved: true, summary };
    // What could not be put back is not tried again: the site is as it was.
    unfinished = null;
    return { ok: true, moved: false, news: true, summary };
  }

  async function run(order: RunOrder): Promise<RunOutcome> {
    const attempt = {
      started: new Date().toISOString(),
      done: [],
      entry: beginEntry(board, order, unfinished),
      isNews: false,
    };
    board.begin(order.isCheck);
    try {
      return await carryOut(order, attempt).catch((error: unknown) => fail(order, attempt, error));
    } finally {
      board.end();
    }
  }

  return {
    run,
    /** Names of the site's own sources; null before the first build has read them. */
    sources: () => sources,
    news: () => news,
  };
}

/** The publishes that a build does not have. */
function numbersAfter(board: Board, build: string): number[] {
  const { entries } = board.state;
  const publishes = entries.filter(({ kind, ok }) => kind !== "check" && ok);
  const at = publishes.findIndex(({ buildId }) => buildId === build);
  return (at < 0 ? publishes : publishes.slice(0, at))
    .filter(({ kind }) => kind === "publish")
    .map(({ number }) => number);
}

function earlier(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}
