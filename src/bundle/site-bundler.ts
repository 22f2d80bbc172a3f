/** What a site adds to the bundler, the same for its code in Node and in browsers. */
import type { Loader, Plugin } from "esbuild";
import type { Postcss } from "./postcss.ts";

export interface SiteBundler {
  /** Base path of the site, with which addresses of files begin. */
  base: string;
  loader: Readonly<Record<string, Loader>>;
  define: Readonly<Record<string, string>>;
  alias: Readonly<Record<string, string>>;
  plugins: readonly Plugin[];
  /** Folder that targets of `alias` are resolved from. */
  root: string;
  /** Values of `import.meta.env`, by name. */
  env: Readonly<Record<string, string>>;
  /** Null: the site has no configuration of PostCSS. */
  postcss: Postcss | null;
  /** Folder of the files that are published as they are, to which `url(/…)` in a stylesheet leads. */
  publicFolder: string;
}

/** esbuild's own options from them; files with an address are left to `siteFilesPlugin`. */
export function esbuildOptions({ loader, define, env }: SiteBundler) {
  const variables = Object.entries(env).map(([name, value]) => [`import.meta.env.${name}`, JSON.stringify(value)]);
  return {
    loader: Object.fromEntries(Object.entries(loader).filter(([, kind]) => !hasAddress(kind))),
    define: { ...define, ...Object.fromEntries(variables) },
  };
}

/** Whether a loader gives an address. esbuild's own would differ between Node's code and the browser's. */
export function hasAddress(loader: Loader): boolean {
  return loader === "file" || loader === "copy";
}
