import { remoteAssets } from "../../assets/remote-assets.ts";
import type { Config } from "../../config/config.ts";
import type { AssetLookup, AssetRecord } from "../../content/asset.ts";
import { languagesOfStory } from "../../content/preview/preview-index.ts";
import { type AssetHosts, remoteAsset } from "../../content/remote-asset.ts";
import type { FolderRules } from "../../content/rules/languages.ts";
import { KEYS } from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";
import type { Row } from "../../row-table.ts";
import type { ByLanguage } from "../../site/by-language.ts";
import type { ChangedStory } from "./changed-stories.ts";

type Where = { config: Pick<Config, "assets" | "assetHosts">; endpoint: string };

/** Assets as the last build found them; URLs of the image service are computed. */
export function storedLookup(store: Store, { config, endpoint }: Where): AssetLookup {
  if (config.assets === "remote") return remoteAssets(hostsOf({ config, endpoint }));
  return (filename) => store.get(KEYS.asset(filename)) as AssetRecord | undefined; // written by save-site.ts
}

interface AssetChanges extends Where {
  store: Store;
  definition: FolderRules;
}

/**
 * How many stories use each asset after some have changed. Null if an asset has to be downloaded, or a file removed or
 * listed for another language: then a full build is needed.
 */
export function changedAssetUses(
  stories: readonly ChangedStory[],
  { store, definition, ...where }: AssetChanges,
): Map<string, ByLanguage<number>> | null {
  const isPlain = plainIn(where);
  const uses = new Map<string, ByLanguage<number>>();
  const countsOf = (filename: string): ByLanguage<number> => {
    const stored = (store.get(KEYS.assetUses(filename)) ?? {}) as ByLanguage<number>; // written by save-site.ts
    const counts = uses.get(filename) ?? { ...stored };
    uses.set(filename, counts);
    return counts;
  };
  for (const { answer, before, now } of stories) {
    const filenames = [before, now].map((summary) => summary?.assets ?? []);
    if (filenames.flat().every(isPlain) || JSON.stringify(before?.assets) === JSON.stringify(now?.assets)) continue;
    const summary = before && now ? undefined : (before ?? now);
    if (!summary) return null;
    const languages = languagesOfStory(answer, summary, definition);
    const use = { by: before ? -1 : 1, languages };
    if (!summary.assets.every((filename) => keepsUsed(countsOf(filename), use))) return null;
  }
  return uses;
}

/** Adds to the counts; false if an asset was or is not used in one of the languages. */
function keepsUsed(
  counts: ByLanguage<number>,
  { by, languages }: { by: number; languages: readonly string[] },
): boolean {
  return languages.every((lang) => {
    const before = counts[lang] ?? 0;
    counts[lang] = before + by;
    return before > 0 && before + by > 0;
  });
}

export function assetUseRows(uses: ReadonlyMap<string, ByLanguage<number>>): Row[] {
  return [...uses].map(([filename, counts]): Row => [KEYS.assetUses(filename), counts]);
}

/** Whether an asset's URL is computed from its name, so that no file of the site has it. */
function plainIn({ config, endpoint }: Where): (filename: string) => boolean {
  if (config.assets !== "remote") return () => false;
  const hosts = hostsOf({ config, endpoint });
  return (filename) => {
    const record = remoteAsset(filename, hosts);
    return record !== undefined && !record.foreign && record.src === remoteAsset(filename, { origin: "" })?.src;
  };
}

function hostsOf({ config, endpoint }: Where): AssetHosts {
  return { origin: endpoint === "" ? "" : new URL(endpoint).origin, further: config.assetHosts };
}
