import { encodeUrl } from "../../content/rules/encode.ts";
import { withBase } from "../../content/rules/paths.ts";
import { createProblem, type Problem } from "../../problems/problem.ts";
import { namesOf } from "../../redirects/pattern.ts";
import type { RedirectRule } from "../../redirects/rule.ts";
import type { HeaderSettings } from "./headers.ts";

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

/** Input of every host's files. Rule paths do not include the base path. */
export interface HostInput {
  redirects: readonly RedirectRule[];
  headers: HeaderSettings;
  base: string;
  /** Languages with their own 404 page, at `/<language>/404.html`. */
  languages: readonly string[];
  /** Files whose types a host may not know, by path below the output. */
  typedFiles?: readonly { path: string; type: string }[];
  /** Of pages, stubs and public files, with a slash before. */
  paths?: Iterable<string>;
}

export interface HostFile {
  path: string;
  text: string;
}

export interface HostOutput {
  files: HostFile[];
  problems: Problem[];
}

/** Files that only the host reads and visitors do not need. */
export const HOST_FILE_NAMES = [
  "_headers",
  "_redirects",
  "firebase.json",
  "nginx.conf",
  "serve.json",
  "vercel.json",
] as const;

/** A file's extension without its dot, in lower case. */
export function extensionOf(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1).toLowerCase();
}

/** URL of a rule's target including the base path, encoded, since it gets into a header; external URLs are unchanged. */
export function redirectTarget(rule: RedirectRule, base: string): string {
  return rule.isExternal ? rule.to : withBase(encodeUrl(base), rule.to);
}

/**
 * A target as a path-to-regexp template: groups, and colons that are not one of the rule's names (a port, a time), are
 * escaped. The scheme's colon is kept, since these hosts remove it before they parse the rest.
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

/** Splits a target into path, query and hash; the request's query is inserted before the hash. */
export function splitTarget(target: string): { path: string; query: string; hash: string } {
  const [, path = "", query = "", hash = ""] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(target) ?? [];
  return { path, query, hash };
}

/** A path with and without the closing slash, for hosts that compare exactly. A file's path has one form. */
export function withAndWithoutSlash(path: string): string[] {
  return path.endsWith("/") && path.length > 1 ? [path.slice(0, -1), path] : [path];
}

export function hostProblem(
  host: HostName,
  severity: Problem["severity"],
  code: string,
  { message, hint }: Pick<Problem, "message" | "hint">,
): Problem {
  return createProblem(severity, code, { message: `${host}: ${message}`, path: `hosts.${host}`, hint });
}

export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Names of host files that may contain the policy. */
export const POLICY_FILES: readonly string[] = [...HOST_FILE_NAMES, ".htaccess"];

/**
 * The security policy in a host's file; null if there is none. A policy begins with `default-src`, and contains neither
 * double quotes nor line breaks.
 */
export function policyIn(text: string): string | null {
  return /\bdefault-src [^"\n]*/.exec(text)?.[0] ?? null;
}
