import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { encodeUrl } from "../content/rules/encode.ts";
import { withBase } from "../content/rules/paths.ts";
import { encodePath } from "../redirects/normalize.ts";
import { fillTarget, isPattern } from "../redirects/pattern.ts";
import { indexPatterns } from "../redirects/pattern-index.ts";
import { appendTo } from "../util/append-to.ts";

export interface FoundRedirect {
  location: string;
  status: number;
}

export interface RouteRules {
  /** Redirect for an exact path, before files are checked. */
  concrete(request: { path: string; search: string }): FoundRedirect | null;
  /** Redirect by pattern, if there is no file. */
  pattern(request: { path: string; search: string }): FoundRedirect | null;
}

interface Rule {
  from: string;
  query: [string, string][];
  to: string;
  status: number;
}

const latestSchema = z.object({ id: z.string().regex(/^[\w-]+$/) });
const manifestSchema = z.object({
  prerendered: z.array(z.string()).catch([]),
  routeRules: z.record(z.string(), z.unknown()).catch({}),
});
const redirectSchema = z.object({ redirect: z.object({ to: z.string(), status: z.number().catch(301) }) });

export const NO_RULES: RouteRules = { concrete: () => null, pattern: () => null };

/** Reads the published build's redirects from its manifest, again after each publish. */
export function createRuleReader({ root, base }: { root: string; base: string }): () => Promise<RouteRules> {
  const latest = join(root, "_assets", "builds", "latest.json");
  let known = { modified: Number.NaN, rules: NO_RULES };
  return async () => {
    const modified = await stat(latest).then(
      (found) => found.mtimeMs,
      () => -1,
    );
    if (modified !== known.modified) known = { modified, rules: await readRules(root, base) };
    return known.rules;
  };
}

/** A folder with no manifest, or a damaged one, has no redirects. */
async function readRules(root: string, base: string): Promise<RouteRules> {
  try {
    const builds = join(root, "_assets", "builds");
    const { id } = latestSchema.parse(JSON.parse(await readFile(join(builds, "latest.json"), "utf8")));
    const manifest = JSON.parse(await readFile(join(builds, "meta", `${id}.json`), "utf8"));
    return compileRules(manifestSchema.parse(manifest), base);
  } catch {
    return NO_RULES;
  }
}

export function compileRules(
  { prerendered, routeRules }: { prerendered: readonly string[]; routeRules: Readonly<Record<string, unknown>> },
  base: string,
): RouteRules {
  const live = new Set(prerendered);
  const concrete = new Map<string, Rule[]>();
  const patterns: Rule[] = [];
  for (const [key, value] of Object.entries(routeRules)) {
    const parsed = redirectSchema.safeParse(value);
    if (!parsed.success) continue;
    const rule = { ...parseKey(key), ...parsed.data.redirect };
    if (isPattern(rule.from)) patterns.push(rule);
    // A page takes precedence over a rule for its path, also in the output of older versions.
    else if (!live.has(rule.from)) appendTo(concrete, rule.from, rule);
  }
  const patternsOf = indexPatterns(patterns);
  const redirectTo = (rule: Rule, to: string, search: string) => ({
    location: locationOf(to, search, base),
    status: rule.status,
  });
  return {
    concrete({ path, search }) {
      const params = new URLSearchParams(search);
      const candidates = concrete.get(path) ?? concrete.get(`${path}/`) ?? [];
      const rule = candidates.find(({ query }) => holds(query, params));
      return rule ? redirectTo(rule, rule.to, search) : null;
    },
    pattern({ path, search }) {
      const params = new URLSearchParams(search);
      const match = patternsOf(path).find(({ rule }) => holds(rule.query, params));
      if (!match) return null;
      const encoded = Object.entries(match.values).map(([name, value]) => [name, encodePath(value)]);
      return redirectTo(match.rule, fillTarget(match.rule.to, Object.fromEntries(encoded)), search);
    },
  };
}

/** A key is a path with its condition as query (src/render/manifest.ts). */
function parseKey(key: string): { from: string; query: [string, string][] } {
  const cut = key.indexOf("?");
  return cut === -1
    ? { from: key, query: [] }
    : { from: key.slice(0, cut), query: [...new URLSearchParams(key.slice(cut))] };
}

function holds(query: readonly [string, string][], params: URLSearchParams): boolean {
  return query.every(([name, value]) => params.getAll(name).includes(value));
}

/** The request's query is kept after the target's own, as in the stubs. */
function locationOf(to: string, search: string, base: string): string {
  const [address = "", ...rest] = to.split("#");
  const placed = address.startsWith("/") ? withBase(encodeUrl(base), address) : address;
  const given = search.slice(1);
  const query = given === "" ? "" : `${placed.includes("?") ? "&" : "?"}${given}`;
  return [placed + query, ...rest].join("#");
}
