/** The source files of a site during development, and what to rebuild when one changes. */

import { existsSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import type { Config } from "../../config/config.ts";
import { PACKAGE_ROOT } from "../../files/package-root.ts";
import { realPath } from "../../files/real-path.ts";
import { statOf } from "../../files/stat-of.ts";
import type { WatchedFolders } from "../../files/watch-folders.ts";
import { definitionFile } from "../../generate/definition-file.ts";
import { publicFolder } from "../../generate/public-files.ts";
import { isUrl } from "../../util/is-url.ts";
import type { SiteCodes } from "./site-code.ts";

/** What to rebuild: all code, the stylesheets, only the render context, or nothing. */
export type RebuildScope = "all" | "styles" | "context" | "none";

const CODE = new Set([".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".json", ".css", ".scss", ".sass"]);
const NOT_CODE = new Set(["node_modules", "dist", "coverage"]);

export function createDevSources(options: {
  config: Config;
  /** Folders with files that no page depends on: output, state, content. */
  others: readonly string[];
  codes: Pick<SiteCodes, "inputs" | "places">;
}) {
  const { config, codes } = options;
  const others = new Set(options.others.map((folder) => realPath(folder)));
  const templates = join(realPath(PACKAGE_ROOT), "templates");
  const redirects = config.redirects.filter((entry) => typeof entry === "string").map((glob) => folderOf(glob, config));
  const badge = config.site.badge?.image;
  const pictures = badge && !isUrl(badge) ? [resolve(config.root, badge)] : [];
  const published = realPath(publicFolder(config));
  const isPublished = (path: string) => path.startsWith(`${published}/`);
  const siteFolders = () => [siteFolder(config), ...codes.places().folders].map((folder) => realPath(folder));
  const isSite = (path: string) => siteFolders().some((folder) => path.startsWith(`${folder}/`));

  return {
    folders(): WatchedFolders {
      const deep = [...siteFolders(), ...(existsSync(published) && !isSite(published) ? [published] : [])];
      const inputs = [...codes.inputs().all].filter((path) => !isSite(path) && !path.includes("/node_modules/"));
      const flat = new Set([...inputs, ...pictures].map((path) => dirname(path)));
      return { deep, flat: [...flat, templates, ...redirects].filter((folder) => existsSync(folder)) };
    },
    ignore: (folder: string) => NOT_CODE.has(basename(folder)) || others.has(folder),
    scopeOf(paths: ReadonlySet<string>): RebuildScope {
      const { all, styles, folders } = codes.inputs();
      const known = [...paths].filter((path) => all.has(path));
      const unknown = [...paths].filter((path) => !all.has(path) && !isPublished(path));
      if (known.some((path) => !styles.has(path) || !existsSync(path))) return "all";
      if (unknown.some((path) => isSite(path) && (CODE.has(extname(path)) || isFolder(path)))) return "all";
      if (known.length > 0) return "styles";
      const isPart = (path: string) =>
        Object.values(codes.places().icons).includes(path) ||
        pictures.includes(path) ||
        [templates, ...redirects].includes(dirname(path));
      if (unknown.some(isPart) || [...paths].some(isPublished)) return "context";
      return unknown.some((path) => folders.some((folder) => path.startsWith(`${folder}/`))) ? "styles" : "none";
    },
  };
}

/** The definition's folder, even if the file is missing. */
function siteFolder(config: Config): string {
  try {
    return dirname(definitionFile(config));
  } catch {
    return config.root;
  }
}

/** The part of a glob before the first wildcard. */
function folderOf(glob: string, { root }: Config): string {
  const fixed = glob.split(/[*?{[(!]/)[0] ?? "";
  return realPath(resolve(root, fixed.endsWith("/") ? fixed : dirname(fixed)));
}

/** A deleted path without a file extension may have been a folder. */
function isFolder(path: string): boolean {
  const info = statOf(path);
  return info ? info.isDirectory() : extname(path) === "";
}
