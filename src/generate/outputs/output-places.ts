/** Keeps pages and a site's own outputs from making the same path. */

import type { MadeFiles } from "../../incremental/page-graph.ts";
import { sitegenError } from "../../problems/errors.ts";
import { BUILDS_FOLDER } from "../../publish/file-list.ts";
import { pageOfFile } from "../../publish/page-files.ts";
import { parentsOf, pathError } from "../../publish/paths.ts";
import { type Domain, domainPath } from "../../site/domains.ts";
import { once } from "../../util/once.ts";
import { sourceOf } from "./output.ts";

/** Throws PUBLISH_UNSAFE_PATH and PUBLISH_DUPLICATE, naming what makes the file too. */
export type ClaimPaths = (id: { name: string; key: string }, paths: readonly string[]) => void;

const HINT = "Give the output's file another path.";

export function createPathClaims(
  pages: ReadonlySet<string>,
  /** Files that the build makes otherwise, by name and key; complete when the first file is claimed. */
  made: ReadonlyMap<string, MadeFiles>,
  domains: readonly Pick<Domain, "folder">[],
): ClaimPaths {
  // One list over all domains, and one in each domain's folder.
  const lists = [BUILDS_FOLDER, ...domains.map((domain) => domainPath(domain, BUILDS_FOLDER))];
  const ownersNow = once(
    () =>
      new Map<string, string>(
        [...made].flatMap(([id, { files }]) => {
          const name = id.slice(0, id.indexOf(" "));
          // Files of the public folder are compared by refuseTakenPaths, which knows their names.
          if (/^(?:output|keys):|^public$/.test(name)) return [];
          return files.map((path) => [path, `the build itself (${name})`] as const);
        }),
      ),
  );
  /** What makes the file, or has it as a folder. */
  const ownerOf = (path: string): string | undefined => {
    const owners = ownersNow();
    const page = pageOfFile(path);
    if (page !== null && pages.has(page)) return `the page ${page}`;
    if (pages.has(`/${path}/`)) return `the page /${path}/`;
    if (lists.some((folder) => path.startsWith(folder))) return "the build itself (its lists)";
    const folder = parentsOf(path).find((parent) => owners.has(parent));
    return owners.get(path) ?? (folder === undefined ? undefined : owners.get(folder));
  };
  return ({ name, key }, paths) => {
    const own = sourceOf({ name }, key);
    for (const path of paths) {
      const fault = pathError(path);
      if (fault !== "") {
        const message = `${capitalized(own)} makes ${JSON.stringify(path.slice(0, 120))}, which cannot be a file of the site: ${fault}.`;
        throw sitegenError("PUBLISH_UNSAFE_PATH", { message, hint: HINT });
      }
      const other = ownerOf(path);
      if (other !== undefined) {
        const message = `${capitalized(own)} and ${other} both make the file ${path}.`;
        throw sitegenError("PUBLISH_DUPLICATE", { message, where: path, hint: HINT });
      }
      ownersNow().set(path, own);
    }
  };
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
