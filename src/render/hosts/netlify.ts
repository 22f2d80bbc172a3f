import { encodeUriPart } from "../../content/rules/encode.ts";
import { withBase } from "../../content/rules/paths.ts";
import { CACHE_CONTROL } from "../../http/cache-control.ts";
import { encodePath } from "../../redirects/address.ts";
import type { RedirectRule } from "../../redirects/rule.ts";
import { securityHeaders } from "./headers.ts";
import { type HostInput, type HostOutput, redirectTarget } from "./host.ts";
import { supportedRules } from "./host-capabilities.ts";

const CAN = { query: true, anyPath: false, filesFirst: true, splat: true };

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
      { path: "_headers", text: headersText(input) },
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

/**
 * If several rules set a header, Netlify joins the values. Pages have no rule of their own, since revalidating is
 * Netlify's default. For latest.json the joined value includes no-store, the strictest, which wins.
 */
function headersText({ headers, base }: HostInput): string {
  const lines = [
    "/*",
    ...securityHeaders(headers).map(([name, value]) => `  ${name}: ${value}`),
    `${base}_assets/*`,
    `  Cache-Control: ${CACHE_CONTROL.immutable}`,
    `${base}_assets/builds/latest.json`,
    `  Cache-Control: ${CACHE_CONTROL.never}`,
  ];
  return `${lines.join("\n")}\n`;
}
