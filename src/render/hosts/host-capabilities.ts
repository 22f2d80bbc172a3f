import type { Problem } from "../../problems/problem.ts";
import type { RedirectRule } from "../../redirects/rule.ts";
import { type HostName, hostProblem } from "./host.ts";

/** What a host's redirect syntax supports. */
export interface HostCapabilities {
  /** Rules with a query condition. */
  query: boolean;
  /** Files take precedence over patterns. */
  filesFirst: boolean;
  /** `:splat` in a target. */
  splat: boolean;
  /** Paths are compared as browsers send them: with an escape for what every browser escapes. */
  escapes: boolean;
  /** A target's escapes are sent as they are. */
  escapedTargets: boolean;
}

/** None of them takes any character in a path. */
const PLAIN_PATH = /^[A-Za-z0-9/._~-]*$/;
const ESCAPED = /[ \u{80}-\u{10ffff}]/gu;

/**
 * The rules that a host supports. An exact path that it does not support is left to its stub, which redirects in the
 * browser; so is the plain rule of a path with a condition, which would take precedence over the stub. A pattern has no
 * stub, so leaving one out gives a warning.
 */
export function supportedRules(options: { host: HostName; rules: readonly RedirectRule[]; can: HostCapabilities }): {
  rules: RedirectRule[];
  problems: Problem[];
} {
  const { host, can } = options;
  const conditional = new Set(options.rules.filter((rule) => rule.query.length > 0).map((rule) => rule.from));
  const left: Record<Reason, RedirectRule[]> = { query: [], path: [], pages: [], splat: [] };
  const rules = options.rules.filter((rule) => {
    const why = reason(rule, can, conditional);
    if (why) left[why].push(rule);
    return why === null;
  });
  const problems = [
    ...leftToStubs({ host, rules: left.query, why: "cannot be matched by a query there" }),
    ...leftToStubs({ host, rules: left.path, why: "would need characters that its syntax does not take" }),
    ...patternsLost({ host, rules: left.pages, why: "would hide pages that fit, since redirects go first" }),
    ...patternsLost({ host, rules: left.splat, why: "would need :splat in the target, which it does not know" }),
  ];
  return { rules, problems };
}

type Reason = "query" | "path" | "pages" | "splat";

function reason(rule: RedirectRule, can: HostCapabilities, conditional: ReadonlySet<string>): Reason | null {
  if (!can.query && (rule.query.length > 0 || (!rule.isPattern && conditional.has(rule.from)))) return "query";
  const literal = rule.from.replace(/\/:\w+(?=\/|$)/g, "").replace(/\/\*$/, "");
  if (!PLAIN_PATH.test(can.escapes ? literal.replace(ESCAPED, "") : literal)) return "path";
  if (!can.escapedTargets && !rule.isPattern && rule.to.includes("%")) return "path";
  if (!can.filesFirst && rule.hidesPages) return "pages";
  if (!can.splat && /:splat\b/.test(rule.to)) return "splat";
  return null;
}

function leftToStubs(options: { host: HostName; rules: readonly RedirectRule[]; why: string }): Problem[] {
  const { host, why } = options;
  const stubs = options.rules.filter((rule) => !rule.isPattern);
  const found: Problem[] = patternsLost({ host, rules: options.rules.filter((rule) => rule.isPattern), why });
  if (stubs.length === 0) return found;
  const problem = hostProblem(host, "info", "HOST_RULE_LEFT_TO_STUB", {
    message: `${describeRules(stubs)} ${why}; the stubs redirect in the browser instead.`,
    hint: "No action needed.",
  });
  return [problem, ...found];
}

function patternsLost(options: { host: HostName; rules: readonly RedirectRule[]; why: string }): Problem[] {
  if (options.rules.length === 0) return [];
  const problem = hostProblem(options.host, "warning", "HOST_PATTERN_LEFT_OUT", {
    message: `${describeRules(options.rules)} ${options.why}; left out.`,
    hint: "Write the rules out as concrete paths, which get stubs.",
  });
  return [problem];
}

/** For messages: "3 redirect rules (/a/ in file:3 and others)". */
export function describeRules(rules: readonly RedirectRule[]): string {
  const first = rules[0];
  const example = first ? `${first.from} in ${first.where}` : "";
  return `${rules.length} redirect rule${rules.length === 1 ? "" : "s"} (${example}${rules.length > 1 ? " and others" : ""})`;
}

/** A problem for hosts with one 404 page for all languages. */
export function singleNotFoundPageProblems(host: HostName, languages: readonly string[]): Problem[] {
  if (languages.length === 0) return [];
  const problem = hostProblem(host, "info", "HOST_ONE_404", {
    message: "it answers unknown paths with /404.html whatever the language of the path.",
    hint: "No action needed.",
  });
  return [problem];
}
