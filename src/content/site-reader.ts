import type { Problem } from "../problem.ts";
import { type AssetLookup, fileData, imageData } from "./asset.ts";
import { allOptions, buildCard, optionOf } from "./card.ts";
import { listingPath } from "./listing.ts";
import type { Datasources, Lang, StoryEntry } from "./model.ts";
import type { ContentReader, LatestQuery } from "./reader.ts";
import { stringOf } from "./resolve/context.ts";
import { dateText } from "./rules/dates.ts";
import { withBase } from "./rules/paths.ts";
import type { Site } from "./site.ts";

export interface ReaderSources {
  site: Pick<Site, "entries" | "byType">;
  datasources: Record<Lang, Datasources>;
  assets: AssetLookup;
  base: string;
  onProblem: (problem: Problem) => void;
}

/** The reader over a built site, for one story's pages in one language. */
export function createReader(entry: StoryEntry, sources: ReaderSources): ContentReader {
  const { lang } = entry;
  const { site, assets, base } = sources;
  const datasources = sources.datasources[lang];
  const cardSources = { datasources, assets, base };
  return {
    lang,
    base,
    self: () => entry,
    story: (uuid) => site.entries[lang].get(uuid),
    storyElsewhere: (uuid) => site.entries[lang === "en" ? "de" : "en"].get(uuid),
    card: (uuid) => {
      const found = site.entries[lang].get(uuid);
      return found ? buildCard(found, cardSources) : null;
    },
    latest: (query) => latestEntries(site, lang, query).map((found) => buildCard(found, cardSources)),
    posts: () =>
      (site.byType[lang].get("Insights") ?? []).map(({ uuid, slug, fields }) => ({
        uuid,
        slug,
        category: stringOf(fields.category),
      })),
    listingHref: (route) => withBase(base, listingPath(entry.path, route)),
    image: (raw) => imageData(raw, assets),
    file: (raw) => fileData(raw, assets),
    option: (source, value) => optionOf(datasources, source, value),
    options: (source) => allOptions(datasources, source),
    dateText: (date) => dateText(date, lang),
    problem: (problem) => sources.onProblem({ ...problem, story: storyName(entry) }),
  };
}

/** Stories are named in reports by their site path without the slashes around it: `de/team`. */
export function storyName(entry: StoryEntry): string {
  return entry.path.replace(/^\/|\/$/g, "") || "home";
}

/** The stories that a list of latest ones shows. */
export function latestEntries({ byType }: Pick<Site, "byType">, lang: Lang, query: LatestQuery): StoryEntry[] {
  const found: StoryEntry[] = [];
  const limit = query.limit ?? Number.POSITIVE_INFINITY;
  for (const entry of byType[lang].get(query.type) ?? []) {
    if (found.length >= limit) break;
    if (query.category && entry.fields.category !== query.category) continue;
    if (query.startsWith && !entry.slug.startsWith(query.startsWith)) continue;
    if (query.except?.includes(entry.uuid)) continue;
    found.push(entry);
  }
  return found;
}
