import { getOrInsert } from "../util/get-or-insert.ts";
import { isNameSegment, matchPattern, segmentsOf } from "./pattern.ts";

/** A pattern of a path with its values (`matchPattern`). */
export interface PatternMatch<Rule> {
  rule: Rule;
  values: Record<string, string>;
}

/** The patterns with the same first segments, by their next segment. */
interface Branch {
  literals: Map<string, Branch>;
  /** Any one segment. */
  named: Branch | null;
  /** Positions in the list of the patterns that end here, and of those that go on with a star. */
  ends: number[];
  stars: number[];
}

/**
 * Finds the patterns that match a path, in the order of the list, without comparing the path with each of them: a path
 * takes as many steps as it has segments, and two instead of one wherever some pattern has a name.
 */
export function indexPatterns<Rule extends { from: string }>(
  rules: readonly Rule[],
): (path: string) => PatternMatch<Rule>[] {
  const root = newBranch();
  for (const [position, { from }] of rules.entries()) add(root, segmentsOf(from), position);
  return (path) =>
    positionsOf(root, segmentsOf(path))
      .sort((a, b) => a - b)
      .flatMap((position) => {
        const rule = rules[position];
        const values = rule && matchPattern(rule.from, path);
        return rule && values ? [{ rule, values }] : [];
      });
}

function newBranch(): Branch {
  return { literals: new Map(), named: null, ends: [], stars: [] };
}

function add(root: Branch, segments: readonly string[], position: number): void {
  let branch = root;
  for (const segment of segments) {
    if (segment === "*") {
      branch.stars.push(position);
      return;
    }
    branch = isNameSegment(segment) ? namedBranch(branch) : getOrInsert(branch.literals, segment, newBranch);
  }
  branch.ends.push(position);
}

function namedBranch(branch: Branch): Branch {
  branch.named ??= newBranch();
  return branch.named;
}

function positionsOf(root: Branch, segments: readonly string[]): number[] {
  let branches = [root];
  const found = [...root.stars];
  for (const segment of segments) {
    branches = branches.flatMap(({ literals, named }) => [literals.get(segment) ?? [], named ?? []].flat());
    for (const { stars } of branches) found.push(...stars);
  }
  return [...found, ...branches.flatMap(({ ends }) => ends)];
}
