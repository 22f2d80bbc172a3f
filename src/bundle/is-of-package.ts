/** True for a file of a dependency. The given folders may be in node_modules themselves. */
export function isOfPackage(path: string, folders: readonly string[]): boolean {
  const folder = folders.find((one) => path.startsWith(`${one}/`)) ?? "";
  return path.slice(folder.length).includes("/node_modules/");
}

/** In the given order otherwise. */
export function packagesFirst(paths: readonly string[], folders: readonly string[]): string[] {
  return [true, false].flatMap((wanted) => paths.filter((path) => isOfPackage(path, folders) === wanted));
}
