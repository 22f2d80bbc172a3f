import { resolve } from "node:path";
import { readEnvironment } from "../../src/config/env-file.ts";
import { parseTarget } from "../../src/deploy/parse-target.ts";
import { servedPath } from "../../src/publish/page-files.ts";
import { type KeptBuild, listBuilds, rollBack } from "../../src/publish/rollback.ts";
import { type CommandContext, configOf, type FolderFlags } from "../command-context.ts";
import { createReporter, pluralize, secondsText } from "../report.ts";
import { withStateFolder } from "./state-folder.ts";

export interface RollbackFlags extends FolderFlags {
  target?: string;
  list?: boolean;
}

const SHOWN_PAGES = 5;

/** `sitegen rollback`: publishes an earlier build again, or lists the builds. */
export async function runRollback(
  build: string | undefined,
  flags: RollbackFlags,
  context: CommandContext,
): Promise<number> {
  const { streams, cwd, onFailure } = context;
  onFailure(() => ({ buildId: build ?? "" }));
  const place = { out: resolve(cwd, flags.out), stateDir: resolve(cwd, flags.state) };
  // A build's id has neither a slash nor a colon.
  const target = flags.target ?? (build && /[/:.]/.test(build) ? build : undefined);
  if (target !== undefined) return atTarget(target, target === build ? undefined : build, flags, context);
  if (flags.list) return list(await listBuilds(place), lineOf, flags, context);
  const { keepBuilds } = (await configOf(flags, context)).config;
  const result = await withStateFolder(place.stateDir, () => rollBack({ ...place, build, keepBuilds }));
  const { from, buildId, written, unchanged, removed } = result;
  const report = { ok: true, buildId, from, out: place.out, files: { written, unchanged, removed } };
  if (flags.json) streams.stdout.write(`${JSON.stringify(report)}\n`);
  createReporter(streams, flags).done(
    `Build ${buildId} restored to ${flags.out}, replacing ${from}: ${pluralize(written, "file")} written, ` +
      `${unchanged} unchanged, ${removed} removed. Deploy to make it live.`,
  );
  return 0;
}

/** On a target that is switched, the earlier build is there: one change makes it live. */
async function atTarget(
  target: string,
  build: string | undefined,
  flags: RollbackFlags,
  context: CommandContext,
): Promise<number> {
  const { streams, cwd, signal } = context;
  const started = performance.now();
  const { listSwitched, switchBack } = await import("../../src/deploy/switched/switch-back.ts");
  const address = parseTarget(target, cwd);
  const options = { address, endpoint: "", env: readEnvironment(cwd, streams.env), signal };
  if (flags.list) {
    const builds = await listSwitched(options);
    return list(builds, (one) => `${one.build}  ${timeText(one.at)}${one.live ? "  live" : ""}`, flags, context);
  }
  const reporter = createReporter(streams, flags);
  const back = await switchBack({ ...options, build, warn: reporter.warn });
  const ms = Math.round(performance.now() - started);
  const report = { ok: true, buildId: back.build, from: back.from, target: address.text, ms };
  if (flags.json) streams.stdout.write(`${JSON.stringify(report)}\n`);
  reporter.done(`Build ${back.build} is live again at ${address.text}, instead of ${back.from}, ${secondsText(ms)}`);
  return 0;
}

function timeText(at: string): string {
  return at.replace("T", " ").replace(/\.\d+Z$/, " UTC");
}

function list<T>(
  builds: readonly T[],
  lineOf: (build: T) => string,
  { json }: RollbackFlags,
  { streams }: CommandContext,
): number {
  if (json) streams.stdout.write(`${JSON.stringify({ ok: true, builds })}\n`);
  else for (const build of builds) streams.stdout.write(`${lineOf(build)}\n`);
  return 0;
}

function lineOf({ id, published, at, pages, changed }: KeptBuild): string {
  const when = timeText(at);
  const shown = changed?.pages.slice(0, SHOWN_PAGES) ?? [];
  const more = changed && changed.written + changed.removed > shown.length ? ["…"] : [];
  const names = shown.length > 0 ? `: ${[...shown.map(servedPath), ...more].join(", ")}` : "";
  const what = changed
    ? `${pluralize(changed.written, "file")} written, ${changed.removed} removed${names}`
    : "oldest kept";
  return `${id}  ${when}  ${pluralize(pages, "page")}${published ? "  published" : ""}  ${what}`;
}
