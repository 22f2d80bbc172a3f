/** How many stories use each mirrored asset, after a few have changed. */
import type { Lang, Space } from "../../content/model.ts";
import { languagesOfStory } from "../../content/preview/preview-index.ts";
import { collectAssets } from "../../content/story-summary.ts";
import { KEYS, type Row } from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";
import { type ByLanguage, byLanguage } from "../../site/by-language.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { type AssetsFrom, hasComputedUrlIn } from "./stored-assets.ts";
import type { ChangedStory } from "./story-versions.ts";

/** URLs of assets that come into use, and of those that nothing uses any more. */
export interface AssetChanges {
  added: string[];
  removed: string[];
}

export interface ChangedAssetUses extends AssetChanges {
  /** The same among the stories of each language. */
  inLanguage: Readonly<ByLanguage<AssetChanges>>;
  rows: Row[];
}

interface UsesInput extends AssetsFrom {
  store: Store;
  definition: ResolvedSite;
  space: Pick<Space, "global">;
}

/** Null if the stories use other assets whose URLs are not computed from their names, though none is mirrored. */
export function changedAssetUses(stories: readonly ChangedStory[], input: UsesInput): ChangedAssetUses | null {
  const { config, definition } = input;
  const changed = storiesWithOtherAssets(stories, input);
  if (config.assets === "remote" && changed.length > 0) return null;
  const uses = usesAfter(changed, input);
  const changesIn = changesOf(uses, input);
  const codes = definition.languages.map(({ code }) => code);
  return {
    ...changesIn(codes),
    inLanguage: byLanguage(codes, (code) => changesIn([code])),
    rows: [...uses].map(([filename, counts]): Row => [KEYS.assetUses(filename), counts]),
  };
}

/** How many stories of each language use an asset, for all that the stories used or use. */
function usesAfter(
  stories: readonly ChangedStory[],
  { store, definition }: UsesInput,
): Map<string, ByLanguage<number>> {
  const uses = new Map<string, ByLanguage<number>>();
  for (const { answer, before, now } of stories) {
    for (const [summary, by] of [[before, -1] as const, [now, 1] as const]) {
      const languages = summary ? languagesOfStory(answer, summary, definition) : [];
      for (const filename of summary?.assets ?? []) {
        const counts = uses.get(filename) ?? { ...storedUses(store, filename) };
        for (const lang of languages) counts[lang] = (counts[lang] ?? 0) + by;
        uses.set(filename, counts);
      }
    }
  }
  return uses;
}

function storedUses(store: Store, filename: string): ByLanguage<number> {
  return (store.get(KEYS.assetUses(filename)) ?? {}) as ByLanguage<number>; // written by save-site.ts and with `rows`
}

/** Returns what comes into use and goes out of use among the stories of some languages. */
function changesOf(
  uses: ReadonlyMap<string, ByLanguage<number>>,
  { store, space, definition }: UsesInput,
): (languages: readonly Lang[]) => AssetChanges {
  const ofGlobal = globalAssets(space, definition);
  const isUsed = (filename: string, counts: ByLanguage<number> | undefined, languages: readonly Lang[]) =>
    languages.some((lang) => (counts?.[lang] ?? 0) > 0 || ofGlobal[lang]?.has(filename) === true);
  return (languages) => {
    const isNow = (filename: string) => isUsed(filename, uses.get(filename), languages);
    const wasBefore = (filename: string) => isUsed(filename, storedUses(store, filename), languages);
    const filenames = [...uses.keys()];
    return {
      added: filenames.filter((filename) => isNow(filename) && !wasBefore(filename)),
      removed: filenames.filter((filename) => wasBefore(filename) && !isNow(filename)),
    };
  };
}

/** Stories whose assets differ, or count in other languages since the story is in another folder. */
function storiesWithOtherAssets(stories: readonly ChangedStory[], input: UsesInput): ChangedStory[] {
  const isComputed = hasComputedUrlIn(input);
  return stories.filter(({ answer, before, now }) => {
    const [old, fresh] = [before, now].map((summary) =>
      JSON.stringify([summary?.assets ?? [], summary ? languagesOfStory(answer, summary, input.definition) : []]),
    );
    return old !== fresh && ![...(before?.assets ?? []), ...(now?.assets ?? [])].every(isComputed);
  });
}

/** URLs of the assets that the pages of a language share. */
function globalAssets({ global }: Pick<Space, "global">, { crops, languages }: ResolvedSite) {
  return byLanguage(
    languages.map(({ code }) => code),
    (code) => new Set(collectAssets(global[code]?.content, crops)),
  );
}
