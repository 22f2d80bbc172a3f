/** Assets that changed stories come to use or no longer use: downloads, files of out/, and their rows. */
import { readFile } from "node:fs/promises";
import type { AssetFile } from "../../assets/mirror-assets.ts";
import type { AssetLookup, AssetRecord } from "../../content/asset.ts";
import { parseCrop } from "../../content/crop.ts";
import { withBase } from "../../content/rules/paths.ts";
import { KEYS, type Row, type StoredSiteFacts } from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";
import type { ChangedOutput } from "../../publish/changed-output.ts";
import { type Domain, domainPath } from "../../site/domains.ts";
import type { BuildOptions } from "../build-options.ts";
import { gatherAssets } from "../gather-assets.ts";
import type { ChangedAssetUses } from "./changed-asset-uses.ts";
import { FullBuildNeeded } from "./full-build-needed.ts";
import { storedLookup } from "./stored-assets.ts";

export interface ChangedAssets extends Pick<ChangedAssetUses, "inLanguage"> {
  lookup: AssetLookup;
  /** Files of the new ones. */
  files: AssetFile[];
  /** Paths of files that nothing uses any more. */
  dropped: string[];
  rows: Row[];
}

interface AssetsInput {
  store: Store;
  head: Pick<StoredSiteFacts, "problems">;
  options: BuildOptions;
  endpoint: string;
}

/**
 * Downloads what is new. Throws FullBuildNeeded where that fails, and where a picture is replaced in part only: other
 * crops of it, or a file that is uploaded twice.
 */
export async function changedAssets(uses: ChangedAssetUses, input: AssetsInput): Promise<ChangedAssets> {
  const { store, head, options, endpoint } = input;
  const { config } = options;
  const { added, removed, inLanguage } = uses;
  const stored = storedLookup(store, { config, endpoint });
  if (added.length + removed.length === 0)
    return { lookup: stored, files: [], dropped: [], rows: uses.rows, inLanguage };
  if (!hasWholeFiles(added) || !hasWholeFiles(removed)) throw new FullBuildNeeded();
  // A full build knows whether a problem is one of an asset that is gone.
  if (head.problems.some(({ code }) => code.startsWith("ASSET_"))) throw new FullBuildNeeded();
  const gathered = await gatherAssets({ ...options, full: false, filenames: added, endpoint });
  if (gathered.problems.length > 0) throw new FullBuildNeeded();
  const records = new Map<string, AssetRecord>();
  for (const filename of added) records.set(filename, recordIn(gathered.lookup, filename));
  const gone = new Map(removed.map((filename) => [filename, recordIn(stored, filename)]));
  return {
    lookup: (filename) => records.get(filename) ?? stored(filename),
    files: gathered.files,
    dropped: [...gone.values()].flatMap((record) => filesOf(record, config.site.base)),
    rows: [
      ...uses.rows,
      ...[...records].map(([filename, record]): Row => [KEYS.asset(filename), record]),
      ...removed.map((filename): Row => [KEYS.asset(filename), undefined]),
      ...fileRows(records, gone, store),
    ],
    inLanguage,
  };
}

/** Stages the new files; returns the paths of those that nothing uses any more. */
export async function stageAssets(
  { files, dropped }: Pick<ChangedAssets, "files" | "dropped">,
  domains: readonly Domain[],
  output: ChangedOutput,
): Promise<string[]> {
  for (const domain of domains) {
    for (const { path, source } of files) await output.put(domainPath(domain, path), await readFile(source));
  }
  return domains.flatMap((domain) => dropped.map((path) => domainPath(domain, path)));
}

/** False if one of the assets is a crop of a picture that is not among them. */
function hasWholeFiles(filenames: readonly string[]): boolean {
  return filenames.every((filename) => filenames.includes(parseCrop(filename)?.filename ?? filename));
}

function recordIn(lookup: AssetLookup, filename: string): AssetRecord {
  const record = lookup(filename);
  if (!record) throw new FullBuildNeeded();
  return record;
}

function filesOf({ src, sources, widths }: AssetRecord, base: string): string[] {
  const variants = sources.flatMap((source) => widths.map((width) => source.src.replace("{w}", String(width))));
  return [src, ...variants].map((address) => address.slice(withBase(base, "").length));
}

/** The rows of which uploads have the same file. */
function fileRows(
  added: ReadonlyMap<string, AssetRecord>,
  removed: ReadonlyMap<string, AssetRecord>,
  store: Store,
): Row[] {
  const uploads = new Map<string, Set<string>>();
  const of = (src: string) => {
    const known = uploads.get(src) ?? new Set((store.get(KEYS.assetFile(src)) ?? []) as string[]); // written by save-site.ts
    uploads.set(src, known);
    return known;
  };
  for (const [filename, { src }] of added) if (!parseCrop(filename)) of(src).add(filename);
  for (const [filename, { src }] of removed) {
    of(src).delete(filename);
  }
  for (const { src } of removed.values()) if (of(src).size > 0) throw new FullBuildNeeded();
  return [...uploads].map(([src, names]): Row => [KEYS.assetFile(src), names.size > 0 ? [...names] : undefined]);
}
