import { withBase } from "../../content/rules/paths.ts";
import type { Problem } from "../../problem.ts";
import { namesOf } from "../../redirects/pattern.ts";
import type { RedirectRule } from "../../redirects/rule.ts";
import type { AnswerHeaders } from "./headers.ts";

export const HOSTS = [
  "netlify",
  "cloudflare",
  "vercel",
  "firebase",
  "nginx",
  "apache",
  "github-pages",
  "serve",
] as const;
export type HostName = (typeof HOSTS)[number];

/** What the files of every host are made from. Paths of the rules do not include the base. */
export interface HostInput {
  redirects: readonly RedirectRule[];
  headers: AnswerHeaders;
  base: string;
  /** Languages that have a 404 page of their own, at `/<language>/404.html`. */
  languages: readonly string[];
}

export interface HostFile {
  path: string;
  text: string;
}

export interface HostOutput {
  files: HostFile[];
  problems: Problem[];
}

/** Every file that only the host reads; a visitor has no use for it. */
export const HOST_FILE_NAMES = [
  "_headers",
  "_redirects",
  "firebase.json",
  "nginx.conf",
  "serve.json",
  "vercel.json",
] as const;

/** Address of a rule's target with the base; one outside stays. */
export function targetOf(rule: RedirectRule, base: string): string {
  return rule.isExternal ? rule.to : withBase(base, rule.to);
}

/**
 * A target as a template of path-to-regexp: a colon that begins none of the rule's names (a port, a time) and groups
 * are literal. The scheme's colon is left alone, as these hosts take it off before they read the rest.
 */
export function literalColons(target: string, { from }: Pick<RedirectRule, "from">): string {
  const names = namesOf(from);
  const [, scheme = "", rest = ""] = /^(https?:)?(.*)$/s.exec(target) ?? [];
  const literal = rest.replace(/([/?&=#.-]?):(\w*)|[()]/g, (whole, before: string | undefined, name: string) => {
    if (before === undefined) return `\\${whole}`;
    return before !== "" && names.includes(name) ? whole : `${before}\\:${name}`;
  });
  return scheme + literal;
}

/** A target in its three parts: the request's query goes between the second and the third. */
export function splitTarget(target: string): { path: string; query: string; hash: string } {
  const [, path = "", query = "", hash = ""] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(target) ?? [];
  return { path, query, hash };
}

/** Both forms of a path: hosts that compare exactly need each. A path to a file has one form. */
export function bothForms(path: string): string[] {
  return path.endsWith("/") && path.length > 1 ? [path.slice(0, -1), path] : [path];
}

export function hostProblem(host: HostName, problem: Pick<Problem, "severity" | "code" | "message" | "hint">): Problem {
  return { ...problem, message: `${host}: ${problem.message}`, story: "", path: `hosts.${host}` };
}

export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
