import { appendTo } from "../content/append-to.ts";
import { encodeUrl } from "../content/rules/encode.ts";
import { createProblem, type Problem } from "../problems/problem.ts";
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
  const find = ruleFinder(input.rules);
  const rules = input.rules.flatMap((rule) => {
    const hops = follow(rule, find, input.livePaths);
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

/** The targets after the first; null for a loop. */
function follow(rule: ParsedRule, find: Find, livePaths: ReadonlySet<string>): string[] | null {
  const hops: string[] = [];
  const seen = new Set([rule]);
  let target = rule.to;
  for (;;) {
    const path = pathOf(target);
    // A target with a placeholder in its path is not known before a request.
    if (path === null || livePaths.has(path) || /\/:[A-Za-z]/.test(path)) return hops;
    const next = find(path, queryOf(target, rule));
    if (!next) return hops;
    if (seen.has(next.rule)) return null;
    seen.add(next.rule);
    target = carryTail(target, next.to);
    hops.push(target);
  }
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

function chain(rule: ParsedRule, hops: readonly string[]): Problem {
  return createProblem("warning", "REDIRECT_CHAIN", {
    message: `${rule.from} is redirected to ${[rule.to, ...hops].join(", then ")}. The output leads straight to the end.`,
    path: rule.where,
    hint: `Point the rule to ${hops.at(-1)}.`,
  });
}
