import type { BuildFiles } from "./build-files.ts";
import {
  type BuildRoot,
  buildIdOf,
  type LastList,
  type ListedFile,
  type ListedParts,
  listParts,
  namesOf,
  renderFileList,
  type SiteName,
} from "./file-list.ts";

/** The site of one domain in its folder of the output. */
export interface DomainSite extends SiteName {
  folder: string;
}

/** Folders of the output's domains; none if it is a single site. */
export function foldersIn({ domains = [] }: { domains?: readonly DomainSite[] }): string[] {
  return domains.map(({ folder }) => folder);
}

/** The last build's lists, by folder ("" is the whole output), and the files that may differ since. */
export interface LastLists extends Pick<LastList, "part"> {
  roots: ReadonlyMap<string, BuildRoot>;
  changed: readonly string[];
}

type Listed = Pick<BuildFiles, "all" | "row">;

function listBelow(folder: string, entries: Listed, folders: readonly string[], last: LastLists | null): ListedParts {
  const root = last?.roots.get(folder);
  const listed = (path: string): ListedFile | null => {
    const row = entries.row(folder + path);
    return row ? { path, hash: row.hash, size: row.size } : null;
  };
  const ofFolder = (last?.changed ?? []).flatMap((path) =>
    path.startsWith(folder) ? [path.slice(folder.length)] : [],
  );
  const given = last &&
    root && { root, part: last.part, changed: new Map(ofFolder.map((path) => [path, listed(path)])) };
  return listParts(() => filesBelow(folder, entries), folders, given ?? null);
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

export function buildIdOfLists(lists: ReadonlyMap<string, ListedParts>): string {
  return buildIdOf([...lists.values()].map(namesOf));
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

/** Files below a folder ("" or with a trailing slash), relative to it. */
function* filesBelow(folder: string, entries: Pick<Listed, "all">): Iterable<ListedFile> {
  for (const [path, { hash, size }] of entries.all()) {
    if (folder === "") yield { path, hash, size };
    else if (path.startsWith(folder)) yield { path: path.slice(folder.length), hash, size };
  }
}
