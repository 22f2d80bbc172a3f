import { resolve } from "node:path";
import { withoutOuterSlashes } from "../../src/content/rules/paths.ts";
import { BUILD_DEFAULTS } from "../../src/generate/build-options.ts";
import { type CheckResult, check } from "../../src/generate/check.ts";
import { countProblems, groupProblems, type ProblemGroup } from "../../src/incremental/problem-report.ts";
import { sitegenError } from "../../src/problems/errors.ts";
import { type Problem, placeOf } from "../../src/problems/problem.ts";
import { MAIN_SPACE, type StoryRef } from "../../src/site/spaces.ts";
import { type CommandContext, type CommonFlags, configOf } from "../command-context.ts";
import { countText, createReporter, createStyle, editorLink, pluralize, renderProblems } from "../report.ts";
import { withStateFolder } from "./state-folder.ts";

export interface CheckFlags extends CommonFlags {
  state: string;
  draft?: boolean;
  offline?: boolean;
  story?: string;
  failOn: "warning" | "error";
}

/** `sitegen check`: problems as text, as JSON, and as annotations on GitHub. */
export async function runCheck(flags: CheckFlags, context: CommandContext): Promise<number> {
  const { streams, cwd, signal } = context;
  const reporter = createReporter(streams, flags);
  const { env, config } = await configOf(flags, context);
  const stateDir = resolve(cwd, flags.state);
  const draft = flags.draft === true || config.drafts;
  const options = { ...BUILD_DEFAULTS, ...flags, draft, config, env, out: "", stateDir, reporter, signal };
  const result = await withStateFolder(stateDir, () => check(options), { needed: !options.offline });
  reporter.end();
  const wanted = flags.story === undefined ? null : storyNamed(flags.story, result);
  const named = wanted && [...result.stories.values()].find((one) => isSame(wanted, one));
  if (wanted && !named) reporter.info(`There is no story with the id ${flags.story}, or it has no page.`);
  const linked = linkedProblems(result).filter((one) => wanted === null || isSame(wanted, storyOf(one, result)));
  const groups = groupProblems(linked, flags.verbose ? Number.POSITIVE_INFINITY : 5);
  const counts = countProblems(groups);
  const failed = counts.error > 0 || (flags.failOn === "warning" && counts.warning > 0);
  if (flags.json) {
    const { pages, renames } = result;
    const of = named ? { story: named.name } : {};
    streams.stdout.write(`${JSON.stringify({ ok: !failed, ...of, pages, counts, problems: linked, renames })}\n`);
  } else printProblems(groups, result, flags, streams);
  if (streams.env.GITHUB_ACTIONS === "true" && !flags.json) streams.stdout.write(annotations(linked));
  return failed ? 4 : 0;
}

/** The story of an id: of `pl:7` in the space "pl", of `:7` in the main one. Spaces count their stories alike. */
function storyNamed(named: string, { stories, spaceIds }: CheckResult): StoryRef {
  const [, space, id = ""] = /^(?:([^:]*):)?(\d+)$/.exec(named) ?? [];
  if (id === "" || (space !== undefined && !spaceIds.has(space))) {
    const names = [...spaceIds.keys()].map((name) => `${name}:7`).join(" or ");
    const hint = `Give a story's number, and the space before it where several have it: ${names}.`;
    throw sitegenError("USAGE", { message: `--story "${named}" is no story's id.`, hint });
  }
  if (space !== undefined) return { id: Number(id), space };
  const found = new Map<string, string>();
  for (const [name, { id: one, space: of = MAIN_SPACE }] of stories) {
    const known = found.get(of);
    // The shortest has no folder of a further language.
    if (one === Number(id) && (known === undefined || name.length < known.length - 1)) found.set(of, `/${name}`);
  }
  if (found.size > 1) {
    const candidates = [...found].map(([name, path]) => `--story ${name}:${id} (${path})`);
    const message = `${id} is the id of a story in each of ${found.size} spaces.`;
    throw sitegenError("USAGE", { message, hint: `Say which: ${candidates.join(" or ")}.` });
  }
  return { id: Number(id), space: [...found.keys()][0] };
}

function isSame(one: StoryRef, other: StoryRef | undefined): boolean {
  return one.id === other?.id && (one.space ?? MAIN_SPACE) === (other.space ?? MAIN_SPACE);
}

/** The problems with links that open their stories in the visual editor, or "". */
export function linkedProblems(result: CheckResult) {
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
  return stories.get(withoutOuterSlashes(story));
}

function linkOf(problem: Problem, result: CheckResult): string {
  const story = storyOf(problem, result);
  return editorLink(result.spaceIds.get(story?.space ?? MAIN_SPACE) ?? "", story?.id);
}

function annotations(problems: ReturnType<typeof linkedProblems>): string {
  const level = { error: "error", warning: "warning", info: "notice" } as const;
  const encode = (text: string) => text.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
  const lines = problems.map((problem) => {
    const text = `${placeOf(problem)}: ${problem.message} ${problem.hint} ${problem.editor}`;
    return `::${level[problem.severity]} title=${problem.code}::${encode(text)}\n`;
  });
  return lines.join("");
}
