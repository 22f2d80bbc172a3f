/** True for a file of a dependency. The given folders may be in node_modules themselves. */
export function isOfPackage(path: string, folders: readonly string[]): boolean {
  const folder = folders.find((one) => path.startsWith(`${one}/`)) ?? "";
  return path.slice(folder.length).includes("/node_modules/");
}
