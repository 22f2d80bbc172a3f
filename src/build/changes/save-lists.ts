/** The list queries of a whole site as rows of the store: of pages, header and footer, feeds and listings. */

import type { ListingSettings } from "../../content/listing.ts";
import { listingRoutes } from "../../content/listing-routes.ts";
import type { Lang } from "../../content/model.ts";
import { responseLanguage } from "../../content/rules/languages.ts";
import type { StoryLists } from "../../content/story-lists.ts";
import { DEPENDENCY_KINDS, type Dependency } from "../../incremental/dependency-kinds.ts";
import type { RecordedPages } from "../../incremental/page-records.ts";
import type { Row } from "../../incremental/store/rows.ts";
import type { SummarizedSpace } from "../../incremental/story-summary-cache.ts";
import { forLanguage } from "../../site/by-language.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { feedsOfLanguage } from "../language-feeds.ts";
import type { RenderContext } from "../render-context.ts";
import { listingRows, listRowsOf } from "./list-rows.ts";

interface SavedLists {
  context: RenderContext;
  summarized: Pick<SummarizedSpace, "summaries">;
  noted: Pick<RecordedPages, "dependencies">;
}

export function* savedListRows({ noted, context, summarized }: SavedLists): Iterable<Row> {
  const { definition, settings, site } = context;
  const listings = listingsOf({ context, summarized });
  const asked: (readonly [Lang, string])[] = [...noted.dependencies, ...context.sharedDependencies];
  for (const language of definition.languages)
    for (const { type } of feedsOfLanguage(language, definition, settings))
      asked.push([language.code, `total:${DEPENDENCY_KINDS.total.methods.total({ type })}`]);
  for (const [{ lang }, listing] of listings)
    for (const one of routeQueries(forLanguage(site.lists, lang), listing, definition)) asked.push([lang, one]);
  yield* listRowsOf(asked, { listsIn: (lang) => forLanguage(site.lists, lang), rules: definition });
  yield* listingRows(listings, definition);
}

/** The pages with a listing, each with its settings. */
function listingsOf({ context, summarized }: Pick<SavedLists, "context" | "summarized">) {
  const settings = new Map(
    Object.entries(summarized.summaries).flatMap(([answer, summaries]) =>
      summaries.flatMap(({ uuid, listing }) => (listing ? [[`${answer} ${uuid}`, listing] as const] : [])),
    ),
  );
  const entries = Object.values(context.site.entries).flatMap((stories) => [...stories.values()]);
  return entries.flatMap((entry) => {
    const listing = settings.get(`${responseLanguage(entry, context.definition)} ${entry.uuid}`);
    return listing ? [[entry, listing] as const] : [];
  });
}

/** What the pages of a listing follow from. */
function routeQueries(lists: StoryLists, settings: ListingSettings, { pageTypes }: ResolvedSite): Dependency[] {
  const { counts, total } = DEPENDENCY_KINDS;
  const asked: Dependency[] = [];
  const recording: Pick<StoryLists, "counts" | "total"> = {
    counts(query, field) {
      asked.push(`counts:${counts.methods.counts(query, field)}`);
      return lists.counts(query, field);
    },
    total(query) {
      asked.push(`total:${total.methods.total(query)}`);
      return lists.total(query);
    },
  };
  listingRoutes(recording, settings, pageTypes);
  return asked;
}
