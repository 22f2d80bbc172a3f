import type { Problem } from "../problem.ts";
import { type AssetLookup, fileData, imageData } from "./asset.ts";
import { allOptions, buildCard, optionOf } from "./card.ts";
import { listingPath } from "./listing.ts";
import type { Datasources, Lang, StoryEntry } from "./model.ts";
import type { CardData } from "./payload.ts";
import type { PageReader } from "./reader.ts";
import { dateText } from "./rules/dates.ts";
import { withBase } from "./rules/paths.ts";
import type { Site } from "./site.ts";
import type { CountWork } from "./work.ts";

export interface ReaderSources {
  site: Pick<Site, "entries" | "byPath" | "paths" | "lists">;
  datasources: Record<Lang, Datasources>;
  assets: AssetLookup;
  base: string;
  /** What other pages show of a story. */
  cardOf: (entry: StoryEntry) => CardData;
  onProblem: (problem: Problem) => void;
}

/** Makes each story's card once, however many pages show it. */
export function createCardMaker(
  sources: Pick<ReaderSources, "datasources" | "assets" | "base">,
  count: CountWork = () => undefined,
): ReaderSources["cardOf"] {
  const made = new Map<StoryEntry, CardData>();
  return (entry) => {
    const known = made.get(entry);
    if (known) return known;
    count("cards");
    const card = buildCard(entry, { ...sources, datasources: sources.datasources[entry.lang] });
    made.set(entry, card);
    return card;
  };
}

/** The reader over a built site, for one story's pages in one language. */
export function createReader(entry: StoryEntry, sources: ReaderSources): PageReader {
  const { lang } = entry;
  const { site, assets, base, cardOf } = sources;
  const datasources = sources.datasources[lang];
  const lists = site.lists[lang];
  return {
    lang,
    base,
    self: () => entry,
    story: (uuid) => site.entries[lang].get(uuid),
    storyElsewhere: (uuid) => site.entries[lang === "en" ? "de" : "en"].get(uuid),
    card: (uuid) => {
      const found = site.entries[lang].get(uuid);
      return found ? cardOf(found) : null;
    },
    latest: (query) => lists.latest(query).map(cardOf),
    total: (query) => lists.total(query),
    counts: (query, field) => lists.counts(query, field),
    combinations: (query, fields) => lists.combinations(query, fields),
    listingHref: (route) => withBase(base, listingPath(entry.path, route)),
    image: (raw) => imageData(raw, assets),
    file: (raw) => fileData(raw, assets),
    option: (source, value) => optionOf(datasources, source, value),
    options: (source) => allOptions(datasources, source),
    dateText: (date) => dateText(date, lang),
    problem: (problem) => sources.onProblem({ ...problem, story: storyName(entry) }),
    nameAt: (path) => site.byPath.get(path)?.name,
    isLive: (path) => site.paths.has(path),
    homeImage: () => site.byPath.get(lang === "de" ? "/de/" : "/")?.fields.og_image,
  };
}

/** Stories are named in reports by their site path without the slashes around it: `de/team`. */
export function storyName(entry: StoryEntry): string {
  return entry.path.replace(/^\/|\/$/g, "") || "home";
}
