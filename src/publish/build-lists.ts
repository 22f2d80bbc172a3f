import type { BuildFiles } from "./build-files.ts";
import { buildIdOf, type ListedFile, listParts, namesOf, renderFileList, type SiteName } from "./file-list.ts";

/** The site of one domain in its folder of the output. */
export interface DomainSite extends SiteName {
  folder: string;
}

/** Folders of the output's domains; none if it is a single site. */
export function foldersIn({ domains = [] }: { domains?: readonly DomainSite[] }): string[] {
  return domains.map(({ folder }) => folder);
}

/**
 * Writes the file lists of a build: one in each domain's folder, so that it can be deployed and verified alone, and one
 * for the whole output, which publish and rollback use. Existing lists are kept.
 */
export async function putLists(
  entries: Pick<BuildFiles, "all" | "has" | "put">,
  build: { id: string; site: SiteName; domains?: readonly DomainSite[] },
): Promise<void> {
  const { id, site, domains = [] } = build;
  const put = async (folder: string, list: Omit<Parameters<typeof renderFileList>[0], "id" | "files">) => {
    for (const { path, text } of renderFileList({ id, ...list, files: filesBelow(folder, entries) })) {
      if (!entries.has(folder + path)) await entries.put(folder + path, text, { source: "publish" });
    }
  };
  for (const { folder, ...own } of domains) await put(`${folder}/`, own);
  await put("", { ...site, folders: foldersIn(build) });
}

/** A build's id, from the files of its site, or of its domains' sites: beside those, out/ has only the list of all. */
export function buildIdOfEntries(entries: Pick<BuildFiles, "all">, folders: readonly string[]): string {
  const sites = folders.length > 0 ? folders.map((folder) => `${folder}/`) : [""];
  return buildIdOf(sites.map((folder) => namesOf(listParts(filesBelow(folder, entries)))));
}

/** Files below a folder ("" or with a trailing slash), relative to it. */
export function* filesBelow(folder: string, entries: Pick<BuildFiles, "all">): Iterable<ListedFile> {
  for (const [path, { hash, size }] of entries.all()) {
    if (path.startsWith(folder)) yield { path: path.slice(folder.length), hash, size };
  }
}
