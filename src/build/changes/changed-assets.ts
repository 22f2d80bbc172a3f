/** Assets that changed stories come to use or no longer use: downloads, files of out/, and their rows. */
import { readFile } from "node:fs/promises";
import type { AssetProblem } from "../../assets/asset-problems.ts";
import type { AssetFile } from "../../assets/mirror-assets.ts";
import type { AssetLookup, AssetRecord } from "../../content/asset.ts";
import { parseCrop } from "../../content/crop.ts";
import { withBase } from "../../content/rules/paths.ts";
import { KEYS, type Row } from "../../incremental/store/rows.ts";
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
  /** Problems of all assets. */
  problems: readonly AssetProblem[];
  rows: Row[];
}

interface AssetsInput {
  store: Store;
  options: BuildOptions;
  endpoint: string;
}

/**
 * Downloads what is new. Throws FullBuildNeeded where a host does not respond, and where a picture is replaced in part
 * only: other crops of it, or a file that is uploaded twice.
 */
export async function changedAssets(uses: ChangedAssetUses, input: AssetsInput): Promise<ChangedAssets> {
  const { store, options, endpoint } = input;
  const { config } = options;
  const { added, removed, inLanguage } = uses;
  const stored = storedLookup(store, { config, endpoint });
  const before = storedAssetProblems(store);
  if (added.length + removed.length === 0)
    return { lookup: stored, files: [], dropped: [], problems: before, rows: uses.rows, inLanguage };
  if (!hasWholeFiles(added) || !hasWholeFiles(removed)) throw new FullBuildNeeded();
  const gathered = await gatherAssets({ ...options, full: false, filenames: added, endpoint });
  const problems = [...withoutAssets(before, removed), ...requireOfOneAsset(gathered.problems)];
  const records = recordsIn(gathered.lookup, added);
  const gone = recordsIn(stored, removed);
  return {
    problems,
    lookup: (filename) => records.get(filename) ?? stored(filename),
    files: gathered.files,
    dropped: [...gone.values()].flatMap((record) => filesOf(record, config.site.base)),
    rows: [
      ...uses.rows,
      [KEYS.assetProblems, problems],
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

/** Those of the missing ones are left out. */
function recordsIn(lookup: AssetLookup, filenames: readonly string[]): Map<string, AssetRecord> {
  const records = new Map<string, AssetRecord>();
  for (const filename of filenames) {
    const record = lookup(filename);
    if (record) records.set(filename, record);
  }
  return records;
}

/** The problems of all assets after the last build. */
export function storedAssetProblems(store: Store): readonly AssetProblem[] {
  return store.get(KEYS.assetProblems) as AssetProblem[]; // written by save-site.ts and above
}

function withoutAssets(problems: readonly AssetProblem[], removed: readonly string[]): AssetProblem[] {
  const isOfRemoved = ({ filenames }: AssetProblem) => filenames.some((filename) => removed.includes(filename));
  requireOfOneAsset(problems.filter(isOfRemoved));
  return problems.filter((problem) => !isOfRemoved(problem));
}

/** The problem of a host that does not respond counts all its assets; their pages use its addresses. */
function requireOfOneAsset(problems: readonly AssetProblem[]): readonly AssetProblem[] {
  if (problems.some(({ problem }) => problem.code === "ASSET_HOST_UNREACHABLE")) throw new FullBuildNeeded();
  return problems;
}

function filesOf({ src, sources, widths, foreign }: AssetRecord, base: string): string[] {
  if (foreign) return [];
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
