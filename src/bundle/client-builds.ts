/** esbuild's options for a site's browser code and stylesheets. */
import { realpathSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, resolve } from "node:path";
import { type BuildOptions, type BuildResult, build, type Message, type Plugin } from "esbuild";
import { aliasPlugins } from "./plugins/alias.ts";
import { commonChunkPlugin } from "./plugins/common-chunk.ts";
import { definitionInBrowserPlugin } from "./plugins/definition-in-browser.ts";
import { ownReactPlugin } from "./plugins/own-react.ts";
import { sitegenImportsPlugin, siteModulesPlugin } from "./plugins/site.ts";
import { type FilesInCode, siteFilesPlugin } from "./plugins/site-files.ts";
import { BASE_STYLES, LATE_STYLES, type StyleInputs, stylesPlugin, unitStyles } from "./plugins/styles.ts";
import { type StylesInCode, styleConditionPlugin, stylesInCodePlugin } from "./plugins/styles-in-code.ts";
import { esbuildOptions, type SiteBundler } from "./site-bundler.ts";
import { blockModule, type ClientSource, clientModules, shownBlocks, VIRTUAL_MODULES } from "./site-modules.ts";

export interface BundleOptions {
  packageRoot: string;
  minify: boolean;
  site: ClientSource;
  bundler: SiteBundler;
}

/** What is collected during bundling. */
export interface FoundInClient extends StylesInCode, FilesInCode, StyleInputs {}

export const ASSETS = "_assets";
export const BOOT = "src/client/boot.ts";
export const APP = "src/client/entry.tsx";
/** The preview, which only the visual editor loads, knows the scripts of all blocks. */
export const PREVIEW = "src/client/preview/preview.ts";
export const FLUSH = "src/parts/cache-page/flush-cache.ts";
export const CONSENT = "src/parts/consent/start.ts";

export function nothingFoundInClient(): FoundInClient {
  return { styles: new Set(), inputs: new Set(), folders: [], files: new Set() };
}

/** esbuild's result for each of `clientBuilds`. */
export type ClientResult = Pick<BuildResult<{ write: false; metafile: true }>, "outputFiles" | "metafile" | "warnings">;

/**
 * esbuild's options for the browser code. The boot script and the cache utility must be one file each, so they are
 * bundled separately from the app. `styles` are the stylesheets of `split` alone, which are faster to rebuild.
 */
export function clientBuilds(options: BundleOptions, found: Record<"split" | "styles", FoundInClient>) {
  // esbuild resolves symbolic links, so paths compared with its own must be resolved too.
  const root = realpathSync(options.packageRoot);
  const { site, bundler } = options;
  const common = commonOptions({ ...options, packageRoot: root }, outputFolder(root));
  const { loader, define } = esbuildOptions(bundler);
  const own = { ...common, loader: { ...common.loader, ...loader }, define: { ...define, ...common.define } };
  const { postcss } = bundler;
  const ofSite = (into: FoundInClient) => [
    ...bundler.plugins,
    ...aliasPlugins(bundler),
    siteFilesPlugin(bundler, into, root),
  ];
  return {
    single: { ...common, entryPoints: { boot: BOOT, ...(site.cachePage && { flush: FLUSH }) } },
    split: {
      ...own,
      splitting: true,
      entryPoints: {
        app: APP,
        "chunks/preview": PREVIEW,
        ...blockEntries(site),
        ...styleEntries(site),
        ...(site.consent?.starts && { consent: CONSENT }),
      },
      plugins: [
        definitionInBrowserPlugin(root, site.file, site.definers),
        siteModulesPlugin(root, clientModules(site, resolve(root, "src/kit/create-app.tsx"))),
        sitegenImportsPlugin(root, "browser"),
        ownReactPlugin(root),
        ...ofSite(found.split),
        stylesPlugin(root, site, { postcss, found: found.split }),
        styleConditionPlugin(),
        lazyCssPlugin(options.minify),
        stylesInCodePlugin(dirname(site.file), found.split, postcss),
        commonChunkPlugin(root, { entries: [APP, PREVIEW], site }),
        nodeOnlyCodePlugin,
      ],
    },
    styles: {
      ...own,
      entryPoints: styleEntries(site),
      plugins: [
        ...ofSite(found.styles),
        stylesPlugin(root, site, { postcss, found: found.styles }),
        styleConditionPlugin(),
      ],
    },
  } satisfies Record<string, BuildOptions>;
}

/** Output names by entry; the stylesheets of pages are named by their index, which is in no URL. */
function styleEntries({ styles }: ClientSource): Record<string, string> {
  const units = styles.units.map((_, place) => [`unit-${place}`, unitStyles(place)] as const);
  return { site: BASE_STYLES, late: LATE_STYLES, ...Object.fromEntries(units) };
}

function blockEntries(site: ClientSource): Record<string, string> {
  const entries = shownBlocks(site).map(
    ({ name }) => [`chunks/${name.replace(/[^\w-]+/g, "-")}`, VIRTUAL_MODULES + blockModule(name)] as const,
  );
  return Object.fromEntries(entries);
}

function commonOptions({ packageRoot, bundler, minify, site }: BundleOptions, outdir: string) {
  return {
    absWorkingDir: packageRoot,
    outdir,
    bundle: true,
    format: "esm",
    target: "es2022",
    ...NO_TOP_LEVEL_AWAIT,
    minify,
    write: false,
    metafile: true,
    jsx: "automatic",
    legalComments: "linked",
    entryNames: "[dir]/[name]-[hash]",
    chunkNames: "chunks/[name]-[hash]",
    assetNames: "fonts/[name]-[hash]",
    publicPath: `${bundler.base}${ASSETS}`,
    loader: { ".woff2": "file" },
    define: {
      "process.env.NODE_ENV": '"production"',
      CONSENT: String(site.consent !== null),
      SPECULATION: String(site.speculation),
      VIEW_TRANSITIONS: String(site.viewTransitions),
      SEARCH: String(site.search),
    },
    logLevel: "silent",
  } satisfies BuildOptions;
}

export function outputFolder(root: string): string {
  return resolve(root, "out", ASSETS);
}

/**
 * Loads a stylesheet on demand. esbuild writes the styles of a lazy chunk but does not report their URL, so `import url
 * from "./plugins/x.css?url"` emits the stylesheet as a hashed file and returns its URL. A <link> to it is allowed by style-src
 * 'self'.
 */
function lazyCssPlugin(minify: boolean): Plugin {
  return {
    name: "lazy-css",
    setup(plugin) {
      plugin.onResolve({ filter: /\.css\?url$/ }, ({ path, resolveDir }) => ({
        path: resolve(resolveDir, path.replace(/\?url$/, "")),
        namespace: "lazy-css",
      }));
      plugin.onLoad({ filter: /.*/, namespace: "lazy-css" }, async ({ path }) => {
        const { outputFiles } = await build({
          entryPoints: [path],
          bundle: true,
          minify,
          write: false,
          logLevel: "silent",
        });
        return { contents: outputFiles[0]?.contents ?? "", loader: "file" };
      });
    },
  };
}

/** Makes esbuild report each `await` at the top level of a module, with its place. */
const NO_TOP_LEVEL_AWAIT = { supported: { "top-level-await": false } } as const;

/**
 * For the browser: refuses top-level `await` and Node's modules in a site's files. What such a file fetches or reads,
 * and the keys it does that with, would be published.
 */
const nodeOnlyCodePlugin: Plugin = {
  name: "node-only-code",
  setup(plugin) {
    plugin.onEnd(({ errors }) => {
      for (const error of errors) {
        const reason = reasonFor(error);
        if (reason === "") continue;
        error.text = `This file is sent to browsers too, ${reason}`;
        error.notes = [];
      }
    });
  },
};

function reasonFor({ text }: Pick<Message, "text">): string {
  if (text.startsWith("Top-level await is not available")) {
    return "with every key in it, so nothing may be awaited at its top level.";
  }
  const missing = /^Could not resolve "([^"]+)"/.exec(text)?.[1] ?? "";
  return isBuiltin(missing) ? `which do not have Node's module "${missing}".` : "";
}
