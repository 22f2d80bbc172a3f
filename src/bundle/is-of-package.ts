import { compareText } from "../util/compare-text.ts";
import type { Folders } from "./stable-names.ts";

/** True for a file of a dependency. The given folders may be in node_modules themselves. */
export function isOfPackage(path: string, folders: readonly string[]): boolean {
  const folder = folders.find((one) => path.startsWith(`${one}/`)) ?? "";
  return path.slice(folder.length).includes("/node_modules/");
}

/** True for a site's own file, which is neither sitegen's nor a package's. */
export function isOfSite(path: string, { root, site }: Folders): boolean {
  return !isOfPackage(path, [site]) && (path.startsWith(`${site}/`) || !path.startsWith(`${root}/`));
}

/** Files of packages first. Sorted by what is below node_modules, since package managers differ in what is above. */
export function packagesFirst(paths: readonly string[], folders: readonly string[]): string[] {
  const files = paths.map((path) => {
    const isOf = isOfPackage(path, folders);
    return { path, isOf, name: isOf ? path.slice(path.lastIndexOf("/node_modules/")) : path };
  });
  files.sort((a, b) => Number(b.isOf) - Number(a.isOf) || compareText(a.name, b.name) || compareText(a.path, b.path));
  return files.map(({ path }) => path);
}
