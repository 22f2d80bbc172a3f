import { escapeRegex } from "../../content/rules/escape-regex.ts";
import { withBase } from "../../content/rules/paths.ts";
import type { Problem } from "../../problems/problem.ts";
import type { RedirectRule } from "../../redirects/rule.ts";
import { jsonHeaderRules } from "./headers.ts";
import { type HostInput, type HostOutput, hostProblem, jsonText, literalColons, redirectTarget } from "./host.ts";
import { singleNotFoundPageProblems, supportedRules } from "./host-capabilities.ts";

const LIMIT = 2048;

/** What a final star fits. It begins with no slash: with another before it, the target would be another host. */
const REST = ":splat([^/\\\\].*)?{/}?";

/**
 * vercel.json. Sources are path-to-regexp patterns and end in a slash, which `trailingSlash` adds to a path before it is
 * compared, and takes from one with a dot in its last part; a name or a star may fit both. Redirects take precedence
 * over files and pass the query on. If several rules set a header, the last one wins.
 */
export function vercelFiles(input: HostInput): HostOutput {
  const can = { query: true, filesFirst: false, splat: true, escapes: false, escapedTargets: true };
  const { rules, problems } = supportedRules({ host: "vercel", rules: input.redirects, can });
  const text = jsonText({
    trailingSlash: true,
    redirects: rules.map((rule) => redirectOf(rule, input.base)),
    headers: jsonHeaderRules(input, { everything: ["/(.*)"], below: "(.*)" }),
  });
  return {
    files: [{ path: "vercel.json", text }],
    problems: [...problems, ...limitProblems(rules.length), ...singleNotFoundPageProblems("vercel", input.languages)],
  };
}

function redirectOf(rule: RedirectRule, base: string): Record<string, unknown> {
  const has = rule.query.map(([key, value]) => ({ type: "query", key, value: escapeRegex(value) }));
  return {
    source: escapeSource(withBase(base, rule.from))
      .replace(/(\/[^/]*[.:][^/]*)\/$/, "$1{/}?")
      .replace(/\*$/, REST),
    destination: literalColons(redirectTarget(rule, base), rule),
    statusCode: rule.status,
    ...(has.length > 0 ? { has } : {}),
  };
}

/** Escapes the characters with a meaning in path-to-regexp, except those of names and the final star. */
function escapeSource(from: string): string {
  return from.replace(/[(){}?+!]/g, "\\$&");
}

function limitProblems(count: number): Problem[] {
  if (count <= LIMIT) return [];
  const problem = hostProblem("vercel", "warning", "HOST_LIMIT", {
    message: `the file holds ${count} redirects; it takes ${LIMIT}.`,
    hint: "Remove unused rules, or combine some into a pattern.",
  });
  return [problem];
}
