/** Pages that come and go with a few changed stories, found by key in the last build's store. */
import type { Lang, StoryEntry } from "../../content/model.ts";
import { reservedPathError } from "../../content/rules/reserved-paths.ts";
import { buildEntry, isInFolder, isInResponse } from "../../content/site.ts";
import type { StorySummary } from "../../content/story-summary.ts";
import { languageOf } from "../../site/languages.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import {
  arriving,
  leaving,
  type MovedEntries,
  type MovedPages,
  type TranslationsInput,
  withTranslations,
} from "./changed-translations.ts";
import { FullBuildNeeded } from "./full-build-needed.ts";
import { entryKey } from "./stored-site.ts";
import type { StoryVersion } from "./story-versions.ts";

/** Stories that get a page in a language, those that lose it, and those whose page is at another path. */
export interface ChangedPaths extends Pick<MovedPages, "came" | "gone" | "renamed"> {
  moved: MovedEntries;
}

export interface PathsInput extends TranslationsInput {
  before: StoryVersion;
}

/** Where the pages of these stories are now. Throws FullBuildNeeded if that takes more than a look at a few rows. */
export function changedPaths(uuids: Iterable<string>, input: PathsInput): ChangedPaths {
  const { definition, past } = input;
  const changed: MovedPages = { came: [], gone: [], stayed: [], renamed: [] };
  for (const uuid of uuids) {
    requireSameListing(uuid, input);
    for (const { code } of definition.languages) {
      const before = past.entry(code, uuid);
      const last = pageSummary(code, uuid, { ...input.before, definition });
      const summary = pageSummary(code, uuid, { ...input.now, definition });
      const now = summary && buildEntry(summary, code, definition);
      if (last && !before) throw new FullBuildNeeded(); // no page was possible, as a problem says
      const listing = (summary ?? last)?.listing;
      if (listing && before?.path !== now?.path) throw new FullBuildNeeded();
      if (before && now) addStaying(changed, before, now);
      else if (now) changed.came.push(now);
      else if (before) changed.gone.push(before);
    }
  }
  requirePossible(changed, input);
  const moved = withTranslations(changed, input);
  const came = changed.came.map((entry) => moved.get(entryKey(entry.lang, entry.uuid)) ?? entry);
  return { came, gone: changed.gone, renamed: changed.renamed, moved };
}

function pageSummary(...of: Parameters<typeof summaryFor>): StorySummary | undefined {
  const found = summaryFor(...of);
  const [, , { definition }] = of;
  return found && Object.hasOwn(definition.pageTypes, found.component) ? found : undefined;
}

/** The summary that a story's page in a language is made from, if it is one; undefined if it is not there. */
export function summaryFor(
  lang: Lang,
  uuid: string,
  { summary, alternates, definition }: Pick<StoryVersion, "summary" | "alternates"> & { definition: ResolvedSite },
): StorySummary | undefined {
  const [{ code: first }] = definition.languages;
  const story = summary(first, uuid);
  if (story && isInFolder(story, lang, definition)) return story;
  const own = summary(lang, uuid);
  if (!own || !isInResponse(own, lang, definition)) return undefined;
  // Its alternate in the language's folder is there instead.
  return lang === first || !alternates(uuid)[lang] ? own : undefined;
}

/** Which pages a listing has follows from other stories. */
function requireSameListing(uuid: string, { definition, before, now }: PathsInput): void {
  for (const { code } of definition.languages) {
    const [last, next] = [before.summary(code, uuid), now.summary(code, uuid)];
    if (last && next && JSON.stringify(last.listing) !== JSON.stringify(next.listing)) throw new FullBuildNeeded();
  }
}

function addStaying({ stayed, renamed }: MovedPages, before: StoryEntry, now: StoryEntry): void {
  if (before.id !== now.id || before.component !== now.component) throw new FullBuildNeeded();
  stayed.push(now);
  if (before.path !== now.path) renamed.push({ before, now });
}

/** A story may take the path that another leaves. */
function requirePossible(changed: MovedPages, input: PathsInput): void {
  const [added, left] = [arriving(changed), leaving(changed)];
  const both = [...added, ...left];
  if (both.length === 0) return;
  const { definition, past } = input;
  if (new Set(added.map(({ path }) => path)).size < added.length) throw new FullBuildNeeded();
  for (const entry of both) requirePlain(entry, input);
  const free = new Set(left.map(({ path }) => path));
  for (const { path } of added)
    if ((past.page(path) && !free.has(path)) || reservedPathError(path, definition) !== "") throw new FullBuildNeeded();
}

/** Pages of listings that another language's listing has too are at such paths. */
const LISTING_PATH = /\/(?:categories|page)\/[^/]+\/$/;

/** Everything about a home page is left to a full build. */
function requirePlain({ lang, path }: StoryEntry, { definition }: PathsInput): void {
  const isHome = path === languageOf(definition.languages, lang).home;
  if (isHome || LISTING_PATH.test(path)) throw new FullBuildNeeded();
}
