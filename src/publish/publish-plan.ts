import { inDomain } from "./file-list.ts";
import { parentsOf } from "./paths.ts";

/** Of one build: what moves out of the stage and what goes. Applied in the order of the fields. */
export interface PublishPlan {
  /** Own files where a folder must be, or below a folder where a file must be. */
  clear: string[];
  /** Groups run one after the other; within a group the order does not matter. `from` is relative to the stage. */
  moves: { from: string; to: string }[][];
  remove: string[];
}

export type StagedKind = "page" | "stub";

/** A file that is in the stage. */
export interface StagedFile {
  path: string;
  from: string;
  kind: StagedKind;
  /** False when out/ holds an older version of it. */
  isNew: boolean;
}

/**
 * What a file refers to goes before it: hashed assets, payloads, new pages, changed pages (which may link to new
 * ones), redirect stubs (whose targets are pages), then what describes the site. latest.json tells clients that
 * all the rest is there.
 */
export function rankOf(file: Omit<StagedFile, "from">, latest: string, folders: readonly string[] = []): number {
  const path = inDomain(file.path, folders);
  if (path === latest) return 7;
  if (path.startsWith("_assets/builds/")) return 5;
  if (path.startsWith("_assets/")) return 0;
  if (path === "_payload.json" || path.endsWith("/_payload.json")) return 1;
  if (!path.endsWith(".html")) return 6;
  if (file.kind === "stub") return 4;
  return file.isNew ? 2 : 3;
}

export function planMoves(
  staged: Iterable<StagedFile>,
  latest: string,
  folders: readonly string[] = [],
): PublishPlan["moves"] {
  const groups: PublishPlan["moves"] = [];
  for (const file of staged) {
    const rank = rankOf(file, latest, folders);
    const group = groups[rank] ?? [];
    groups[rank] = group;
    group.push({ from: file.from, to: file.path });
  }
  return Object.values(groups);
}

/** Own files that neither this build nor a kept one uses. */
export function planRemovals(own: Iterable<string>, isUsed: (path: string) => boolean): string[] {
  return [...own].filter((path) => !isUsed(path)).sort();
}

/** The removals that cannot wait until the end, because a file and a folder cannot share a name. */
export function planClearing(removals: readonly string[], staged: readonly StagedFile[]): string[] {
  const files = new Set(staged.map(({ path }) => path));
  const folders = new Set(staged.flatMap(({ path }) => parentsOf(path)));
  return removals.filter((path) => folders.has(path) || parentsOf(path).some((parent) => files.has(parent)));
}
