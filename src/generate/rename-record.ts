/**
 * The rename record of a state folder: old paths of moved stories, in a file of its own. It does not depend on the
 * snapshot, --full keeps it, and it may be edited, or its rows moved into a redirect file. Updated after a pull.
 */
import { join } from "node:path";
import type { Site } from "../content/map/site.ts";
import { folderLanguage, withoutFolder } from "../content/rules/languages.ts";
import { isHomeSlug, pathOfSlug } from "../content/rules/paths.ts";
import { reservedPathError } from "../content/rules/reserved-paths.ts";
import type { PullResult } from "../fetch/pull-space.ts";
import { readOrNull } from "../files/read-or-null.ts";
import { writeFileAtomic } from "../files/write-file-atomic.ts";
import type { Rename } from "../redirects/rule.ts";
import { languageOf } from "../site/languages.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { inSpaceOf } from "../site/spaces.ts";
import { compareText } from "../util/compare-text.ts";

export function renameRecordFile(stateDir: string): string {
  return join(stateDir, "renames.json");
}

/** Invalid rows are skipped; a missing file has no rows. */
export async function readRenameRecord(stateDir: string): Promise<Rename[]> {
  return parse(readOrNull(renameRecordFile(stateDir))).rows;
}

function parse(text: Buffer | null): { rows: Rename[]; isDamaged: boolean } {
  if (text === null) return { rows: [], isDamaged: false };
  try {
    const raw: unknown[] = JSON.parse(text.toString());
    const rows = raw.filter(isRow).map(({ from, to }) => ({ from, to }));
    return { rows, isDamaged: rows.length < raw.length };
  } catch {
    return { rows: [], isDamaged: true }; // it is no JSON, or no list
  }
}

function isRow(value: unknown): value is Rename {
  if (typeof value !== "object" || value === null) return false;
  const { from, to } = value as Record<string, unknown>;
  return typeof from === "string" && typeof to === "string";
}

/** One row per line. An unchanged record is not written again; a damaged one is kept beside the new one. */
export async function writeRenameRecord(stateDir: string, rows: readonly Rename[]): Promise<void> {
  const file = renameRecordFile(stateDir);
  const lines = rows.map(({ from, to }) => `  ${JSON.stringify({ from, to })}`);
  const text = lines.length === 0 ? "[]\n" : `[\n${lines.join(",\n")}\n]\n`;
  const before = readOrNull(file);
  if (before?.toString() === text || (before === null && rows.length === 0)) return;
  // Builds into two folders may share a state folder, which has no lock.
  const suffix = String(process.pid);
  if (before !== null && parse(before).isDamaged) await writeFileAtomic(`${file}.damaged`, before, suffix);
  await writeFileAtomic(file, text, suffix);
}

/** Records a pull's renames, once and right after it: the snapshot has moved on, and the next pull would not report them again. */
export async function noteRenames(pulled: {
  renames: PullResult["renames"];
  definition: ResolvedSite;
  stateDir: string;
}): Promise<void> {
  const { renames, definition, stateDir } = pulled;
  const rows = await readRenameRecord(stateDir);
  const moved = renames.map(({ lang, from, to, defaultSlug }) => ({
    from: sitePath(from, lang, definition),
    // The home story's page is the language's home, whatever its translated slug is.
    to: sitePath(isHomeSlug(defaultSlug, definition.home) ? definition.home : to, lang, definition),
  }));
  const never = new Set(moved.map(({ from }) => from).filter((from) => reservedPathError(from, definition) !== ""));
  // A path that cannot be a page needs no redirect.
  const noted = updateRenames(rows, moved, NO_PATHS).filter(({ from }) => !never.has(from));
  await replaceRows(stateDir, rows, noted);
}

type LivePaths = Pick<Site["paths"], "has">;
const NO_PATHS: ReadonlySet<string> = new Set();

/**
 * Paths that a pull's renames leave although no page was there, such as that of a story without a translation in a
 * language without fallback. `site` is the site before the pull; an empty one says nothing.
 */
export function pathsWithoutPage(
  { renames }: Pick<PullResult, "renames">,
  { definition, site }: { definition: ResolvedSite; site: { paths: Pick<Site["paths"], "has" | "size"> } },
): Set<string> {
  const left = site.paths.size === 0 ? [] : renames.map(({ lang, from }) => sitePath(from, lang, definition));
  return new Set(left.filter((path) => !site.paths.has(path)));
}

/** The recorded rows without those whose path has a page again or never had one, which are removed from the record too. */
export async function currentRenames(options: {
  definition: ResolvedSite;
  site: { paths: LivePaths };
  never?: ReadonlySet<string>;
  stateDir: string;
}): Promise<Rename[]> {
  const { definition, site, never = NO_PATHS, stateDir } = options;
  const rows = await readRenameRecord(stateDir);
  const placed = rows.map(({ from, to }) => ({ from: onDomain(from, definition), to: onDomain(to, definition) }));
  const current = updateRenames(placed, [], { has: (path) => site.paths.has(path) || never.has(path) });
  await replaceRows(stateDir, rows, current);
  return current;
}

/** A path from before the languages had domains of their own is on the first one. */
function onDomain(path: string, { languages }: ResolvedSite): string {
  const main = languages[0].folder;
  return languages.some(({ folder }) => folder === "" || path.startsWith(`/${folder}/`)) ? path : `/${main}${path}`;
}

/** The rows that are redirected: where a slug can have no page, its story's row stays for the next slug. */
export function redirectedRenames(rows: readonly Rename[], definition: ResolvedSite): Rename[] {
  return rows.filter(({ to }) => reservedPathError(to, definition) === "");
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

/**
 * Updates the rename record after a pull: old paths of moved stories with their current paths. A row stays until it
 * is removed by hand or a page exists at its path again. a→b followed by b→c gives a→c and b→c; a story that moved back
 * has no row. Sorted, so that the file is always the same.
 */
export function updateRenames(
  record: readonly Rename[],
  renames: readonly Rename[],
  livePaths: Pick<ReadonlySet<string>, "has">,
): Rename[] {
  const moved = new Map(renames.map(({ from, to }) => [from, to]));
  const rows = new Map<string, string>();
  for (const { from, to } of record) rows.set(from, moved.get(to) ?? to);
  for (const [from, to] of moved) rows.set(from, to);
  return [...rows]
    .filter(([from, to]) => from !== to && !livePaths.has(from))
    .map(([from, to]) => ({ from, to }))
    .sort((a, b) => compareText(a.from, b.from));
}
