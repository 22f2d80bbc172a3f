import { realpathSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { type BuildOptions, type BuildResult, build, type Metafile } from "esbuild";
import type { BlockFiles } from "../site/block-files.ts";
import { bundleFailure } from "./bundle-failure.ts";
import { commonModules, definers, kitUsers } from "./common-modules.ts";
import { sitegenImportsPlugin, siteModulesPlugin } from "./plugins/site.ts";
import { type StylesInCode, stylesInCodePlugin } from "./plugins/styles-in-code.ts";
import { watchedReactPlugin } from "./plugins/watched-react.ts";
import { serverModule, VIRTUAL_MODULES } from "./site-modules.ts";
import { type TransitiveImports, transitiveImports } from "./transitive-imports.ts";

/** A site's code for Node, as one module. */
export interface SiteCode {
  code: string;
  /** The source map, with sources relative to the definition's folder. */
  map: string;
  /** Absolute paths of all inputs. */
  inputs: string[];
  /** Absolute paths of the definition file's own imports. */
  imported: string[];
  /** Everything the blocks' components and the definition's imports import in turn. */
  reach: TransitiveImports;
  /** Stylesheets imported by code, those of packages first. */
  styles: string[];
  /** Modules that many blocks use. */
  common: string[];
  /** Modules that import the kit. */
  kitUsers: string[];
  /** Modules that declare sources. */
  definers: string[];
}

export interface SiteCodeOptions {
  /** sitegen's own folder. */
  packageRoot: string;
  /** Absolute path of the definition's file. */
  file: string;
  blocks: readonly BlockFiles[];
  /** The definition file's own imports, if known, so that these modules can be inspected. */
  imported: readonly string[];
}

/**
 * Bundles definition, layout, blocks with their schemas and data files, and the renderer. React is external and
 * imported by absolute path, so that the module uses the same instance. Throws BUNDLE_FAILED with file and line.
 */
export async function bundleSite(options: SiteCodeOptions): Promise<SiteCode> {
  const styles = emptyStyles();
  try {
    return siteCode(await build(siteBuild(options, styles)), styles, options);
  } catch (cause) {
    throw bundleFailure(cause, {
      packageRoot: realpathSync(options.packageRoot),
      siteRoot: dirname(realpathSync(options.file)),
    });
  }
}

export function emptyStyles(): StylesInCode {
  return { files: new Set(), inputs: new Set() };
}

/** esbuild's options for a site's code; `styles` collects imported stylesheets. */
export function siteBuild(options: SiteCodeOptions, styles: StylesInCode) {
  const root = realpathSync(options.packageRoot);
  const file = realpathSync(options.file);
  const app = resolve(root, "src/kit/create-app.tsx");
  return {
    absWorkingDir: root,
    entryPoints: [`${VIRTUAL_MODULES}server`],
    outfile: "site.mjs",
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    jsx: "automatic",
    write: false,
    metafile: true,
    sourcemap: "external",
    sourcesContent: false,
    // The site's dependencies may still use require for Node's modules.
    banner: {
      js: `import { createRequire as sitegenRequire } from "node:module"; const require = sitegenRequire(${JSON.stringify(file)});`,
    },
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "silent",
    plugins: [
      siteModulesPlugin(root, { server: serverModule({ ...options, file, app }) }),
      watchedReactPlugin(root),
      sitegenImportsPlugin(root),
      stylesInCodePlugin(dirname(file), styles),
    ],
  } satisfies BuildOptions;
}

/** The result from esbuild's output. */
export function siteCode(
  { outputFiles, metafile }: Pick<BuildResult<{ write: false; metafile: true }>, "outputFiles" | "metafile">,
  styles: StylesInCode,
  options: SiteCodeOptions,
): SiteCode {
  const root = realpathSync(options.packageRoot);
  const file = realpathSync(options.file);
  const paths = Object.keys(metafile.inputs).filter((path) => !/^(sitegen|style-in-code|watched-react):/.test(path));
  const imported = importsOf(metafile, file, root);
  const components = options.blocks.flatMap(({ component }) => component ?? []);
  return {
    code: textOf(outputFiles, ".mjs"),
    map: fromSite(textOf(outputFiles, ".map"), { root, site: dirname(file) }),
    inputs: [...paths.map((path) => resolve(root, path)), ...styles.files, ...styles.inputs].sort(),
    imported,
    reach: transitiveImports(metafile, { root, from: [file, ...imported, ...components] }),
    styles: [...styles.files].sort(packagesFirst),
    common: commonModules(metafile, { root, blocks: options.blocks }),
    kitUsers: kitUsers(metafile, root),
    definers: definers(metafile, root),
  };
}

function textOf(files: readonly { path: string; text: string }[], ending: string): string {
  return files.find(({ path }) => path.endsWith(ending))?.text ?? "";
}

/** Makes source paths relative to the site's folder; esbuild's are relative to its working folder. */
function fromSite(map: string, { root, site }: { root: string; site: string }): string {
  const parsed = JSON.parse(map) as { sources: string[] };
  const sources = parsed.sources.map((path) => relative(site, resolve(root, path)).replaceAll("\\", "/"));
  return JSON.stringify({ ...parsed, sources });
}

/**
 * Modules of the site that the file imports directly and indirectly, without types and packages. In the order of the
 * imports, which does not depend on where the folders are.
 */
function importsOf({ inputs }: Metafile, file: string, root: string): string[] {
  const byPath = new Map(Object.entries(inputs).map(([path, input]) => [resolve(root, path), input]));
  const found = new Set([file]);
  for (const path of found) {
    for (const { external, path: imported } of byPath.get(path)?.imports ?? []) {
      const full = resolve(root, imported);
      if (!external && /\.[jt]sx?$/.test(imported) && !isOfPackage(full, [root, dirname(file)])) found.add(full);
    }
  }
  return [...found].slice(1);
}

/** True for a file of a dependency. The given folders may be in node_modules themselves. */
function isOfPackage(path: string, folders: readonly string[]): boolean {
  const folder = folders.find((one) => path.startsWith(`${one}/`)) ?? "";
  return path.slice(folder.length).includes("/node_modules/");
}

function packagesFirst(a: string, b: string): number {
  const place = (path: string) => (path.includes("/node_modules/") ? 0 : 1);
  return place(a) - place(b) || (a < b ? -1 : 1);
}
