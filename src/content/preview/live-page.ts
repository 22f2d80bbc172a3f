/** Builds pages and shared state from edited stories with the build's own functions. */

import type { Problem } from "../../problems/problem.ts";
import type { Datasources, RawStory, StoryEntry } from "../../site/api/model.ts";
import type { ListingRoute, OptionData, Payload, Shared } from "../../site/api/payload.ts";
import type { ContentReader } from "../../site/api/reader.ts";
import type { SiteSettings } from "../../site/api/site-settings.ts";
import type { BlockCatalogue } from "../../site/blocks/catalogue.ts";
import { forLanguage } from "../../site/by-language.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { inSpaceOf } from "../../site/spaces.ts";
import { listingPath, listingSettings } from "../lists/listing.ts";
import { buildEntry } from "../map/site.ts";
import { summarizeStory } from "../map/story-summary.ts";
import { buildPayload } from "../page/page-payload.ts";
import { buildShared } from "../page/shared.ts";
import { createCardMaker, createReader, type ReaderSources } from "../page/site-reader.ts";
import { accompanyingStories } from "./accompanying-stories.ts";
import type { LiveSite } from "./live-site.ts";
import { NotInPreview } from "./not-in-preview.ts";

export interface LiveInput {
  /** The edited story, parsed by edited-story.ts. */
  story: RawStory;
  /** Other stories that the editor or the content service sent with it. */
  given?: unknown;
  live: LiveSite;
  definition: ResolvedSite;
  shared: Shared;
  catalogue: BlockCatalogue;
}

export interface LiveResult<T> {
  value: T;
  problems: Problem[];
}

/** A page's payload. `listing` is the shown listing route; null on other pages. */
export function livePayload(input: LiveInput & { listing: ListingRoute | null }): LiveResult<Payload> {
  const { story, live, shared, catalogue, definition } = input;
  const { pageTypes } = definition;
  const entry = entryOf(story, live, definition);
  live.put(entry);
  const problems: Problem[] = [];
  const reader = createReader(entry, sourcesOf(input, problems));
  /** Shown, since it may be published together with the page, but told. */
  const telling =
    <T>(code: string, read: (uuid: string) => T) =>
    (uuid: string): T => {
      const target = forLanguage(live.site.entries, live.lang).get(uuid);
      if (target && target.id !== entry.id && !live.published(target.id)) problems.push(missing(code, target.name));
      return read(uuid);
    };
  const listing = input.listing ?? (listingSettings(story.content, pageTypes) ? { page: 1, category: "" } : null);
  const path = input.listing ? listingPath(entry.path, input.listing) : entry.path;
  const value = buildPayload(
    { path, lang: live.lang, uuid: entry.uuid, listing },
    {
      definition,
      words: shared.words,
      story,
      settings: settingsOf(shared),
      catalogue,
      reader: {
        ...reader,
        // What was not sent with the edit may have no page, or not be there at all.
        componentOf: () => undefined,
        card: telling("CONTENT_UNRESOLVED_RELATION", reader.card),
        story: telling("CONTENT_BROKEN_LINK", reader.story),
      },
    },
  );
  return { value, problems };
}

function missing(code: string, name: string): Problem {
  const message = `“${name}” has no published page; until it has one, visitors see nothing of it here.`;
  return { severity: "warning", code, message, story: "", path: "", hint: "" };
}

/** The shared state with an edited global story. */
export function liveShared(input: LiveInput): LiveResult<Shared> {
  const { story, live, shared, catalogue } = input;
  const problems: Problem[] = [];
  const value = buildShared({
    lang: live.lang,
    global: story,
    settings: settingsOf(shared),
    catalogue,
    sources: sourcesOf({ ...input, definition: withPublishedData(input) }, problems),
    words: shared.words,
  });
  return { value, problems };
}

/** The layout keeps the published data where the preview cannot compute it. */
function withPublishedData({ definition, shared }: LiveInput): ResolvedSite {
  const { data } = definition.layout;
  if (!data) return definition;
  const guarded = (reader: ContentReader) => {
    try {
      return data(reader);
    } catch (error) {
      if (error instanceof NotInPreview && shared.data !== undefined) return shared.data;
      throw error;
    }
  };
  return { ...definition, layout: { ...definition.layout, data: guarded } };
}

/** A published story keeps its published path; everything else comes from the edited story. */
function entryOf(story: RawStory, live: LiveSite, definition: ResolvedSite): StoryEntry {
  const known = live.published(story.id);
  const edited = buildEntry(summarizeStory(story, definition), live.lang, definition);
  if (!known) return edited;
  const { uuid, slug, path, translations, firstPublishedAt, publishedAt, position } = known;
  return {
    ...edited,
    name: nameOf(story, edited, { known, definition }),
    uuid,
    slug,
    path,
    translations,
    firstPublishedAt,
    publishedAt,
    position,
  };
}

/** The translated name is among the translated slugs, which an event may omit. */
function nameOf(
  { translated_slugs: slugs }: RawStory,
  edited: StoryEntry,
  { known, definition }: { known: StoryEntry; definition: ResolvedSite },
): string {
  return edited.lang === inSpaceOf(definition, edited.lang).languages[0].code || slugs.length > 0
    ? edited.name || known.name
    : known.name;
}

function sourcesOf({ story, given, live, shared, definition }: LiveInput, problems: Problem[]): ReaderSources {
  const { entries, whole } = accompanyingStories([story.content, given], live.lang, definition);
  live.addUnlisted(entries.values());
  const card = {
    definition,
    datasources: { [live.lang]: datasourcesOf(shared, definition) },
    dates: { [live.lang]: shared.dates },
    assets: live.assets,
    address: settingsOf(shared),
  };
  return {
    ...card,
    site: live.site,
    cardOf: createCardMaker(card),
    storyOf(_, uuid) {
      const found = whole.get(uuid);
      if (!found) throw new NotInPreview(`The preview has not been sent the story ${uuid}.`);
      return found;
    },
    values: live.values,
    onProblem: (problem) => problems.push(problem),
  };
}

/** The shared state holds every option with its label, which is all a reader needs of a datasource. */
function datasourcesOf({ labels, options }: Shared, definition: ResolvedSite): Datasources {
  const entries = (values: readonly OptionData[]) =>
    values.map(({ value, label }) => ({ name: label, value, dimension_value: null }));
  const lists = Object.entries(options).map(([name, values]) => [name, entries(values)] as const);
  return { ...Object.fromEntries(lists), ...(definition.labels !== "" && { [definition.labels]: labels }) };
}

function settingsOf({ site }: Shared): SiteSettings {
  return { ...site, environment: "production" };
}
