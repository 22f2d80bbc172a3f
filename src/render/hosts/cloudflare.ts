import { withBase } from "../../content/rules/paths.ts";
import type { Problem } from "../../problems/problem.ts";
import { encodePath } from "../../redirects/normalize.ts";
import type { RedirectRule } from "../../redirects/rule.ts";
import { headersFile } from "./headers.ts";
import { type HostInput, type HostOutput, hostProblem, redirectTarget, withAndWithoutSlash } from "./host.ts";
import { supportedRules } from "./host-capabilities.ts";

/** Limits of Cloudflare Pages and Workers static assets. */
const LIMITS = { plain: 2000, patterns: 100, redirectLine: 1000, headerLine: 2000 };

/**
 * _redirects and _headers. Redirects take precedence over files, compare the path exactly and ignore the query. Unknown
 * paths get the nearest 404.html up the tree, so every language has its own without a rule. Lines after the first
 * pattern count as patterns, so the rules are sorted with patterns last.
 */
export function cloudflareFiles(input: HostInput, options: { detach: boolean } = { detach: true }): HostOutput {
  const can = { query: false, filesFirst: false, splat: true, escapes: true, escapedTargets: true };
  const { rules, problems } = supportedRules({ host: "cloudflare", rules: input.redirects, can });
  const lines = rules.flatMap((rule) => redirectLines(rule, input.base, options.detach));
  // Values of several rules are joined, unless a rule first removes the earlier one with `!`.
  const headers = headersFile(input, { isDetached: options.detach });
  return {
    files: [
      { path: "_redirects", text: `${lines.map(({ text }) => text).join("\n")}\n` },
      { path: "_headers", text: headers },
    ],
    problems: [...problems, ...limitProblems(lines, headers), ...pathProblems(input)],
  };
}

/** Its uploader takes the first for code, and the second for what no site has. */
const NOT_UPLOADED = /^\/functions\/|\/node_modules\//;

function pathProblems({ paths = [] }: HostInput): Problem[] {
  const lost = [...paths].filter((path) => NOT_UPLOADED.test(path)).sort();
  if (lost.length === 0) return [];
  const more = lost.length > 1 ? ` and ${lost.length - 1} more` : "";
  const problem = hostProblem("cloudflare", "warning", "HOST_PATH_LEFT_OUT", {
    message: `its uploader leaves out ${lost[0]}${more}, since it takes the folder's name for one of code.`,
    hint: "Choose another slug or file name.",
  });
  return [problem];
}

interface Line {
  text: string;
  isPattern: boolean;
}

function redirectLines(rule: RedirectRule, base: string, isAlone: boolean): Line[] {
  const from = withBase(base, rule.from);
  const target = redirectTarget(rule, base);
  const forms = rule.isPattern && from.endsWith("*") ? [from] : withAndWithoutSlash(from);
  const lines = forms.map((form) => `${encodePath(form)} ${target} ${rule.status}`);
  // Of two slashes the second would begin the target, which would be another host: `/old//other.example/`. Netlify, where
  // it reads the file too, takes such a path for one with a single slash.
  const folder = encodePath(from).replace(/\*$/, "");
  if (isAlone && target.startsWith("/:splat")) lines.unshift(`${folder}/* ${folder}:splat ${rule.status}`);
  return lines.map((text) => ({ text, isPattern: rule.isPattern }));
}

function limitProblems(lines: readonly Line[], headers: string): Problem[] {
  const patterns = lines.filter(({ isPattern }) => isPattern).length;
  const plain = lines.length - patterns;
  const long = lines.filter(({ text }) => text.length > LIMITS.redirectLine).length;
  const found: string[] = [];
  if (plain > LIMITS.plain) found.push(`${plain} lines for concrete paths; it takes ${LIMITS.plain}`);
  if (patterns > LIMITS.patterns) found.push(`${patterns} lines for patterns; it takes ${LIMITS.patterns}`);
  if (long > 0) found.push(`${long} redirect lines longer than ${LIMITS.redirectLine} characters`);
  if (headers.split("\n").some((line) => line.length > LIMITS.headerLine)) {
    found.push(`a header longer than ${LIMITS.headerLine} characters`);
  }
  return found.map((what) =>
    hostProblem("cloudflare", "warning", "HOST_LIMIT", {
      message: `the files hold ${what}.`,
      hint: "Remove unused rules, or combine some into a pattern; stubs redirect the rest.",
    }),
  );
}
