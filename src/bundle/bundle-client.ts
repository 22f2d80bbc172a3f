import { createHash } from "node:crypto";
import { relative, resolve } from "node:path";
import { build, type Metafile, type OutputFile } from "esbuild";
import fg from "fast-glob";
import { sitegenError } from "../errors.ts";
import { lazyCssPlugin } from "./lazy-css.ts";

export interface BundleOptions {
  /** sitegen's own folder. */
  packageRoot: string;
  /** Base path of the site: stylesheets name their fonts with it. */
  base: string;
  minify: boolean;
}

/** The browser's code, in memory. Paths are below the output folder. */
export interface ClientBundle {
  files: { path: string; bytes: Uint8Array }[];
  boot: string;
  app: string;
  /** The cache utility's script. */
  flush: string;
  css: string;
  fonts: string[];
  /** Files that a block's chunk consists of beside the app's own, by block name. */
  chunks: ReadonlyMap<string, readonly string[]>;
  metafile: Metafile;
  /** Changes with every byte of code or style. */
  hash: string;
}

const ASSETS = "_assets";

/** Bundles boot script, app, a chunk for each block, and one stylesheet. */
export async function bundleClient(options: BundleOptions): Promise<ClientBundle> {
  const outdir = resolve(options.packageRoot, "out", ASSETS);
  const result = await run(options, outdir);
  const files = result.outputFiles.map((file) => toFile(file, outdir)).sort((a, b) => (a.path < b.path ? -1 : 1));
  const outputs = outputsByEntry(result.metafile);
  return {
    files,
    boot: entryOutput(outputs, "src/client/boot.ts"),
    app: entryOutput(outputs, "src/client/entry.tsx"),
    flush: entryOutput(outputs, "src/client/flush-cache.ts"),
    css: entryOutput(outputs, "styles:site"),
    fonts: files.map((file) => file.path).filter((path) => /-latin-[^/]*\.woff2$/.test(path)),
    chunks: blockChunks(result.metafile, outputs),
    metafile: result.metafile,
    hash: hashOf(files),
  };
}

async function run({ packageRoot, base, minify }: BundleOptions, outdir: string) {
  try {
    return await build({
      absWorkingDir: resolve(packageRoot),
      entryPoints: {
        boot: "src/client/boot.ts",
        app: "src/client/entry.tsx",
        flush: "src/client/flush-cache.ts",
        site: "styles:site",
      },
      outdir,
      bundle: true,
      splitting: true,
      format: "esm",
      target: "es2022",
      minify,
      write: false,
      metafile: true,
      jsx: "automatic",
      legalComments: "linked",
      entryNames: "[name]-[hash]",
      chunkNames: "chunks/[name]-[hash]",
      assetNames: "fonts/[name]-[hash]",
      publicPath: `${base}${ASSETS}`,
      loader: { ".woff2": "file" },
      define: { "process.env.NODE_ENV": '"production"' },
      logLevel: "silent",
      plugins: [stylesPlugin(resolve(packageRoot)), lazyCssPlugin(minify)],
    });
  } catch (cause) {
    throw sitegenError("BUNDLE_FAILED", { message: cause instanceof Error ? cause.message : String(cause), cause });
  }
}

/** The one stylesheet: the base styles in the order of layers.css, then those of blocks and client, sorted. */
function stylesPlugin(root: string) {
  const order = ["layers", "tokens", "reset", "base", "print"];
  return {
    name: "styles",
    setup(plugin: import("esbuild").PluginBuild) {
      plugin.onResolve({ filter: /^styles:site$/ }, () => ({ path: "styles:site", namespace: "styles" }));
      plugin.onLoad({ filter: /.*/, namespace: "styles" }, async () => {
        const base = await fg("templates/styles/*.css", { cwd: root });
        const rank = (path: string) => order.findIndex((name) => path.endsWith(`/${name}.css`));
        const sorted = base.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
        const blocks = (await fg(["src/blocks/**/*.css", "src/client/styles/*.css"], { cwd: root })).sort();
        const contents = [...sorted, ...blocks].map((path) => `@import ${JSON.stringify(`./${path}`)};`).join("\n");
        return { contents, loader: "css" as const, resolveDir: root };
      });
    },
  };
}

function toFile(file: OutputFile, outdir: string): { path: string; bytes: Uint8Array } {
  return { path: `${ASSETS}/${relative(outdir, file.path).replaceAll("\\", "/")}`, bytes: file.contents };
}

/** Output path below the output folder, by entry point. */
function outputsByEntry(metafile: Metafile): Map<string, string> {
  return new Map(
    Object.entries(metafile.outputs).flatMap(([path, output]) =>
      output.entryPoint
        ? [
            [
              output.entryPoint.replace(/^styles:styles:/, "styles:"),
              path.replace(/^.*?_assets\//, `${ASSETS}/`),
            ] as const,
          ]
        : [],
    ),
  );
}

function entryOutput(outputs: ReadonlyMap<string, string>, entry: string): string {
  const path = outputs.get(entry);
  if (!path) throw sitegenError("BUNDLE_FAILED", { message: `The bundler made no output for ${entry}.` });
  return path;
}

/** Which files a block needs: its chunk and what that imports, the app's own files left out. */
function blockChunks(metafile: Metafile, outputs: ReadonlyMap<string, string>): Map<string, string[]> {
  const byPath = new Map(Object.entries(metafile.outputs).map(([path, output]) => [short(path), output]));
  const closure = (path: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(path)) return seen;
    seen.add(path);
    for (const item of byPath.get(path)?.imports ?? [])
      if (item.kind === "import-statement") closure(short(item.path), seen);
    return seen;
  };
  const own = closure(entryOutput(outputs, "src/client/entry.tsx"));
  const chunks = new Map<string, string[]>();
  for (const [entry, path] of outputs) {
    const name = /src\/blocks\/([A-Z]\w*)\/\1\.tsx$/.exec(entry)?.[1];
    if (name) chunks.set(name, [...closure(path)].filter((file) => !own.has(file)).sort());
  }
  return chunks;
}

function short(path: string): string {
  return path.replace(/^.*?_assets\//, `${ASSETS}/`);
}

function hashOf(files: readonly { path: string; bytes: Uint8Array }[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(file.path).update("\0").update(file.bytes);
  return hash.digest("hex").slice(0, 16);
}
