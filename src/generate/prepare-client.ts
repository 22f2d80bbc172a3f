import { readFileSync, realpathSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import type { PublishableFile } from "../assets/site-file.ts";
import type { OutputFile } from "../bundle/name-by-content.ts";
import type { Config } from "../config/config.ts";
import { withBase } from "../content/rules/paths.ts";
import { contentHash } from "../files/hash.ts";
import { PACKAGE_ROOT } from "../files/package-root.ts";
import { sitegenError } from "../problems/errors.ts";
import type { Problem } from "../problems/problem.ts";
import { isUrl } from "../util/is-url.ts";
import { type CachedBundle, type ClientOptions, cachedClient } from "./client-cache.ts";
import { definitionFile } from "./definition-file.ts";
import { type OpenedSite, openSite } from "./open-site.ts";

export interface PreparedClient {
  bundle: CachedBundle;
  /** URLs; "" if the site has no such icon. */
  icons: { favicon: string; touchIcon: string };
  /** URL of the certification badge's image, or "". */
  badgeImage: string;
  /** Paths of the files, in the same order. */
  paths: readonly string[];
  /** Code, styles, fonts and icons of the site itself; read on demand. */
  files(): Promise<readonly OutputFile[]>;
  /** Files that the site's code and styles refer to, with the variants of pictures. */
  siteFiles(): Promise<readonly PublishableFile[]>;
}

/** The browser's code and the icons, as files to publish and addresses to refer to. */
export async function prepareClient(options: ClientOptions & { config: Config }): Promise<PreparedClient> {
  return toPreparedClient({ ...options, bundle: await cachedClient(options) });
}

/** A client bundle together with the site's own files. */
export function toPreparedClient(options: {
  config: Config;
  site: Pick<OpenedSite, "icons" | "siteFiles">;
  bundle: CachedBundle;
  stateDir: string;
}): PreparedClient {
  const { config, bundle, stateDir } = options;
  const { icons, siteFiles } = options.site;
  const referred = [...siteFiles, ...bundle.siteFiles];
  const { base } = config.site;
  const favicon = icons.favicon ? hashedFile(icons.favicon) : undefined;
  const touchIcon = icons.touchIcon ? hashedFile(icons.touchIcon) : undefined;
  const badge = badgeFile(config);
  const own = [favicon, touchIcon, badge].filter((file) => file !== undefined);
  const address = (file: OutputFile | undefined) => (file ? withBase(base, file.path) : "");
  return {
    bundle,
    icons: { favicon: address(favicon), touchIcon: address(touchIcon) },
    badgeImage: badge ? withBase(base, badge.path) : (config.site.badge?.image ?? ""),
    paths: [...bundle.paths, ...own.map(({ path }) => path), ...new Set(referred.map(({ path }) => path))],
    files: async () => [...(await bundle.files()), ...own],
    async siteFiles() {
      if (referred.length === 0) return [];
      const { publishableFiles, siteFilesByPath } = await import("../assets/site-file.ts"); // few sites have any
      return publishableFiles([...siteFilesByPath(referred).values()], join(stateDir, "assets", "variants"));
    },
  };
}

/** CSS in the site's stylesheets that browsers leave out. */
export async function styleProblemsOf({ bundle: { warnings } }: PreparedClient, config: Config): Promise<Problem[]> {
  if (warnings.length === 0) return [];
  const { styleProblems } = await import("../bundle/bundle-failure.ts"); // only if needed
  return styleProblems(warnings, {
    packageRoot: PACKAGE_ROOT,
    siteRoot: dirname(realpathSync(definitionFile(config))),
  });
}

/** The certification badge's image, if the configuration names a file and not a URL. */
function badgeFile({ site, root }: Config): OutputFile | undefined {
  const image = site.badge?.image;
  if (!image || isUrl(image)) return undefined;
  try {
    return hashedFile(resolve(root, image));
  } catch (cause) {
    throw sitegenError("CONFIG_INVALID", {
      message: `The key "site.badge.image" names ${image}, which cannot be read.`,
      cause,
    });
  }
}

function hashedFile(file: string): OutputFile {
  const bytes = readFileSync(file);
  const hash = contentHash(bytes).slice(0, 16);
  const extension = extname(file);
  return { path: `_assets/${basename(file, extension)}-${hash}${extension}`, bytes };
}

/** A site's code for Node and for the browser. */
export interface PreparedCode {
  opened: OpenedSite;
  client: PreparedClient;
}

/** Code for rendering outside of a build: the given code, or the state folder's. */
export async function prepareCode(options: {
  config: Config;
  stateDir: string;
  code?: PreparedCode | undefined;
}): Promise<PreparedCode> {
  if (options.code) return options.code;
  const opened = await openSite(options.config, options.stateDir);
  return { opened, client: await prepareClient({ ...options, site: opened }) };
}
