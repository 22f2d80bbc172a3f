import { readFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import type { Config } from "../config/config.ts";
import { folderLanguage, withoutFolder } from "../content/rules/languages.ts";
import { pathOfSlug } from "../content/rules/paths.ts";
import { reservedPathError } from "../content/rules/reserved-paths.ts";
import type { Site } from "../content/site.ts";
import { sitegenError } from "../errors.ts";
import type { PullResult } from "../fetch/pull-space.ts";
import { readRenameRecord, writeRenameRecord } from "../publish/rename-record.ts";
import { buildRedirects, type RedirectOutput } from "../redirects/build.ts";
import { inlineRule, parseRedirectFile } from "../redirects/parse.ts";
import { updateRenames } from "../redirects/renames.ts";
import type { RawRule, Rename } from "../redirects/rule.ts";
import { languageOf } from "../site/languages.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";

/**
 * Updates the rename record. Runs right after the pull, even if the build fails later: the snapshot has moved on, and
 * the next pull would not report the rename again.
 */
export async function recordRenames(options: {
  pulled: Pick<PullResult, "renames">;
  site: Pick<Site, "paths">;
  definition: ResolvedSite;
  stateDir: string;
}): Promise<Rename[]> {
  const { pulled, site, definition, stateDir } = options;
  const { rows } = await readRenameRecord(stateDir);
  const moved = pulled.renames.map(({ lang, from, to }) => ({
    from: sitePath(from, lang, definition),
    to: sitePath(to, lang, definition),
  }));
  const never = new Set(moved.map(({ from }) => from).filter((from) => reservedPathError(from, definition) !== ""));
  // A path that cannot be a page needs no redirect.
  const updated = updateRenames(rows, moved, site.paths).filter(({ from }) => !never.has(from));
  if (JSON.stringify(updated) !== JSON.stringify(rows)) await writeRenameRecord(stateDir, updated);
  return updated;
}

/** The path as in the default language's response, where a story in a language's folder keeps its full slug. */
function sitePath(slug: string, lang: string, definition: ResolvedSite): string {
  const { languages, home } = definition;
  const folder = lang === languages[0].code ? folderLanguage(slug, definition) : undefined;
  return folder
    ? pathOfSlug(withoutFolder(slug, folder), folder, home)
    : pathOfSlug(slug, languageOf(languages, lang), home);
}

/** All redirects: from the configured files, inline rules, and the rename record. */
export async function gatherRedirects(
  config: Config,
  { site, renames, definition }: { site: Pick<Site, "paths">; renames: readonly Rename[]; definition: ResolvedSite },
): Promise<RedirectOutput> {
  return buildRedirects({
    rules: await readRules(config),
    renames,
    livePaths: site.paths,
    origin: config.site.origin ?? definition.languages[0].origin,
    base: config.site.base,
    places: definition,
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

const PLATFORM = /\{platform(?:-name)?\}/g;

/** Replaces `{platform-name}` or `{platform}` in a rule with the configured name as a slug. */
function withPlatformName(rule: RawRule, platformName: string | undefined): RawRule {
  const fill = (text: string) =>
    text.replace(PLATFORM, (placeholder) => {
      if (platformName !== undefined) return platformName.toLowerCase();
      throw sitegenError("REDIRECTS_INVALID", {
        message: `The rule for ${rule.from} uses ${placeholder}, but the configuration has no "site.platformName".`,
        where: rule.where,
        hint: 'Set "site.platformName", or write the path without the placeholder.',
      });
    });
  return { ...rule, from: fill(rule.from), to: fill(rule.to) };
}

async function readFiles(glob: string, root: string): Promise<RawRule[]> {
  const { default: fg } = await import("fast-glob"); // only if the configuration names files
  const files = (await fg(glob, { cwd: root, absolute: true })).sort();
  const texts = files.map(async (path) =>
    parseRedirectFile({ file: relative(root, resolve(path)), text: await readFile(path, "utf8") }),
  );
  return (await Promise.all(texts)).flat();
}
