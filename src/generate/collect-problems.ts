import type { Config } from "../config/config.ts";
import { compareText } from "../content/rules/compare-text.ts";
import { sitegenError } from "../problems/errors.ts";
import type { Problem } from "../problems/problem.ts";

const RANK = { error: 0, warning: 1, info: 2 } as const;

/**
 * All problems of a build without duplicates, in a fixed order, with the configured severities. With --strict, an error
 * or a warning stops the build before anything is published.
 */
export function collectProblems(options: {
  config: Pick<Config, "check">;
  strict: boolean;
  lists: readonly (readonly Problem[])[];
}): Problem[] {
  const { severities } = options.config.check;
  const unique = new Map<string, Problem>();
  for (const problem of options.lists.flat()) {
    const severity = severities[problem.code] ?? problem.severity;
    if (severity === "ignore") continue;
    unique.set(keyOf(problem), { ...problem, severity });
  }
  const problems = [...unique]
    .sort(([a, one], [b, other]) => RANK[one.severity] - RANK[other.severity] || compareText(a, b))
    .map(([, problem]) => problem);
  const severe = problems.filter((problem) => problem.severity !== "info");
  if (options.strict && severe.length > 0) throw strictError(severe);
  return problems;
}

function keyOf(problem: Problem): string {
  return [problem.code, problem.story, problem.path, problem.message].join("\0");
}

function strictError(problems: readonly Problem[]) {
  const rows = problems
    .slice(0, 20)
    .map(({ code, story, path, message }) => `${code} ${[story, path].filter(Boolean).join(" › ")}: ${message}`);
  if (problems.length > rows.length) rows.push(`and ${problems.length - rows.length} more`);
  return sitegenError("BUILD_STRICT", { message: rows.join("\n") });
}
