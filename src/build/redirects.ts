import { readFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import type { Config } from "../config/config.ts";
import { buildRedirects, type RedirectOutput } from "../content/redirects/build.ts";
import { inlineRule, parseRedirectFile } from "../content/redirects/parse.ts";
import { updateRenames } from "../content/redirects/renames.ts";
import type { RawRule, Rename } from "../content/redirects/rule.ts";
import { pathOfSlug } from "../content/rules/paths.ts";
import type { Site } from "../content/site.ts";
import type { PullResult } from "../fetch/pull-space.ts";
import { readRenameRecord, writeRenameRecord } from "../publish/rename-record.ts";

/**
 * Keeps the rename record up to date. This comes right after the pull, also when the build fails later on: the
 * snapshot has moved by then, and nothing would tell of the rename a second time.
 */
export async function recordRenames(pulled: PullResult, site: Site, stateDir: string): Promise<Rename[]> {
  const { rows } = await readRenameRecord(stateDir);
  const moved = pulled.renames.map(({ lang, from, to }) => ({ from: sitePath(from, lang), to: sitePath(to, lang) }));
  const updated = updateRenames(rows, moved, site.paths);
  if (JSON.stringify(updated) !== JSON.stringify(rows)) await writeRenameRecord(stateDir, updated);
  return updated;
}

function sitePath(slug: string, lang: "en" | "de"): string {
  return pathOfSlug(lang === "de" ? slug.replace(/^de(\/|$)/, "") : slug, lang);
}

/** All redirects: the owner's files and inline rules, and the rename record. */
export async function gatherRedirects(config: Config, site: Site, renames: readonly Rename[]): Promise<RedirectOutput> {
  return buildRedirects({
    rules: await readRules(config),
    renames,
    livePaths: site.paths,
    origin: config.site.origin ?? "",
    base: config.site.base,
  });
}

async function readRules(config: Config): Promise<RawRule[]> {
  const lists = await Promise.all(
    config.redirects.map((entry, index) =>
      typeof entry === "string" ? readFiles(entry, config.root) : [inlineRule(entry, `redirects[${index}]`)],
    ),
  );
  return lists.flat().map((rule) => withPlatformName(rule, config.site.platformName));
}

/** `{platform-name}` in a rule is the configured name as slugs have it. */
function withPlatformName(rule: RawRule, platformName: string): RawRule {
  const fill = (text: string) => text.replaceAll("{platform-name}", platformName.toLowerCase());
  return { ...rule, from: fill(rule.from), to: fill(rule.to) };
}

async function readFiles(glob: string, root: string): Promise<RawRule[]> {
  const { default: fg } = await import("fast-glob"); // only where the configuration names files
  const files = (await fg(glob, { cwd: root, absolute: true })).sort();
  const texts = files.map(async (path) =>
    parseRedirectFile({ file: relative(root, resolve(path)), text: await readFile(path, "utf8") }),
  );
  return (await Promise.all(texts)).flat();
}
