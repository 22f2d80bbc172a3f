import { resolve } from "node:path";
import { readEnvironment } from "../../src/config/env-file.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { BUILD_DEFAULTS, type BuildOptions } from "../../src/generate/build-options.ts";
import { type CheckResult, check } from "../../src/generate/check.ts";
import { countProblems, groupProblems, type ProblemGroup } from "../../src/incremental/problem-report.ts";
import type { Problem } from "../../src/problems/problem.ts";
import { MAIN_SPACE, type StoryRef } from "../../src/site/spaces.ts";
import type { CommandContext } from "../command-context.ts";
import { countText, createReporter, renderProblems } from "../report.ts";
import { createStyle, pluralize } from "../style.ts";
import { editorLink } from "./editor-link.ts";
import { withStateFolder } from "./state-folder.ts";

export interface CheckFlags {
  config?: string;
  state: string;
  draft?: boolean;
  offline?: boolean;
  story?: string;
  json?: boolean;
  failOn: "warning" | "error";
  verbose?: boolean;
  quiet?: boolean;
}

export interface LinkedProblem extends Problem {
  /** Link that opens the story in the visual editor, or "". */
  editor: string;
}

/** `sitegen check`: problems as text, as JSON, and as annotations on GitHub. */
export async function runCheck(flags: CheckFlags, { streams, cwd, signal }: CommandContext): Promise<number> {
  const reporter = createReporter(streams, { quiet: flags.quiet === true, verbose: flags.verbose === true });
  const env = readEnvironment(cwd, streams.env);
  const config = await loadConfig({ cwd, file: flags.config, env });
  const stateDir = resolve(cwd, flags.state);
  const options: BuildOptions = {
    ...BUILD_DEFAULTS,
    config,
    env,
    out: "",
    stateDir,
    draft: flags.draft === true || config.drafts,
    offline: flags.offline === true,
    jobs: 1,
    dryRun: true,
    reporter,
    signal,
  };
  const result = await withStateFolder(stateDir, () => check(options), { needed: !options.offline });
  reporter.end();
  const { story } = flags;
  const linked = linkedProblems(result).filter(
    (one) => story === undefined || String(storyOf(one, result)?.id) === story,
  );
  const groups = groupProblems(linked, flags.verbose ? Number.POSITIVE_INFINITY : 5);
  const counts = countProblems(groups);
  const failed = counts.error > 0 || (flags.failOn === "warning" && counts.warning > 0);
  if (flags.json) {
    const { pages, renames } = result;
    streams.stdout.write(`${JSON.stringify({ ok: !failed, pages, counts, problems: linked, renames })}\n`);
  } else printProblems(groups, result, flags, streams);
  if (streams.env.GITHUB_ACTIONS === "true" && !flags.json) streams.stdout.write(annotations(linked));
  return failed ? 4 : 0;
}

export function linkedProblems(result: CheckResult): LinkedProblem[] {
  return result.problems.map((problem) => ({ ...problem, editor: linkOf(problem, result) }));
}

function printProblems(
  groups: readonly ProblemGroup[],
  result: CheckResult,
  flags: CheckFlags,
  streams: CommandContext["streams"],
): void {
  const style = createStyle(streams.stdout, streams.env);
  const text = renderProblems(groups, { style, link: (problem) => linkOf(problem, result) });
  if (text !== "") streams.stdout.write(`${text}\n\n`);
  for (const { from, to } of result.renames)
    streams.stdout.write(`renamed ${from} -> ${to} (redirected; move it into a redirect file to keep it)\n`);
  if (!flags.quiet) streams.stdout.write(`${pluralize(result.pages, "page")} checked: ${countText(groups)}\n`);
}

function storyOf({ story }: Problem, { stories }: CheckResult): StoryRef | undefined {
  return stories.get(story.replace(/^\/|\/$/g, ""));
}

function linkOf(problem: Problem, result: CheckResult): string {
  const story = storyOf(problem, result);
  return editorLink(result.spaceIds.get(story?.space ?? MAIN_SPACE) ?? "", story?.id);
}

function annotations(problems: readonly LinkedProblem[]): string {
  const level = { error: "error", warning: "warning", info: "notice" } as const;
  const encode = (text: string) => text.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
  return problems
    .map((problem) => {
      const where = [problem.story, problem.path].filter(Boolean).join(" › ");
      return `::${level[problem.severity]} title=${problem.code}::${encode(`${where}: ${problem.message} ${problem.hint} ${problem.editor}`)}\n`;
    })
    .join("");
}
