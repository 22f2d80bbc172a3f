import { encodeUriPart } from "../content/rules/encode.ts";
import { absoluteHref, publicPath, type SiteAddress } from "../content/rules/paths.ts";
import { type ReservedPathRules, reservedPathError } from "../content/rules/reserved-paths.ts";
import { createProblem, type Problem } from "../problems/problem.ts";
import { appendTo } from "../util/append-to.ts";
import { compareText } from "../util/compare-text.ts";
import { pathOf, resolveChains } from "./chains.ts";
import { encodePath, normalizeRule } from "./normalize.ts";
import { comparePatterns, placeholdersOf, shapeOf } from "./pattern.ts";
import { indexPatterns } from "./pattern-index.ts";
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
  definition: ReservedPathRules;
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
    const result = normalizeRule(toSitePaths(raw, input));
    if ("rule" in result) return [result.rule];
    problems.push(result.problem);
    return [];
  });
  const unique = dropDuplicates(written, problems);
  const rules = addRoots(addRenames(unique, input.renames, input.livePaths), input);
  const resolved = resolveChains({ rules: rules.sort(compareRules), livePaths: input.livePaths });
  const linted = lintRules({ rules: resolved.rules, livePaths: input.livePaths, definition: input.definition });
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
  return createProblem(same ? "warning" : "error", "REDIRECT_DUPLICATE", {
    message: `${rule.from} is redirected twice: to ${known.to} (${known.where}) and to ${rule.to}.`,
    path: rule.where,
    hint: `The rule in ${known.where} counts; remove this one.`,
  });
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
 * The root of a domain whose languages all have a prefix leads to its first language, unless a rule says otherwise.
 * With 302, since another language may become the first.
 */
function addRoots(rules: ParsedRule[], { definition, livePaths }: RedirectInput): ParsedRule[] {
  const homes = new Map<string, string>();
  for (const { folder, home } of definition.languages.toReversed())
    homes.set(folder === "" ? "/" : `/${folder}/`, home);
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
function toSitePaths(raw: RawRule, { origin, base, definition }: RedirectInput): RawRule {
  const address = { origin, base, languages: definition.languages };
  const from = sitePathOf(raw.from, { folder: definition.languages[0].folder, address });
  return { ...raw, from: from.path, to: sitePathOf(raw.to, { folder: from.folder, address }).path };
}

interface LintInput {
  rules: readonly ParsedRule[];
  livePaths: ReadonlySet<string>;
  definition: ReservedPathRules;
}

/**
 * Checks rules that are syntactically valid. A rule for a live page is removed, with or without a condition: hosts of
 * plain files can only serve the page, so all other hosts, `sitegen serve` and client navigation do the same.
 */
function lintRules(input: LintInput): { rules: RedirectRule[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const rules: RedirectRule[] = [];
  const plain = new Set(input.rules.filter(({ query }) => query.length === 0).map(({ from }) => from));
  const redirected = new Set(input.rules.filter(({ isPattern }) => !isPattern).map(({ from }) => from));
  const pagesOf = pagesByPattern(input);
  for (const rule of input.rules) {
    const reserved = reservedSource(rule, input.definition);
    if (reserved) {
      problems.push(reserved);
      continue;
    }
    const shadow = shadowedByPage(rule, input.livePaths);
    if (shadow) problems.push(shadow);
    const hides = shadowsPages(rule, pagesOf.get(rule) ?? []);
    const checked = { ...withLiveSlash(rule, input.livePaths), hidesPages: hides !== null };
    if (!shadow) rules.push(checked);
    const fromRecord = rule.where === "renames.json";
    for (const problem of [missingTarget(rule, input.livePaths, redirected), hides]) {
      if (problem) problems.push({ ...problem, severity: fromRecord ? "warning" : problem.severity });
    }
    if (!rule.isPattern && !plain.has(rule.from) && !input.livePaths.has(rule.from)) {
      problems.push(onlyConditional(rule));
    }
  }
  return { rules, problems };
}

/** A path such as `/feed.xml`, where a stub cannot be and hosts would ignore the rule. */
function reservedSource(rule: ParsedRule, definition: ReservedPathRules): Problem | null {
  const fault = rule.isPattern ? "" : reservedPathError(rule.from, definition);
  if (fault === "") return null;
  return createProblem("error", "REDIRECT_SOURCE_TAKEN", {
    message: `${rule.from.slice(0, 120)} cannot be redirected: ${fault}.`,
    path: rule.where,
    hint: "Remove the rule; it is left out until then.",
  });
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
  return createProblem("warning", "REDIRECT_SHADOWED_BY_PAGE", {
    message: `${rule.from} is a page, so it cannot be redirected${condition} to ${rule.to}; the rule is left out.`,
    story: rule.from,
    path: rule.where,
    hint: "Remove the rule, or unpublish the page.",
  });
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
  return createProblem("warning", "REDIRECT_SHADOWS_PAGE", {
    message: `${rule.from} also matches the page ${pages[0]}${more}. Hosts that look at redirects before files would hide it.`,
    story: pages[0] ?? "",
    path: rule.where,
    hint: "Narrow the rule so that it matches no page.",
  });
}

/**
 * Files (paths with an extension) are not known here and not checked. A path in `redirected` is left as a target where its
 * rules have conditions; it leads on by itself.
 */
function missingTarget(
  rule: ParsedRule,
  livePaths: ReadonlySet<string>,
  redirected: ReadonlySet<string>,
): Problem | null {
  const path = pathOf(rule.to);
  if (path === null || livePaths.has(path) || redirected.has(path) || placeholdersOf(rule.to).length > 0) return null;
  if (/\.[a-z0-9]{2,5}\/?$/i.test(path)) return null;
  return createProblem("error", "REDIRECT_TARGET_MISSING", {
    message: `${rule.from} is redirected to ${rule.to}, which is not a page of the site.`,
    path: rule.where,
    hint: "Point the rule to a page that exists.",
  });
}

function onlyConditional(rule: ParsedRule): Problem {
  return createProblem("warning", "REDIRECT_NO_PLAIN_RULE", {
    message: `${rule.from} is redirected with ${conditionText(rule)} only; without it the same target is used.`,
    path: rule.where,
    hint: `Add a rule for ${rule.from} without a condition.`,
  });
}

function conditionText(rule: Pick<RedirectRule, "query">): string {
  return `?${rule.query.map(([name, value]) => `${name}=${value}`).join("&")}`;
}

/** The rules of one domain with its own paths, and URLs for other domains. */
export function domainRules(
  rules: readonly RedirectRule[],
  { folder }: { folder: string },
  address: SiteAddress,
): RedirectRule[] {
  if (folder === "") return [...rules];
  const isHere = (path: string) => path.startsWith(`/${folder}/`);
  return rules
    .filter(({ from }) => isHere(from))
    .map((rule) => {
      const from = publicPath(rule.from, { folder });
      if (rule.isExternal) return { ...rule, from };
      if (isHere(rule.to)) return { ...rule, from, to: publicPath(rule.to, { folder }) };
      return { ...rule, from, to: absoluteHref(address, rule.to), isExternal: true };
    });
}

/**
 * A configured URL as a site path. With several domains, an absolute URL belongs to its own domain and a path to the
 * domain of `folder`. Anything else, such as a URL of another site, is unchanged.
 */
export function sitePathOf(
  written: string,
  { folder, address }: { folder: string; address: SiteAddress },
): { path: string; folder: string } {
  const { languages, origin, base } = address;
  for (const language of languages) {
    const prefix = (language.origin || origin) + base;
    if (prefix === base || !written.startsWith(prefix)) continue;
    const rest = written.slice(prefix.length).replace(/^\/+/, "");
    return { path: below(language.folder, `/${rest}`), folder: language.folder };
  }
  const isPath = !/^[a-z][a-z0-9+.-]*:/i.test(written) && !/^\/[/\\]/.test(written) && written !== "";
  if (!isPath || folder === "") return { path: written, folder };
  return { path: below(folder, written.startsWith("/") ? written : `/${written}`), folder };
}

function below(folder: string, path: string): string {
  return folder === "" ? path : `/${folder}${path}`;
}
