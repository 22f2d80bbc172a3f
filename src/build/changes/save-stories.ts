/** What the store has of the stories alone, which is known before any page is rendered. */
import { appendTo } from "../../content/append-to.ts";
import { languagesOfStory } from "../../content/preview/preview-index.ts";
import { KEYS, type Row, type StoredEntry, type StoredLinks } from "../../incremental/store/rows.ts";
import type { SummarizedSpace } from "../../incremental/story-summary-cache.ts";
import type { ByLanguage } from "../../site/by-language.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import type { MappedSpace } from "../map-space.ts";
import { newestDatesRow } from "./newest-dates.ts";

export interface SavedStories extends Pick<MappedSpace, "site" | "definition" | "summarized"> {
  /** Whether assets are mirrored: then it is known which stories use each. */
  isMirrored: boolean;
}

export function* storyRows({ site, definition, summarized, isMirrored }: SavedStories): Iterable<Row> {
  for (const [answer, summaries] of Object.entries(summarized.summaries)) {
    for (const summary of summaries) yield [KEYS.story(answer, summary.uuid), summary];
  }
  yield* linkRows(definition, summarized);
  for (const [component, names] of site.strangers) yield [KEYS.strangers(component), names];
  if (site.disputed.size > 0) yield [KEYS.disputed, [...site.disputed]];
  yield newestDatesRow(Object.values(site.entries).flatMap((entries) => [...entries.values()]));
  for (const [lang, entries] of Object.entries(site.entries))
    for (const { uuid, twins } of entries.values()) yield [KEYS.entry(lang, uuid), { twins } satisfies StoredEntry];
  if (isMirrored) yield* assetUseRows(definition, summarized);
}

/** Where languages are no folders, most spaces link no stories as alternates, and need no rows. */
function* linkRows({ languages, translation }: ResolvedSite, { summaries }: SummarizedSpace): Iterable<Row> {
  const stories = summaries[languages[0].code] ?? [];
  const listedBy = new Map<number, string[]>();
  for (const { alternates, uuid } of stories) for (const id of new Set(alternates)) appendTo(listedBy, id, uuid);
  if (translation !== "folders" && listedBy.size === 0) return;
  yield [KEYS.hasLinks, true];
  const uuids = new Map(stories.map(({ id, uuid }) => [id, uuid]));
  for (const id of new Set([...uuids.keys(), ...listedBy.keys()]))
    yield [KEYS.links(id), { uuid: uuids.get(id) ?? null, listedBy: listedBy.get(id) ?? [] } satisfies StoredLinks];
}

function* assetUseRows(definition: ResolvedSite, { summaries: all }: SummarizedSpace): Iterable<Row> {
  const uses = new Map<string, ByLanguage<number>>();
  for (const [answer, summaries] of Object.entries(all)) {
    for (const summary of summaries) {
      const languages = languagesOfStory(answer, summary, definition);
      for (const filename of summary.assets) {
        const counts = uses.get(filename) ?? {};
        uses.set(filename, counts);
        for (const lang of languages) counts[lang] = (counts[lang] ?? 0) + 1;
      }
    }
  }
  for (const [filename, counts] of uses) yield [KEYS.assetUses(filename), counts];
}
