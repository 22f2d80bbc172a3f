import { appendTo } from "../content/append-to.ts";
import { type ReservedPathRules, reservedPathError } from "../content/rules/reserved-paths.ts";
import type { Problem } from "../problems/problem.ts";
import { pathOf } from "./chains.ts";
import { placeholdersOf } from "./pattern.ts";
import { indexPatterns } from "./pattern-index.ts";
import type { ParsedRule, RedirectRule } from "./rule.ts";

interface LintInput {
  rules: readonly ParsedRule[];
  livePaths: ReadonlySet<string>;
  places: ReservedPathRules;
}

/**
 * Checks rules that are syntactically valid. A rule for a live page is removed, with or without a condition: hosts of
 * plain files can only serve the page, so all other hosts, `sitegen serve` and client navigation do the same.
 */
export function lintRules(input: LintInput): { rules: RedirectRule[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const rules: RedirectRule[] = [];
  const plain = new Set(input.rules.filter(({ query }) => query.length === 0).map(({ from }) => from));
  const pagesOf = pagesByPattern(input);
  for (const rule of input.rules) {
    const taken = takenPlace(rule, input.places);
    if (taken) {
      problems.push(taken);
      continue;
    }
    const shadow = shadowedByPage(rule, input.livePaths);
    if (shadow) problems.push(shadow);
    const hides = shadowsPages(rule, pagesOf.get(rule) ?? []);
    const checked = { ...withLiveSlash(rule, input.livePaths), hidesPages: hides !== null };
    if (!shadow) rules.push(checked);
    const fromRecord = rule.where === "renames.json";
    for (const problem of [missingTarget(rule, input.livePaths), hides]) {
      if (problem) problems.push({ ...problem, severity: fromRecord ? "warning" : problem.severity });
    }
    if (!rule.isPattern && !plain.has(rule.from) && !input.livePaths.has(rule.from)) {
      problems.push(onlyConditional(rule));
    }
  }
  return { rules, problems };
}

/** A path such as `/feed.xml`, where a stub cannot be and hosts would ignore the rule. */
function takenPlace(rule: ParsedRule, places: ReservedPathRules): Problem | null {
  const fault = rule.isPattern ? "" : reservedPathError(rule.from, places);
  if (fault === "") return null;
  return {
    severity: "error",
    code: "REDIRECT_SOURCE_TAKEN",
    message: `${rule.from.slice(0, 120)} cannot be redirected: ${fault}.`,
    story: "",
    path: rule.where,
    hint: "Remove the rule; it is left out until then.",
  };
}

/** `/team` is the page `/team/`; adding the slash saves a redirect. */
function withLiveSlash(rule: ParsedRule, livePaths: ReadonlySet<string>): ParsedRule {
  const [, path = "", tail = ""] = /^([^?#]*)(.*)/s.exec(rule.to) ?? [];
  if (rule.isExternal || path.endsWith("/") || !livePaths.has(pathOf(path) ?? "")) return rule;
  return { ...rule, to: `${path}/${tail}` };
}

function shadowedByPage(rule: ParsedRule, livePaths: ReadonlySet<string>): Problem | null {
  if (rule.isPattern || !livePaths.has(rule.from)) return null;
  const condition = rule.query.length > 0 ? ` with ${conditionText(rule)}` : "";
  return {
    severity: "warning",
    code: "REDIRECT_SHADOWED_BY_PAGE",
    message: `${rule.from} is a page, so it cannot be redirected${condition} to ${rule.to}; the rule is left out.`,
    story: rule.from,
    path: rule.where,
    hint: "Remove the rule, or unpublish the page.",
  };
}

/** The paths of the pages that each pattern matches. */
function pagesByPattern({ rules, livePaths }: LintInput): Map<ParsedRule, string[]> {
  const pages = new Map<ParsedRule, string[]>();
  const patterns = rules.filter(({ isPattern }) => isPattern);
  if (patterns.length === 0) return pages;
  const patternsOf = indexPatterns(patterns);
  for (const path of livePaths) for (const { rule } of patternsOf(path)) appendTo(pages, rule, path);
  return pages;
}

function shadowsPages(rule: ParsedRule, matched: readonly string[]): Problem | null {
  if (matched.length === 0) return null;
  const pages = [...matched].sort();
  const more = pages.length > 1 ? ` and ${pages.length - 1} more` : "";
  return {
    severity: "warning",
    code: "REDIRECT_SHADOWS_PAGE",
    message: `${rule.from} also matches the page ${pages[0]}${more}. Hosts that look at redirects before files would hide it.`,
    story: pages[0] ?? "",
    path: rule.where,
    hint: "Narrow the rule so that it matches no page.",
  };
}

/** Files (paths with an extension) are not known here and not checked. */
function missingTarget(rule: ParsedRule, livePaths: ReadonlySet<string>): Problem | null {
  const path = pathOf(rule.to);
  if (path === null || livePaths.has(path) || placeholdersOf(rule.to).length > 0) return null;
  if (/\.[a-z0-9]{2,5}\/?$/i.test(path)) return null;
  return {
    severity: "error",
    code: "REDIRECT_TARGET_MISSING",
    message: `${rule.from} is redirected to ${rule.to}, which is not a page of the site.`,
    story: "",
    path: rule.where,
    hint: "Point the rule to a page that exists.",
  };
}

function onlyConditional(rule: ParsedRule): Problem {
  return {
    severity: "warning",
    code: "REDIRECT_NO_PLAIN_RULE",
    message: `${rule.from} is redirected with ${conditionText(rule)} only; without it the same target is used.`,
    story: "",
    path: rule.where,
    hint: `Add a rule for ${rule.from} without a condition.`,
  };
}

function conditionText(rule: Pick<RedirectRule, "query">): string {
  return `?${rule.query.map(([name, value]) => `${name}=${value}`).join("&")}`;
}
