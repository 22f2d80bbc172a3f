import { encodeUriPart } from "../../content/rules/encode.ts";
import { withBase } from "../../content/rules/paths.ts";
import { encodePath } from "../../redirects/normalize.ts";
import type { RedirectRule } from "../../redirects/rule.ts";
import { headersFile } from "./headers.ts";
import { type HostInput, type HostOutput, redirectTarget } from "./host.ts";
import { supportedRules } from "./host-capabilities.ts";

const CAN = { query: true, filesFirst: true, splat: true, escapes: true, escapedTargets: true };

/**
 * _redirects and _headers. Netlify ignores the closing slash, uses the first matching rule, and passes the query on.
 * Rules need `!` to take precedence over the stub at their path; patterns have none, so that pages win.
 */
export function netlifyFiles(input: HostInput): HostOutput {
  const { rules, problems } = supportedRules({ host: "netlify", rules: input.redirects, can: CAN });
  const lines = [...rules.map((rule) => redirectLine(rule, input.base)), ...notFoundLines(input)];
  return {
    files: [
      { path: "_redirects", text: `${lines.join("\n")}\n` },
      // Values of several rules are joined: for latest.json that includes no-store, the strictest, which wins.
      { path: "_headers", text: headersFile(input) },
    ],
    problems,
  };
}

/**
 * The lines that only Netlify supports. Cloudflare reads a file of the same name and ignores lines that are not `source
 * target code`, or whose code is not a redirect's.
 */
export function netlifyOnlyLines(input: HostInput): { conditions: string[]; notFound: string[] } {
  const { rules } = supportedRules({ host: "netlify", rules: input.redirects, can: CAN });
  const conditional = rules.filter((rule) => rule.query.length > 0 && !rule.isPattern);
  return {
    conditions: conditional.map((rule) => redirectLine(rule, input.base)),
    notFound: notFoundLines(input),
  };
}

function notFoundLines({ base, languages }: HostInput): string[] {
  return languages.map((lang) => `${base}${lang}/*  ${base}${lang}/404.html  404`);
}

function redirectLine(rule: RedirectRule, base: string): string {
  const query = rule.query.map(([name, value]) => `${encodeUriPart(name)}=${encodeUriPart(value)}`);
  const status = rule.isPattern ? rule.status : `${rule.status}!`;
  return [encodePath(withBase(base, rule.from)), ...query, redirectTarget(rule, base), status].join("  ");
}
