import { inDomain, LATEST_FILE } from "./file-list.ts";
import { parentsOf } from "./paths.ts";

/** What a publish moves and removes, applied in the order of the fields. */
export interface PublishPlan {
  /** sitegen's own files that block a new folder, or are below a path that becomes a file. */
  clear: string[];
  /** Groups are moved one after the other, files within a group in any order. `from` is relative to the stage. */
  moves: { from: string; to: string }[][];
  remove: string[];
}

export type StagedKind = "page" | "stub";

export interface StagedFile {
  path: string;
  from: string;
  kind: StagedKind;
  /** False if out/ has an older version. */
  isNew: boolean;
}

/**
 * A file comes after everything it refers to: hashed assets and new files such as a site's own pictures, payloads and
 * words, new pages, changed pages (which may link to new ones), redirect stubs (whose targets are pages), then the files
 * that describe the site. latest.json is last: it tells clients that all other files are there.
 */
export function publishRank(file: Omit<StagedFile, "from">, folders: readonly string[] = []): number {
  const path = inDomain(file.path, folders);
  if (path === LATEST_FILE) return 7;
  if (path.startsWith("_assets/builds/")) return 5;
  if (path.startsWith("_assets/")) return 0;
  if (/(?:^|\/)_(?:payload|words)\.json$/.test(path)) return 1;
  if (!path.endsWith(".html")) return file.isNew ? 0 : 6;
  if (file.kind === "stub") return 4;
  return file.isNew ? 2 : 3;
}

export function planMoves(staged: Iterable<StagedFile>, folders: readonly string[] = []): PublishPlan["moves"] {
  const groups: PublishPlan["moves"] = [];
  for (const file of staged) {
    const rank = publishRank(file, folders);
    const group = groups[rank] ?? [];
    groups[rank] = group;
    group.push({ from: file.from, to: file.path });
  }
  return Object.values(groups);
}

/** Removals that cannot wait until the end, because a file and a folder cannot have the same name. */
export function planClearing(removals: readonly string[], staged: readonly StagedFile[]): string[] {
  const files = new Set(staged.map(({ path }) => path));
  const folders = new Set(staged.flatMap(({ path }) => parentsOf(path)));
  return removals.filter((path) => folders.has(path) || parentsOf(path).some((parent) => files.has(parent)));
}
