import { relative, resolve } from "node:path";

export interface Folders {
  /** Of the program; esbuild's working folder. */
  root: string;
  /** Of the site's definition. */
  site: string;
}

/**
 * An esbuild input by a name that is the same on every machine: a dependency's by its package, sitegen's own relative to
 * its folder, others relative to the definition's.
 */
export function stableName(input: string, { root, site }: Folders): string {
  const [, space = "", path = ""] = /^((?:[\w-]+:)?)(.*)$/.exec(input) ?? [];
  const full = resolve(root, path).replaceAll("\\", "/");
  const folder = [root, site].find((one) => full.startsWith(`${one}/`)) ?? "";
  const inFolder = full.slice(folder.length);
  const inPackages = inFolder.lastIndexOf("/node_modules/");
  if (inPackages >= 0) return inFolder.slice(inPackages);
  return space + (folder === root ? inFolder : relative(site, full).replaceAll("\\", "/"));
}

/** Bundled text with such names: inputs are named above their code, and in the calls that wrap CommonJS. */
export function withStableNames(text: string, inputs: object, folders: Folders): string {
  return text.replace(/^(\/\/ | {2}")([^"\n]+)/gm, (found, start: string, name: string) =>
    Object.hasOwn(inputs, name) ? start + stableName(name, folders) : found,
  );
}
