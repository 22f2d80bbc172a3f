/** Pages and shared state from edited stories, by the very steps of a build. */

import type { Problem } from "../../problem.ts";
import type { BlockCatalogue } from "../catalogue.ts";
import { digestStory } from "../digest.ts";
import { listingPath, listingSettings } from "../listing.ts";
import type { Datasources, RawStory, StoryEntry } from "../model.ts";
import { buildPayload } from "../page-payload.ts";
import type { ListingRoute, OptionData, Payload, Shared } from "../payload.ts";
import { buildShared } from "../shared.ts";
import { buildEntry } from "../site.ts";
import { createCardMaker, createReader, type ReaderSources } from "../site-reader.ts";
import type { SiteSettings } from "../site-settings.ts";
import { givenStories } from "./given-stories.ts";
import type { LiveSite } from "./live-site.ts";

export interface LiveInput {
  /** The edited story, read by its door. */
  story: RawStory;
  /** What came with it: other stories that the editor or the content service resolved. */
  given?: unknown;
  live: LiveSite;
  shared: Shared;
  catalogue: BlockCatalogue;
}

export interface LiveResult<T> {
  value: T;
  problems: Problem[];
}

/** A page's payload. `listing` is the listing route that is shown, null on other pages. */
export function livePayload(input: LiveInput & { listing: ListingRoute | null }): LiveResult<Payload> {
  const { story, live, shared, catalogue } = input;
  const entry = entryOf(story, live);
  live.put(entry);
  live.know(givenStories([story.content, input.given], live.lang));
  const problems: Problem[] = [];
  const listing = input.listing ?? (listingSettings(story.content) ? { page: 1, category: "" } : null);
  const path = input.listing ? listingPath(entry.path, input.listing) : entry.path;
  const value = buildPayload(
    { path, lang: live.lang, uuid: entry.uuid, listing },
    { story, settings: settingsOf(shared), catalogue, reader: createReader(entry, sourcesOf(input, problems)) },
  );
  return { value, problems };
}

/** The shared state with an edited global story. */
export function liveShared(input: LiveInput): LiveResult<Shared> {
  const { story, live, shared, catalogue } = input;
  live.know(givenStories([story.content, input.given], live.lang));
  const problems: Problem[] = [];
  const value = buildShared({
    lang: live.lang,
    global: story,
    settings: settingsOf(shared),
    catalogue,
    sources: sourcesOf(input, problems),
    words: shared.words,
  });
  return { value, problems };
}

/** Where a published story lives is the site's to say; all else is the edited story's. */
function entryOf(story: RawStory, live: LiveSite): StoryEntry {
  const known = live.published(story.id);
  const edited = buildEntry(digestStory(story), live.lang);
  if (!known) return edited;
  const { uuid, slug, path, otherPath, firstPublishedAt, publishedAt, position } = known;
  return {
    ...edited,
    name: nameOf(story, edited, known),
    uuid,
    slug,
    path,
    otherPath,
    firstPublishedAt,
    publishedAt,
    position,
  };
}

/** A German name comes among the translated slugs, which an event may leave out. */
function nameOf({ translated_slugs: slugs }: RawStory, edited: StoryEntry, known: StoryEntry): string {
  return edited.lang === "en" || slugs.length > 0 ? edited.name || known.name : known.name;
}

function sourcesOf({ live, shared }: LiveInput, problems: Problem[]): ReaderSources {
  const datasources = datasourcesOf(shared);
  const card = { datasources: { en: datasources, de: datasources }, assets: live.assets, base: shared.site.base };
  return { ...card, site: live.site, cardOf: createCardMaker(card), onProblem: (problem) => problems.push(problem) };
}

/** The shared state holds every option with its words, which is all that a reader asks of a datasource. */
function datasourcesOf(shared: Shared): Datasources {
  const entries = (options: readonly OptionData[]) =>
    options.map(({ value, label }) => ({ name: label, value, dimension_value: null }));
  return {
    labels: shared.labels,
    "insight-categories": entries(shared.insightCategories),
    "all-industries": entries(shared.allIndustries),
    "all-solutions": entries(shared.allSolutions),
  };
}

function settingsOf({ site }: Shared): SiteSettings {
  const { previewEditorOrigins, ...settings } = site;
  return { ...settings, editorOrigins: previewEditorOrigins };
}
