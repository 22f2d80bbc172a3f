import { compareText } from "../content/rules/compare-text.ts";
import { encodeUriPart } from "../content/rules/encode.ts";
import type { ReservedPathRules } from "../content/rules/reserved-paths.ts";
import type { Problem } from "../problems/problem.ts";
import { encodePath } from "./address.ts";
import { resolveChains } from "./chains.ts";
import { sitePathOf } from "./domain-rules.ts";
import { lintRules } from "./lint.ts";
import { normalizeRule } from "./normalize.ts";
import { comparePatterns, shapeOf } from "./pattern.ts";
import type { ParsedRule, RawRule, RedirectRule, Rename } from "./rule.ts";

export interface RedirectInput {
  rules: readonly RawRule[];
  /** Rows of the rename record; a configured rule for the same path takes precedence. */
  renames: readonly Rename[];
  /** Decoded paths of all pages, with slashes at both ends and without the base path. */
  livePaths: ReadonlySet<string>;
  /** Absolute origin of the site, or "". URLs that start with it and the base path are paths of the site. */
  origin: string;
  base: string;
  /** Languages and page types, whose files reserve paths. */
  places: ReservedPathRules;
}

export interface RedirectOutput {
  /** Exact paths before patterns, rules with a condition before the plain rule of the same path. */
  rules: RedirectRule[];
  problems: Problem[];
}

/** All redirects of the site, checked, with loops removed and chains flattened. Pure: same input, same order. */
export function buildRedirects(input: RedirectInput): RedirectOutput {
  const problems: Problem[] = [];
  const written = input.rules.flatMap((raw) => {
    const result = normalizeRule(placed(raw, input));
    if ("rule" in result) return [result.rule];
    problems.push(result.problem);
    return [];
  });
  const unique = dropDuplicates(written, problems);
  const rules = addRoots(addRenames(unique, input.renames, input.livePaths), input);
  const resolved = resolveChains({ rules: rules.sort(compareRules), livePaths: input.livePaths });
  const linted = lintRules({ rules: resolved.rules, livePaths: input.livePaths, places: input.places });
  return { rules: linted.rules, problems: [...problems, ...resolved.problems, ...linted.problems] };
}

/** Rules with the same key match the same requests. */
function keyOf(rule: Pick<ParsedRule, "from" | "query">): string {
  const query = rule.query.map((pair) => pair.map(encodeUriPart).join("=")).sort();
  return `${shapeOf(rule.from)}?${query.join("&")}`;
}

/** Output order, in which hosts and stubs try the rules. */
function compareRules(a: ParsedRule, b: ParsedRule): number {
  if (a.isPattern !== b.isPattern) return a.isPattern ? 1 : -1;
  if (a.from !== b.from) return a.isPattern ? comparePatterns(a.from, b.from) : compareText(a.from, b.from);
  return b.query.length - a.query.length || compareText(keyOf(a), keyOf(b));
}

function dropDuplicates(rules: readonly ParsedRule[], problems: Problem[]): ParsedRule[] {
  const first = new Map<string, ParsedRule>();
  for (const rule of rules) {
    const key = keyOf(rule);
    const known = first.get(key);
    if (!known) first.set(key, rule);
    else problems.push(duplicate(known, rule));
  }
  return [...first.values()];
}

function duplicate(known: ParsedRule, rule: ParsedRule): Problem {
  const same = known.to === rule.to;
  return {
    severity: same ? "warning" : "error",
    code: "REDIRECT_DUPLICATE",
    message: `${rule.from} is redirected twice: to ${known.to} (${known.where}) and to ${rule.to}.`,
    story: "",
    path: rule.where,
    hint: `The rule in ${known.where} counts; remove this one.`,
  };
}

function addRenames(rules: ParsedRule[], renames: readonly Rename[], livePaths: ReadonlySet<string>): ParsedRule[] {
  const plain = new Set(rules.filter(({ query }) => query.length === 0).map(({ from }) => from));
  const added = renames.flatMap(({ from, to }) => {
    if (plain.has(from) || livePaths.has(from)) return [];
    const paths = { from: encodePath(from), to: encodePath(to) };
    const result = normalizeRule({ ...paths, status: "301", query: "", where: "renames.json" });
    // A slug like `:name` must not become a pattern.
    return "rule" in result && !result.rule.isPattern ? [result.rule] : [];
  });
  return [...rules, ...added];
}

/**
 * The root of a domain whose languages all have a prefix leads to its first language, unless a rule says otherwise. For
 * the time being (302): which language is first may change.
 */
function addRoots(rules: ParsedRule[], { places, livePaths }: RedirectInput): ParsedRule[] {
  const homes = new Map<string, string>();
  for (const { folder, home } of places.languages.toReversed()) homes.set(folder === "" ? "/" : `/${folder}/`, home);
  const written = new Set(rules.filter(({ query }) => query.length === 0).map(({ from }) => from));
  const added = [...homes].flatMap(([from, home]) => {
    if (from === home || written.has(from) || livePaths.has(from) || !livePaths.has(home)) return [];
    const result = normalizeRule({ from, to: encodePath(home), status: "302", query: "", where: "languages" });
    return "rule" in result ? [result.rule] : [];
  });
  return [...rules, ...added];
}

/**
 * Turns a URL of the site itself, such as `https://www.example.org/team/`, into a path, so that it can be checked and
 * also works in previews. With several domains, a path in `from` is on the first one, a path in `to` on the domain of
 * `from`.
 */
function placed(raw: RawRule, { origin, base, places }: RedirectInput): RawRule {
  const address = { origin, base, languages: places.languages };
  const from = sitePathOf(raw.from, { folder: places.languages[0].folder, address });
  return { ...raw, from: from.path, to: sitePathOf(raw.to, { folder: from.folder, address }).path };
}
