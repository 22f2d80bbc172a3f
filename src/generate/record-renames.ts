/** The rename record of a state folder, updated after a pull. */
import { folderLanguage, withoutFolder } from "../content/rules/languages.ts";
import { isHomeSlug, pathOfSlug } from "../content/rules/paths.ts";
import { reservedPathError } from "../content/rules/reserved-paths.ts";
import type { Site } from "../content/site.ts";
import type { PullResult } from "../fetch/pull-space.ts";
import { readRenameRecord, writeRenameRecord } from "../publish/rename-record.ts";
import { updateRenames } from "../redirects/pattern-index.ts";
import type { Rename } from "../redirects/rule.ts";
import { languageOf } from "../site/languages.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { inSpaceOf } from "../site/spaces.ts";

interface PulledRenames {
  pulled: Pick<PullResult, "renames">;
  definition: ResolvedSite;
  stateDir: string;
}

/** Records a pull's renames, and removes rows whose path has a page again. Returns the rows. */
export async function recordRenames(options: PulledRenames & { site: { paths: LivePaths } }): Promise<Rename[]> {
  await noteRenames(options);
  return currentRenames(options);
}

/**
 * Records a pull's renames, once and right after it: the snapshot has moved on, and the next pull would not report them
 * again. Returns the rows as they were.
 */
export async function noteRenames({ pulled, definition, stateDir }: PulledRenames): Promise<Rename[]> {
  const { rows } = await readRenameRecord(stateDir);
  const moved = pulled.renames.map(({ lang, from, to, defaultSlug }) => ({
    from: sitePath(from, lang, definition),
    // The home story's page is the language's home, whatever its translated slug is.
    to: sitePath(isHomeSlug(defaultSlug, definition.home) ? definition.home : to, lang, definition),
  }));
  const never = new Set(moved.map(({ from }) => from).filter((from) => reservedPathError(from, definition) !== ""));
  // A path that cannot be a page needs no redirect.
  const noted = updateRenames(rows, moved, NO_PATHS).filter(({ from }) => !never.has(from));
  await replaceRows(stateDir, rows, noted);
  return rows;
}

type LivePaths = Pick<Site["paths"], "has">;
const NO_PATHS: LivePaths = new Set<string>();

/** The recorded rows without those whose path has a page again, which are removed from the record too. */
export async function currentRenames({
  site,
  stateDir,
}: {
  site: { paths: LivePaths };
  stateDir: string;
}): Promise<Rename[]> {
  const { rows } = await readRenameRecord(stateDir);
  const current = updateRenames(rows, [], site.paths);
  await replaceRows(stateDir, rows, current);
  return current;
}

async function replaceRows(stateDir: string, before: readonly Rename[], rows: readonly Rename[]): Promise<void> {
  if (JSON.stringify(rows) !== JSON.stringify(before)) await writeRenameRecord(stateDir, rows);
}

/** The site path of a slug. In the default language's response, a story in a language's folder has its full slug. */
function sitePath(slug: string, lang: string, definition: ResolvedSite): string {
  const rules = inSpaceOf(definition, lang);
  const { languages, home } = rules;
  const folder = lang === languages[0].code ? folderLanguage(slug, rules) : undefined;
  return folder
    ? pathOfSlug(withoutFolder(slug, folder), folder, home)
    : pathOfSlug(slug, languageOf(languages, lang), home);
}
