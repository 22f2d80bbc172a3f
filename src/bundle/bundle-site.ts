import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type BuildOptions, type BuildResult, build, type Metafile } from "esbuild";
import { type SiteFile, siteFilesByPath } from "../assets/site-file.ts";
import { decodeUriPart } from "../content/rules/decode.ts";
import { contentHash } from "../files/hash.ts";
import type { BlockFiles } from "../site/blocks/block-files.ts";
import { type BlockCode, blockCode } from "./block-code.ts";
import { bundleFailure } from "./bundle-failure.ts";
import { commonModules, definers, kitUsers } from "./common-modules.ts";
import { isOfPackage, packagesFirst } from "./is-of-package.ts";
import { aliasPlugins } from "./plugins/alias.ts";
import { sitegenImportsPlugin, siteModulesPlugin } from "./plugins/site.ts";
import { type EnvInCode, siteEnvPlugin } from "./plugins/site-env.ts";
import { type FilesInCode, siteFilePath, siteFilesPlugin } from "./plugins/site-files.ts";
import { type StylesInCode, stylesInCodePlugin } from "./plugins/styles-in-code.ts";
import { PLACE, watchedReactPlugin } from "./plugins/watched-react.ts";
import { reachedFrom } from "./reached-from.ts";
import { esbuildOptions, type SiteBundler } from "./site-bundler.ts";
import { serverModule, VIRTUAL_MODULES } from "./site-modules.ts";
import { withStableNames } from "./stable-names.ts";
import { type TransitiveImports, transitiveImports } from "./transitive-imports.ts";

/** A site's code for Node, as one module. */
export interface SiteCode {
  code: string;
  /** Hash of the code without this machine's folders, so that it is the same wherever the site lies. */
  hash: string;
  /** The source map, with sources relative to the definition's folder. */
  map: string;
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
  /** Modules that may declare sources or a definition. */
  definers: string[];
  /** Files whose addresses or content the code imports. */
  siteFiles: SiteFile[];
  /** Variables of `import.meta.env` that the code uses, with their values. */
  env: Record<string, string>;
}

/** What is collected during bundling. */
export interface FoundInCode extends StylesInCode, FilesInCode, EnvInCode {}

export interface SiteCodeOptions {
  packageRoot: string;
  /** Absolute path of the definition's file. */
  file: string;
  blocks: readonly BlockFiles[];
  /** The definition file's own imports, if known, so that these modules can be inspected. */
  imported: readonly string[];
  bundler: SiteBundler;
}

/**
 * Bundles definition, layout, blocks with their schemas and data files, and the renderer. React is external and
 * imported by absolute path, so that the module uses the same instance. Throws BUNDLE_FAILED with file and line.
 */
export async function bundleSite(options: SiteCodeOptions): Promise<SiteCode & { blockCode: BlockCode }> {
  const found = nothingFound();
  try {
    const result = await build(siteBuild(options, found));
    const made = siteCode(result, found, options);
    const definition = [realpathSync(options.file), ...made.imported];
    const root = realpathSync(options.packageRoot);
    const parts = { root, site: dirname(realpathSync(options.file)), definition, blocks: options.blocks };
    return { ...made, blockCode: blockCode(textOf(result.outputFiles, ".mjs"), result.metafile, parts) };
  } catch (cause) {
    throw bundleFailure(cause, {
      packageRoot: realpathSync(options.packageRoot),
      siteRoot: dirname(realpathSync(options.file)),
      plugins: options.bundler.plugins,
    });
  }
}

export function nothingFound(): FoundInCode {
  return { styles: new Set(), inputs: new Set(), files: new Set(), env: new Map() };
}

/**
 * esbuild's options for a site's code; `found` collects what is not in its result. In the text, folders of this machine
 * have placeholders.
 */
export function siteBuild(options: SiteCodeOptions, found: FoundInCode) {
  const { bundler } = options;
  const { loader, define } = esbuildOptions(bundler);
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
      js: `import { createRequire as sitegenRequire } from "node:module"; const require = sitegenRequire("${PLACE}site");`,
    },
    loader,
    define: {
      ...define,
      "process.env.NODE_ENV": '"production"',
      SITEGEN_ROOT: `"${PLACE}root"`,
      SITEGEN_SITE: `"${PLACE}site"`,
    },
    logLevel: "silent",
    plugins: [
      siteModulesPlugin(root, { server: serverModule({ ...options, file, app }) }),
      watchedReactPlugin(root),
      sitegenImportsPlugin(root, "node"),
      ...bundler.plugins,
      ...aliasPlugins(bundler),
      stylesInCodePlugin(dirname(file), found, bundler.postcss),
      siteFilesPlugin(bundler, found, root),
      siteEnvPlugin({ root, site: dirname(file) }, { env: bundler.env, found }),
    ],
  } satisfies BuildOptions;
}

export function siteCode(
  { outputFiles, metafile }: Pick<BuildResult<{ write: false; metafile: true }>, "outputFiles" | "metafile">,
  found: FoundInCode,
  options: SiteCodeOptions,
): SiteCode {
  const root = realpathSync(options.packageRoot);
  const file = realpathSync(options.file);
  const paths = Object.keys(metafile.inputs).flatMap((path) =>
    /^(sitegen|style-in-code|watched-react):/.test(path) ? [] : [siteFilePath(path) ?? path],
  );
  const imported = importsOf(metafile, file, root);
  const components = options.blocks.flatMap(({ component }) => component ?? []);
  const text = textOf(outputFiles, ".mjs");
  return {
    code: inPlace(text, { root, file }),
    hash: contentHash(withStableNames(text, metafile.inputs, { root, site: dirname(file) })),
    map: fromSite(textOf(outputFiles, ".map"), { root, site: dirname(file) }),
    inputs: [...new Set([...paths.map((path) => resolve(root, path)), ...inputsOf(found, options)])].sort(),
    imported,
    reach: transitiveImports(metafile, { root, from: [file, ...imported, ...components] }),
    styles: packagesFirst([...found.styles], [root, dirname(file)]),
    common: commonModules(metafile, { root, blocks: options.blocks }),
    kitUsers: kitUsers(metafile, root),
    definers: definers(metafile, root),
    siteFiles: [...siteFilesByPath(found.files).values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
    env: Object.fromEntries([...found.env].sort()),
  };
}

/** Inputs that esbuild does not know. */
function inputsOf({ styles, inputs, files }: FoundInCode, { bundler }: SiteCodeOptions): string[] {
  return [...styles, ...inputs, ...[...files].map(({ source }) => source), ...(bundler.postcss?.files ?? [])];
}

function textOf(files: readonly { path: string; text: string }[], ending: string): string {
  return files.find(({ path }) => path.endsWith(ending))?.text ?? "";
}

const PLACES = new RegExp(`"${PLACE}(root|site|react(?:-dom)?(?:/[\\w.-]+)*)"`, "g");

/** The text with the folders of this machine in place of their placeholders. */
function inPlace(text: string, { root, file }: { root: string; file: string }): string {
  const require = createRequire(join(root, "package.json"));
  const placeOf = (name: string) => ({ root, site: file })[name] ?? pathToFileURL(require.resolve(name)).href;
  return text.replace(PLACES, (_, name: string) => JSON.stringify(placeOf(name)));
}

/** Makes source paths relative to the site's folder; esbuild's are URLs relative to its working folder. */
function fromSite(map: string, { root, site }: { root: string; site: string }): string {
  const parsed = JSON.parse(map) as { sources: string[] };
  // Those of plugins are no URLs.
  const sources = parsed.sources.map((path) =>
    relative(site, resolve(root, decodeUriPart(path))).replaceAll("\\", "/"),
  );
  return JSON.stringify({ ...parsed, sources });
}

/**
 * Modules of the site that the file imports directly and indirectly, without types and packages. In the order of the
 * imports, which does not depend on where the folders are.
 */
function importsOf({ inputs }: Metafile, file: string, root: string): string[] {
  const byPath = new Map(Object.entries(inputs).map(([path, input]) => [resolve(root, path), input]));
  const found = reachedFrom([file], (path) =>
    (byPath.get(path)?.imports ?? []).flatMap(({ external, path: imported }) => {
      const full = resolve(root, imported);
      return !external && /\.[jt]sx?$/.test(imported) && !isOfPackage(full, [root, dirname(file)]) ? full : [];
    }),
  );
  return [...found].slice(1);
}
