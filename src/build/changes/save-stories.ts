/** What the store has of the stories alone, which is known before any page is rendered. */
import { bareSlug } from "../../content/link-translations.ts";
import { languagesOfStory } from "../../content/preview/preview-index.ts";
import { KEYS, type Row, type StoredEntry } from "../../incremental/store/rows.ts";
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
    for (const summary of summaries) {
      yield [KEYS.story(answer, summary.uuid), summary];
      for (const slug of summary.alternates) yield [KEYS.alternate(bareSlug(slug)), true];
    }
  }
  for (const [component, names] of site.strangers) yield [KEYS.strangers(component), names];
  yield newestDatesRow(Object.values(site.entries).flatMap((entries) => [...entries.values()]));
  for (const [lang, entries] of Object.entries(site.entries))
    for (const { uuid, twins } of entries.values()) yield [KEYS.entry(lang, uuid), { twins } satisfies StoredEntry];
  if (isMirrored) yield* assetUseRows(definition, summarized);
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
