import type { BuildOptions } from "../../src/generate/build-options.ts";
import { diffRelease, type ReleaseDiff } from "../../src/generate/diff-release.ts";
import { groupProblems } from "../../src/incremental/problem-report.ts";
import type { CommandContext } from "../command-context.ts";
import { type createReporter, createStyle, pluralize, renderProblems } from "../report.ts";
import { linkedProblems } from "./check.ts";

/** `sitegen generate --release ID --diff`: what a release changes, as text or as JSON. */
export async function runReleaseDiff(
  options: BuildOptions & { release: string; reporter: ReturnType<typeof createReporter> },
  flags: { json?: boolean; quiet?: boolean },
  { streams, onFailure }: CommandContext,
): Promise<number> {
  const release = Number(options.release);
  onFailure(() => ({ release, added: [], removed: [], changed: [], problems: [] }));
  const { checked, ...pages } = await diffRelease(options).finally(() => options.reporter.end());
  const problems = linkedProblems(checked);
  if (flags.json) streams.stdout.write(`${JSON.stringify({ ok: true, release, ...pages, problems })}\n`);
  else {
    streams.stdout.write(listPages(pages));
    const style = createStyle(streams.stdout, streams.env);
    const text = renderProblems(groupProblems(problems, 5), { style });
    if (text !== "") streams.stdout.write(`\n${text}\n`);
  }
  if (!flags.quiet) options.reporter.info(summary(release, pages));
  return 0;
}

function listPages({ added, removed, changed }: Omit<ReleaseDiff, "checked">): string {
  const lines = [
    ...added.map((path) => `come    ${path}`),
    ...removed.map((path) => `go      ${path}`),
    ...changed.map(({ before, after }) => `change  ${before === after ? after : `${before} -> ${after}`}`),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function summary(release: number, { added, removed, changed }: Omit<ReleaseDiff, "checked">): string {
  const count = (pages: readonly unknown[], one: string, many: string) =>
    `${pluralize(pages.length, "page")} ${pages.length === 1 ? one : many}`;
  const parts = [count(added, "comes", "come"), count(removed, "goes", "go"), count(changed, "changes", "change")];
  return `Release ${release}: ${parts.join(", ")}. Nothing was written.`;
}
