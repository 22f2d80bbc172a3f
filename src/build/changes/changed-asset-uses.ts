/** How many stories use each mirrored asset, after a few have changed. */
import type { Lang, Space } from "../../content/model.ts";
import { languagesOfStory } from "../../content/preview/preview-index.ts";
import { collectAssets } from "../../content/story-summary.ts";
import { KEYS } from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";
import type { Row } from "../../row-table.ts";
import { type ByLanguage, byLanguage } from "../../site/by-language.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import type { ChangedStory } from "./changed-stories.ts";
import { type AssetsFrom, computedIn } from "./stored-assets.ts";

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
  const { store, definition, space } = input;
  const changed = storiesWithOtherAssets(stories, input);
  if (input.config.assets === "remote" && changed.length > 0) return null;
  const before = (filename: string) => (store.get(KEYS.assetUses(filename)) ?? {}) as ByLanguage<number>; // written by save-site.ts
  const now = new Map<string, ByLanguage<number>>();
  const count = (filename: string, languages: readonly Lang[], by: number) => {
    const counts = now.get(filename) ?? { ...before(filename) };
    for (const lang of languages) counts[lang] = (counts[lang] ?? 0) + by;
    now.set(filename, counts);
  };
  for (const { answer, before, now } of changed) {
    for (const [summary, by] of [[before, -1] as const, [now, 1] as const]) {
      const languages = summary ? languagesOfStory(answer, summary, definition) : [];
      for (const filename of summary?.assets ?? []) count(filename, languages, by);
    }
  }
  const ofGlobal = globalAssets(space, definition);
  const isUsed = (counts: ByLanguage<number>, filename: string, lang: Lang) =>
    (counts[lang] ?? 0) > 0 || ofGlobal[lang]?.has(filename) === true;
  const codes = definition.languages.map(({ code }) => code);
  const changesIn = (languages: readonly Lang[]): AssetChanges => {
    const filenames = [...now].map(([filename, counts]) => {
      const [was, is] = [before(filename), counts].map((of) => languages.some((lang) => isUsed(of, filename, lang)));
      return { filename, was, is };
    });
    return {
      added: filenames.flatMap(({ filename, was, is }) => (is && !was ? [filename] : [])),
      removed: filenames.flatMap(({ filename, was, is }) => (was && !is ? [filename] : [])),
    };
  };
  return {
    ...changesIn(codes),
    inLanguage: byLanguage(codes, (code) => changesIn([code])),
    rows: [...now].map(([filename, counts]): Row => [KEYS.assetUses(filename), counts]),
  };
}

function storiesWithOtherAssets(stories: readonly ChangedStory[], input: AssetsFrom): ChangedStory[] {
  const isComputed = computedIn(input);
  return stories.filter(({ before, now }) => {
    const [old, fresh] = [before?.assets ?? [], now?.assets ?? []];
    return JSON.stringify(old) !== JSON.stringify(fresh) && ![...old, ...fresh].every(isComputed);
  });
}

/** URLs of the assets that the pages of a language share. */
function globalAssets({ global }: Pick<Space, "global">, { crops, languages }: ResolvedSite) {
  return byLanguage(
    languages.map(({ code }) => code),
    (code) => new Set(collectAssets(global[code]?.content, crops)),
  );
}
