/**
 * File lists of a build that differs in a few files from the last one: of its site, or of each domain and of the whole
 * output.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BuildFiles } from "./build-files.ts";
import { filesBelow } from "./build-lists.ts";
import { type ChangedParts, changeParts } from "./changed-parts.ts";
import {
  type BuildRoot,
  buildIdOf,
  controlFiles,
  type ListedFile,
  parsePart,
  partPath,
  renderRoot,
} from "./file-list.ts";
import { readRoot } from "./kept-builds.ts";

/** A complete site in out/ with its list: in a domain's folder (`fr/`), or in out/ itself (""). */
interface ListedSite {
  folder: string;
  root: BuildRoot;
}

export interface ChangedFileLists {
  id: string;
  /**
   * Writes the lists. Returns the list of the whole output, and the files below _assets/ that the build no longer has,
   * including replaced lists; null if a full build is needed.
   */
  put(): Promise<{ root: BuildRoot; dropped: string[] } | null>;
}

/** The sites of a build in out/; null if a list is missing. */
export async function readSites(out: string, root: BuildRoot): Promise<ListedSite[] | null> {
  if (root.folders.length === 0) return [{ folder: "", root }];
  const read = async (name: string) => ({ folder: `${name}/`, root: await readRoot(join(out, name), root.id) });
  const sites = await Promise.all(root.folders.map(read));
  const found = sites.flatMap((site) => (site.root ? [{ ...site, root: site.root }] : []));
  return found.length === sites.length ? found : null;
}

/** Null if the lists cannot be derived from the last ones (changed-parts.ts). */
export function changeFileLists(options: {
  out: string;
  /** The last build's list of the whole output, and its sites. */
  root: BuildRoot;
  sites: readonly ListedSite[];
  entries: Pick<BuildFiles, "all" | "put">;
  /** Files below _assets/ that the build no longer has, without its lists. */
  dropped: readonly string[];
}): ChangedFileLists | null {
  const { out, root, sites, entries, dropped } = options;
  const change = (folder: string, last: BuildRoot, removed: readonly string[]): ChangedParts | null => {
    const written = [...filesBelow(folder, entries)];
    const ofFolder = removed.filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length));
    return changeParts(last, { written, removed: ofFolder }, (name) => readPart(join(out, folder), name));
  };
  const changed = sites.flatMap((site) => {
    const parts = change(site.folder, site.root, dropped);
    return parts ? [{ ...site, changed: parts }] : [];
  });
  if (changed.length < sites.length) return null;
  const id = buildIdOf(changed.map((site) => site.changed.parts));
  const putList = async (folder: string, last: BuildRoot, { fresh, ...rest }: ChangedParts): Promise<BuildRoot> => {
    const next = { ...last, ...rest, id };
    const files = [...fresh.map(({ name, text }) => ({ path: partPath(name), text })), renderRoot(next)];
    for (const { path, text } of files) await entries.put(folder + path, text, { source: "publish" });
    return next;
  };
  return {
    id,
    async put() {
      const replaced: string[] = [];
      for (const site of changed) {
        const next = await putList(site.folder, site.root, site.changed);
        if (site.folder === "") return { root: next, dropped: [...dropped] };
        const kept = new Set(controlFiles(next));
        replaced.push(...controlFiles(site.root).flatMap((path) => (kept.has(path) ? [] : [site.folder + path])));
      }
      const all = change("", root, [...dropped, ...replaced]);
      return all && { root: await putList("", root, all), dropped: [...dropped, ...replaced] };
    },
  };
}

function readPart(folder: string, name: string): ListedFile[] | null {
  try {
    return parsePart(name, readFileSync(join(folder, partPath(name)), "utf8"));
  } catch {
    return null;
  }
}
