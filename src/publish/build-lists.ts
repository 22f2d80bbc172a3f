import type { Entries } from "./entries.ts";
import { type ListedFile, renderFileList, type SiteName } from "./file-list.ts";

/** A domain's site in its folder of the output. */
export interface DomainSite extends SiteName {
  folder: string;
}

/** Folders of an output's domains; none where it is one site. */
export function foldersIn({ domains = [] }: { domains?: readonly DomainSite[] }): string[] {
  return domains.map(({ folder }) => folder);
}

/**
 * Puts the lists of a build's files: one in each domain's folder, so that it can be deployed and verified alone, and
 * the one over everything, which is what publishing and rollback go by. A list that is there already stays.
 */
export async function putLists(
  entries: Pick<Entries, "all" | "has" | "put">,
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

/** Files below a folder, as they are named there. */
function* filesBelow(folder: string, entries: Pick<Entries, "all">): Iterable<ListedFile> {
  for (const [path, { hash, size }] of entries.all()) {
    if (path.startsWith(folder)) yield { path: path.slice(folder.length), hash, size };
  }
}
