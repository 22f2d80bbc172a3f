import type { BuildFiles } from "./build-files.ts";
import {
  type BuildRoot,
  type FilesToList,
  isAsset,
  type ListedParts,
  listParts,
  renderFileList,
  type SiteName,
} from "./file-list.ts";
import type { FileRow } from "./publish-record.ts";

/** The site of one domain in its folder of the output. */
export interface DomainSite extends SiteName {
  folder: string;
}

/** Folders of the output's domains; none if it is a single site. */
export function foldersIn({ domains = [] }: { domains?: readonly DomainSite[] }): string[] {
  return domains.map(({ folder }) => folder);
}

/** The last build's lists, by folder ("" is the whole output), and the files that may differ since. */
export interface LastLists {
  roots: ReadonlyMap<string, BuildRoot>;
  /** Whether the list of a folder has a hashed file. */
  hasAsset(folder: string, path: string): boolean;
  /** A file of the last publish. */
  row(path: string): FileRow | undefined;
  changed: readonly string[];
}

type Listed = Pick<BuildFiles, "all" | "row">;

function listBelow(folder: string, entries: Listed, folders: readonly string[], last: LastLists | null): ListedParts {
  const files: FilesToList = {
    *all(isWanted) {
      const isBelow = (path: string) => path.startsWith(folder) && isWanted(path.slice(folder.length));
      for (const [path, { hash, size }] of entries.all(folder === "" ? isWanted : isBelow))
        yield { path: path.slice(folder.length), hash, size };
    },
    size: (path) => entries.row(folder + path)?.size,
  };
  return listParts(files, folders, last && lastListOf(folder, folders, last));
}

function lastListOf(folder: string, folders: readonly string[], { roots, hasAsset, row, changed }: LastLists) {
  const root = roots.get(folder);
  if (!root) return null;
  return {
    root,
    size: (path: string) => (!isAsset(path, folders) || hasAsset(folder, path) ? row(folder + path)?.size : undefined),
    changed: changed.flatMap((path) => (path.startsWith(folder) ? [path.slice(folder.length)] : [])),
  };
}

/** The lists of a build's site, or of its domains' sites, by folder. */
export function listSites(
  entries: Listed,
  folders: readonly string[],
  last: LastLists | null,
): ReadonlyMap<string, ListedParts> {
  const sites = folders.length > 0 ? folders.map((folder) => `${folder}/`) : [""];
  return new Map(sites.map((folder) => [folder, listBelow(folder, entries, [], last)]));
}

/**
 * Writes the file lists of a build: one in each domain's folder, so that it can be deployed and verified alone, and one
 * for the whole output, which publish and rollback use. Existing lists are kept.
 */
export async function putLists(
  entries: Pick<BuildFiles, "all" | "row" | "carry" | "has" | "put">,
  build: {
    id: string;
    site: SiteName;
    domains?: readonly DomainSite[];
    lists: ReadonlyMap<string, ListedParts>;
    /** A function, since the domains' lists, which are put first, are changes of the whole output. */
    last: () => LastLists | null;
  },
): Promise<void> {
  const { id, site, domains = [], lists, last } = build;
  const put = async (folder: string, list: Omit<Parameters<typeof renderFileList>[0], "id">) => {
    for (const { path, text } of renderFileList({ id, ...list })) {
      if (text !== null && !entries.has(folder + path)) await entries.put(folder + path, text, { source: "publish" });
      else if (text === null) entries.carry(folder + path);
    }
  };
  for (const { folder, ...own } of domains) {
    const parts = lists.get(`${folder}/`);
    if (parts) await put(`${folder}/`, { ...own, parts });
  }
  const folders = foldersIn(build);
  const parts = (folders.length === 0 && lists.get("")) || listBelow("", entries, folders, last());
  await put("", { ...site, folders, parts });
}
