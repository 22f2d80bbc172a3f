/** The problems of a build as reported: counts, the first few of each kind, and the full list on request. */

import type { Problem } from "../problems/problem.ts";
import { appendTo } from "../util/append-to.ts";
import { once } from "../util/once.ts";

/** Problems of one code and one severity. */
export interface ProblemGroup {
  code: string;
  severity: Problem["severity"];
  count: number;
  /** What to do, if it is the same for all of them; otherwise null. */
  hint: string | null;
  first: Problem[];
}

export interface ProblemReport {
  /** The most severe first, each with its first few problems. */
  readonly groups: readonly ProblemGroup[];
  /** The file with the full list, once it is written (last-build.ts). */
  file: string | null;
  /** Hash of what it says besides the problems of pages; "" if another build may not report the same. */
  readonly of: string;
  /** All problems as JSON. */
  json(): string | Uint8Array;
  all(): Problem[];
}

/** Of severities, the most severe first. */
export const RANK = { error: 0, warning: 1, info: 2 } as const;
/** Problems of each group that are printed by default. */
const SHOWN_PER_GROUP = 3;

export function groupProblems(problems: readonly Problem[], limit: number): ProblemGroup[] {
  const byKind = new Map<string, Problem[]>();
  for (const problem of problems) appendTo(byKind, `${problem.severity} ${problem.code}`, problem);
  const groups = [...byKind.values()].flatMap((group): ProblemGroup[] => {
    const [one] = group;
    if (!one) return [];
    const { code, severity, hint } = one;
    const isCommon = group.every((problem) => problem.hint === hint);
    return [{ code, severity, count: group.length, hint: isCommon ? hint : null, first: group.slice(0, limit) }];
  });
  return groups.sort((a, b) => RANK[a.severity] - RANK[b.severity]);
}

/** The report of a list in memory. */
export function problemReportOf(problems: Problem[], of = ""): ProblemReport {
  const json = once(() => JSON.stringify(problems));
  return { groups: groupProblems(problems, SHOWN_PER_GROUP), file: null, of, json, all: () => problems };
}

export function countProblems(groups: readonly Pick<ProblemGroup, "severity" | "count">[]) {
  const counts: Record<Problem["severity"], number> = { error: 0, warning: 0, info: 0 };
  for (const { severity, count } of groups) counts[severity] += count;
  return counts;
}
