import type { Config } from "../config/config.ts";
import { valueHash } from "../files/hash.ts";
import type { PageGraph } from "../incremental/page-graph.ts";
import { type ProblemReport, problemReportOf, RANK } from "../incremental/problem-report.ts";
import { sitegenError } from "../problems/errors.ts";
import { type Problem, placeOf } from "../problems/problem.ts";
import { compareText } from "../util/compare-text.ts";

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
    unique.set([problem.code, problem.story, problem.path, problem.message].join("\0"), { ...problem, severity });
  }
  const problems = [...unique]
    .sort(([a, one], [b, other]) => RANK[one.severity] - RANK[other.severity] || compareText(a, b))
    .map(([, problem]) => problem);
  const severe = problems.filter((problem) => problem.severity !== "info");
  if (options.strict && severe.length > 0) throw strictError(severe, problems);
  return problems;
}

/**
 * The report of all problems. If neither those of pages nor the others differ, it is the last build's, which `last`
 * reads: a large site has thousands of problems.
 */
export function reportProblems(
  options: Parameters<typeof collectProblems>[0] & {
    graph: Pick<PageGraph, "problems" | "keepsProblems">;
    last: (() => ProblemReport | null) | null;
  },
): ProblemReport {
  const { graph, last } = options;
  const of = valueHash([options.config.check.severities, options.lists]);
  const known = last && !options.strict && graph.keepsProblems() ? last() : null;
  if (known?.of === of) return known;
  return problemReportOf(collectProblems({ ...options, lists: [...options.lists, graph.problems()] }), of);
}

function strictError(problems: readonly Problem[], all: readonly Problem[]) {
  const rows = problems.slice(0, 20).map((one) => `${one.code} ${placeOf(one)}: ${one.message}`);
  if (problems.length > rows.length) rows.push(`and ${problems.length - rows.length} more`);
  const error = sitegenError("BUILD_STRICT", { message: rows.join("\n") });
  error.known = { problems: all };
  return error;
}
