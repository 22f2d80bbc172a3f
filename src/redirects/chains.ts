import { encodeUrl } from "../content/rules/encode.ts";
import { createProblem, type Problem } from "../problems/problem.ts";
import { appendTo } from "../util/append-to.ts";
import { getOrInsert } from "../util/get-or-insert.ts";
import { decodeQuery } from "./normalize.ts";
import { fillTarget } from "./pattern.ts";
import { indexPatterns } from "./pattern-index.ts";
import type { ParsedRule } from "./rule.ts";

interface Resolved {
  rules: ParsedRule[];
  problems: Problem[];
}

/**
 * Follows every rule to its final target, so that visitors are redirected once; loops are removed. Patterns are
 * followed only if their target has no placeholder, since its path is otherwise unknown.
 */
export function resolveChains(input: { rules: readonly ParsedRule[]; livePaths: ReadonlySet<string> }): Resolved {
  const problems: Problem[] = [];
  const step = stepper(input);
  const rules = input.rules.flatMap((rule) => {
    const hops = follow(rule, step);
    if (hops === null) {
      problems.push(loop(rule));
      return [];
    }
    const last = hops.at(-1);
    if (!last) return [rule];
    problems.push(chain(rule, hops));
    return [{ ...rule, to: last, isExternal: /^https?:/.test(last) }];
  });
  return { rules, problems };
}

type Find = (path: string, query: ReadonlyMap<string, string>) => { rule: ParsedRule; to: string } | undefined;
/** The rule that a target is redirected by, and to where; null if it is by none. */
type Step = (target: string) => { rule: ParsedRule; to: string } | null;

/** The targets after the first; null for a loop. */
function follow(rule: ParsedRule, stepOf: (rule: ParsedRule) => Step): string[] | null {
  const hops: string[] = [];
  const seen = new Set([rule]);
  const step = stepOf(rule);
  for (let next = step(rule.to); next; next = step(next.to)) {
    if (seen.has(next.rule)) return null;
    seen.add(next.rule);
    hops.push(next.to);
  }
  return hops;
}

/** A rule's condition goes along with each of its steps. Steps are kept, since the rules of a long chain share most of them. */
function stepper({ rules, livePaths }: Parameters<typeof resolveChains>[0]): (rule: ParsedRule) => Step {
  const find = ruleFinder(rules);
  const byCondition = new Map<string, Map<string, ReturnType<Step>>>();
  return (rule) => {
    const known = getOrInsert(byCondition, JSON.stringify(rule.query), () => new Map());
    return (target) => {
      const kept = known.get(target);
      if (kept !== undefined) return kept;
      const path = pathOf(target);
      // A target with a placeholder in its path is not known before a request.
      const isEnd = path === null || livePaths.has(path) || /\/:[A-Za-z]/.test(path);
      const next = isEnd ? undefined : find(path, queryOf(target, rule));
      const step = next ? { rule: next.rule, to: carryTail(target, next.to) } : null;
      known.set(target, step);
      return step;
    };
  };
}

function ruleFinder(rules: readonly ParsedRule[]): Find {
  const exact = new Map<string, ParsedRule[]>();
  for (const rule of rules) if (!rule.isPattern) appendTo(exact, rule.from, rule);
  const patternsOf = indexPatterns(rules.filter(({ isPattern }) => isPattern));
  return (path, query) => {
    const holds = (rule: ParsedRule): boolean => rule.query.every(([name, value]) => query.get(name) === value);
    const rule = exact.get(path)?.find(holds);
    if (rule) return { rule, to: rule.to };
    const match = patternsOf(path).find((one) => holds(one.rule));
    return match && { rule: match.rule, to: fillTarget(match.rule.to, encodeValues(match.values)) };
  };
}

function encodeValues(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, encodeUrl(value)]));
}

/** Decoded site path of a target, with a closing slash as in rules; null for an external URL. */
export function pathOf(target: string): string | null {
  if (!target.startsWith("/")) return null;
  const path = decodeURIComponent(target.replace(/[?#].*/s, ""));
  return /(\/|\.html?)$/i.test(path) ? path : `${path}/`;
}

/** The query of the next request: the target's own, and the rule's condition, since redirects keep the query. */
function queryOf(target: string, rule: ParsedRule): Map<string, string> {
  const search = /\?([^#]*)/.exec(target)?.[1] ?? "";
  const own = search.split("&").flatMap((part): [string, string][] => {
    const [name = "", ...value] = part.split("=");
    return name === "" ? [] : [[decodeQuery(name) ?? name, decodeQuery(value.join("=")) ?? ""]];
  });
  return new Map([...rule.query.map(([name, value]): [string, string] => [name, value]), ...own]);
}

/** Query and hash of an intermediate target are kept unless the final one has its own. */
function carryTail(middle: string, end: string): string {
  const [, query = "", hash = ""] = /^[^?#]*(\?[^#]*)?(#.*)?$/s.exec(middle) ?? [];
  const [, path = "", ownQuery = "", ownHash = ""] = /([^?#]*)(\?[^#]*)?(#.*)?/s.exec(end) ?? [];
  return path + (ownQuery || query) + (ownHash || hash);
}

function loop(rule: ParsedRule): Problem {
  return createProblem("error", "REDIRECT_LOOP", {
    message: `${rule.from} is redirected to ${rule.to} and from there back again.`,
    path: rule.where,
    hint: "Remove one of the rules; all rules of the loop are left out until then.",
  });
}

/** Hops of a chain that its message names. */
const SHOWN = 5;

function chain(rule: ParsedRule, hops: readonly string[]): Problem {
  const more = hops.length - SHOWN;
  const shown = more > 0 ? [...hops.slice(0, SHOWN - 1), `${more} more`, ...hops.slice(-1)] : hops;
  return createProblem("warning", "REDIRECT_CHAIN", {
    message: `${rule.from} is redirected to ${[rule.to, ...shown].join(", then ")}. The output leads straight to the end.`,
    path: rule.where,
    hint: `Point the rule to ${hops.at(-1)}.`,
  });
}
