import { isExternal } from "../../content/rules/links.ts";
import { fillTarget, matchPattern } from "../../redirects/pattern.ts";

/** A build manifest as written by src/render/manifest.ts. */
export interface RouteRules {
  prerendered: ReadonlySet<string>;
  /** In the manifest's order: the first match is the right one. */
  rules: readonly (readonly [key: string, rule: RouteRule])[];
}

export interface RouteRule {
  redirect?: { to: string; status?: number };
  prerender?: boolean;
}

export type RouteMatch =
  | { kind: "page" }
  | { kind: "redirect"; to: string; external: boolean }
  /** The manifest has no such page, so the server has to answer. */
  | { kind: "unknown" };

export const NO_RULES: RouteRules = { prerendered: new Set(), rules: [] };

/** Throws if the value is not a manifest. */
export function parseManifest(value: unknown): RouteRules {
  const { prerendered, routeRules } = (value ?? {}) as { prerendered?: unknown; routeRules?: unknown };
  if (!Array.isArray(prerendered) || typeof routeRules !== "object" || routeRules === null) {
    throw new Error("This is not a build manifest.");
  }
  return {
    prerendered: new Set(prerendered as string[]),
    rules: Object.entries(routeRules as Record<string, RouteRule>),
  };
}

/** Looks up a site path (decoded, slash at both ends) and its query in the manifest. */
export function matchRoute(path: string, search: string, { prerendered, rules }: RouteRules): RouteMatch {
  if (prerendered.size === 0 && rules.length === 0) return { kind: "page" };
  if (prerendered.has(path)) return { kind: "page" };
  const asked = new URLSearchParams(search);
  for (const [key, rule] of rules) {
    const to = rule.redirect ? targetOf(key, rule.redirect.to, { path, asked }) : null;
    if (to !== null) return { kind: "redirect", to, external: isExternal(to) };
  }
  return { kind: "unknown" };
}

/** The target of a matching rule, filled in, or null. Keys may end without a slash, or in the specification's `/**`. */
function targetOf(key: string, to: string, { path, asked }: { path: string; asked: URLSearchParams }): string | null {
  const [from = "", query = ""] = key.split("?");
  const conditions = [...new URLSearchParams(query)];
  if (!conditions.every(([name, value]) => asked.getAll(name).includes(value))) return null;
  const values = matchPattern(from.replace(/\/\*\*\/?$/, "/*"), path);
  return values && fillTarget(to, values);
}

/** A redirect's URL: query and hash are kept as in the redirect stubs, unless the target has its own hash. */
export function redirected(from: URL, to: string): URL {
  const target = new URL(to, from);
  if (from.search) target.search = target.search ? `${target.search}&${from.search.slice(1)}` : from.search;
  if (from.hash) target.hash = from.hash;
  return target;
}
