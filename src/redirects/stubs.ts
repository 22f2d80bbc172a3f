import { appendTo } from "../content/append-to.ts";
import type { RedirectRule } from "./rule.ts";

/** The targets of one stub: the first matching condition's, otherwise the plain one. */
export interface StubTargets {
  from: string;
  /** Target if no condition matches. */
  to: string;
  conditions: { query: RedirectRule["query"]; to: string }[];
}

/**
 * One stub for each exact path. A path with only conditional rules uses the first one's target as its plain target,
 * since a stub cannot respond with 404. Patterns have no file; they are in host files and manifest.
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

/** Path of a stub in out/: `/old/` -> `old/index.html`, `/old.html` -> `old.html`. */
export function stubFile(from: string): string {
  const path = from.slice(1);
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}
