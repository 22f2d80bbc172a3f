/** What a site's configuration adds to the bundler, opened for a build. */
import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { SiteBundler } from "../bundle/site-bundler.ts";
import { bundlerPlugins } from "../config/bundler-settings.ts";
import type { Config } from "../config/config.ts";
import { importConfig } from "../config/import-config.ts";
import { shortHash } from "../files/hash.ts";
import { PACKAGE_ROOT } from "../files/package-root.ts";
import { readOrNull } from "../files/read-or-null.ts";
import { messageOf } from "../problems/cause.ts";
import { sitegenError } from "../problems/errors.ts";
import { definitionFile } from "./definition-file.ts";
import type { SiteConfig } from "./load-site.ts";

/** Throws CONFIG_INVALID (exit 2) for a configuration of PostCSS that cannot be used. */
export async function openBundler(config: SiteConfig): Promise<SiteBundler> {
  const { bundler, root, file, site } = config;
  const { loader = {}, define = {}, alias = {} } = bundler ?? {};
  return {
    base: site.base,
    loader,
    define,
    alias,
    plugins: bundler ? await bundlerPlugins({ bundler, file, root }) : [],
    root,
    env: siteVariables(config),
    postcss: await postcssOf(postcssFile(config)),
    publicFolder: config.public === undefined ? "" : resolve(root, config.public),
  };
}

/** The values of `import.meta.env`, by name. */
export function siteVariables({
  publicVariables = {},
  environment = "production",
}: Partial<Pick<Config, "publicVariables" | "environment">>): Record<string, string> {
  return { ...publicVariables, ENVIRONMENT: environment };
}

/** Files of the site's folder by which the bundler reads all others: how packages are imported, paths, JSX. */
const READ_BY = ["package.json", "tsconfig.json"];

/** Identifies what the bundler gets besides the site's files, without opening it. */
export function bundlerKey(config: SiteConfig): string {
  const postcss = postcssFile(config);
  const own = config.bundler?.key ?? "";
  const installed = own === "" && postcss === undefined ? "" : installedPackages(config.root);
  const readBy = READ_BY.map((name) => shortHash(readOrNull(join(config.root, name)) ?? ""));
  return JSON.stringify([own, postcss && relative(PACKAGE_ROOT, postcss), installed, ...readBy]);
}

/** Where npm, pnpm and Yarn write down what they have installed. */
const INSTALLED = [".package-lock.json", ".pnpm/lock.yaml", ".yarn-state.yml", ".yarn-integrity"];

/** Hash of the versions of all packages: another one of a plugin makes other files. "" if it is not known. */
function installedPackages(folder: string): string {
  const [listed] = INSTALLED.flatMap((name) => readOrNull(join(folder, "node_modules", name)) ?? []);
  if (listed) return shortHash(listed);
  return dirname(folder) === folder ? "" : installedPackages(dirname(folder));
}

const NAMES = ["mjs", "js", "ts", "mts", "cjs", "cts", "json"].map((ending) => `postcss.config.${ending}`);

/** The configuration beside the definition, or else in the site's folder; undefined if there is none. */
function postcssFile(config: SiteConfig): string | undefined {
  const folders = [dirname(definitionFile(config)), config.root];
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}

/** The configuration of PostCSS and what it imports besides packages. */
export async function postcssFiles(config: SiteConfig): Promise<readonly string[]> {
  const file = postcssFile(config);
  return file === undefined ? [] : (await importConfig(file, process.env)).files;
}

async function postcssOf(file: string | undefined): Promise<SiteBundler["postcss"]> {
  if (file === undefined) return null;
  try {
    const { openPostcss } = await import("../bundle/postcss.ts"); // only if needed
    return await openPostcss(file, await importConfig(file, process.env));
  } catch (cause) {
    const message = messageOf(cause);
    throw sitegenError("CONFIG_INVALID", { message, where: file, cause });
  }
}
