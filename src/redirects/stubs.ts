import { appendTo } from "../content/append-to.ts";
import type { RedirectRule } from "./rule.ts";

/** What the one file at an old path decides: the first condition that holds, else the plain target. */
export interface StubTargets {
  from: string;
  /** Target without any condition. */
  to: string;
  conditions: { query: RedirectRule["query"]; to: string }[];
}

/**
 * One stub for each concrete path. A path that has only rules with a condition takes the first of them as its
 * plain target: a stub cannot answer 404. Patterns have no file and go to host files and the manifest.
 */
export function stubTargets(rules: readonly RedirectRule[], livePaths: ReadonlySet<string>): StubTargets[] {
  const groups = new Map<string, RedirectRule[]>();
  for (const rule of rules) {
    if (rule.isPattern || livePaths.has(rule.from)) continue;
    appendTo(groups, rule.from, rule);
  }
  return [...groups].map(([from, group]) => {
    const conditions = group.filter(({ query }) => query.length > 0).map(({ query, to }) => ({ query, to }));
    const plain = group.find(({ query }) => query.length === 0);
    return { from, to: plain?.to ?? conditions[0]?.to ?? "/", conditions };
  });
}

/** File of a stub in out/: `/old/` -> `old/index.html`, `/old.html` stays a file. */
export function stubFile(from: string): string {
  const path = from.slice(1);
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}
