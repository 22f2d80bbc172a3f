import { withBase } from "../../content/rules/paths.ts";
import type { RedirectRule } from "../../redirects/rule.ts";
import { GLOB_EVERYTHING, jsonHeaderRules } from "./headers.ts";
import { type HostInput, type HostOutput, hostProblem, jsonText, literalColons, redirectTarget } from "./host.ts";
import { singleNotFoundPageProblems, supportedRules } from "./host-capabilities.ts";

/**
 * serve.json. No trailingSlash option: it would drop the query and add a redirect. Without it both forms of a path
 * work, and a source without the slash matches both. Clean addresses are what finds a folder's page; of a path that ends
 * in .html they would lose the redirect. Redirects drop the query, which is reported, and encode their target.
 */
export function serveFiles(input: HostInput): HostOutput {
  const can = { query: false, filesFirst: false, splat: false, escapes: false, escapedTargets: true };
  const { rules, problems } = supportedRules({ host: "serve", rules: input.redirects, can });
  const text = jsonText({
    directoryListing: false,
    cleanUrls: ["/", "/**/!(*.html)"],
    redirects: rules.map((rule) => redirectOf(rule, input.base)),
    // Sources match the file's path; a star matches no hidden folder.
    headers: jsonHeaderRules({ ...input, base: input.base.slice(1) }, { everything: GLOB_EVERYTHING, below: "**" }),
  });
  const queryLost = hostProblem("serve", "info", "HOST_QUERY_LOST", {
    message: `its redirects drop the query of a request.`,
    hint: "Use `sitegen serve` to see what another host does.",
  });
  return {
    files: [{ path: "serve.json", text }],
    problems: [
      ...problems,
      ...(rules.length > 0 ? [queryLost] : []),
      ...singleNotFoundPageProblems("serve", input.languages),
    ],
  };
}

function redirectOf(rule: RedirectRule, base: string): Record<string, unknown> {
  const source = withBase(base, rule.from).replace(/(?<=.)\/$/, "");
  return { source, destination: literalColons(decoded(redirectTarget(rule, base)), rule), type: rule.status };
}

/** What `encodeURI` makes the target of again; the target itself where nothing is. */
function decoded(target: string): string {
  try {
    const text = decodeURI(target);
    return encodeURI(text) === target && !text.includes("\\") ? text : target;
  } catch {
    return target;
  }
}
