import { withBase } from "../../content/rules/paths.ts";
import type { RedirectRule } from "../../redirects/rule.ts";
import { GLOB_EVERYTHING, jsonHeaderRules } from "./headers.ts";
import { HOST_FILE_NAMES, type HostInput, type HostOutput, jsonText, redirectTarget } from "./host.ts";
import { singleNotFoundPageProblems, supportedRules } from "./host-capabilities.ts";
import { pathRegex, rawStyle } from "./regex.ts";

/**
 * firebase.json, deployed from the output folder. Redirects are RE2 expressions, take precedence over files and ignore
 * the query. If several rules set a header, the last one wins.
 */
export function firebaseFiles(input: HostInput): HostOutput {
  const can = { query: false, filesFirst: false, splat: true, escapes: false, escapedTargets: false };
  const { rules, problems } = supportedRules({ host: "firebase", rules: input.redirects, can });
  const hosting = {
    public: ".",
    ignore: [...HOST_FILE_NAMES, "**/.*"],
    trailingSlash: true,
    redirects: rules.map((rule) => redirectOf(rule, input.base)),
    headers: jsonHeaderRules(input, { everything: GLOB_EVERYTHING, below: "**" }),
  };
  return {
    files: [{ path: "firebase.json", text: jsonText({ hosting }) }],
    problems: [...problems, ...singleNotFoundPageProblems("firebase", input.languages)],
  };
}

function redirectOf(rule: RedirectRule, base: string): Record<string, unknown> {
  const inside = pathRegex(
    withBase(base, rule.from),
    rawStyle((name) => `(?P<${name}>`),
  );
  return { regex: `^/${inside}$`, destination: redirectTarget(rule, base), type: rule.status };
}
