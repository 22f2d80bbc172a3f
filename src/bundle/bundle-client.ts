import { createHash } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { build, type Location, type Message, type Metafile } from "esbuild";
import { type SiteFile, siteFilesByPath } from "../assets/site-file.ts";
import { valueHash } from "../files/hash.ts";
import { sitegenError } from "../problems/errors.ts";
import { bundleFailure } from "./bundle-failure.ts";
import {
  APP,
  ASSETS,
  BOOT,
  type BundleOptions,
  type ClientResult,
  CONSENT,
  clientBuilds,
  FLUSH,
  type FoundInClient,
  nothingFoundInClient,
  outputFolder,
  PREVIEW,
} from "./client-builds.ts";
import { isModule } from "./compile-style.ts";
import { isOfPackage } from "./is-of-package.ts";
import { nameByContent, type OutputFile } from "./name-by-content.ts";
import { type PageSheets, pageSheets } from "./page-sheets.ts";
import { BASE_STYLES, LATE_STYLES, unitStyles } from "./plugins/styles.ts";
import type { FoundIn } from "./postcss.ts";
import { reachedFrom } from "./reached-from.ts";
import { blockOfEntry } from "./site-modules.ts";
import { stableName } from "./stable-names.ts";

/** The browser code, in memory. Paths are relative to the output folder. */
export interface ClientBundle {
  files: OutputFile[];
  boot: string;
  app: string;
  /** Path of the cache utility's script; "" for a site without that page. */
  flush: string;
  /** Script that asks for consent and loads what was granted, before the app; "" if not needed. */
  consent: string;
  css: string;
  sheets: PageSheets;
  fonts: string[];
  /** Path of the preview's script. */
  preview: string;
  /** By block name: the block's script, then its imports besides the app's own; "app" for those of the app. */
  chunks: ReadonlyMap<string, readonly string[]>;
  metafile: Metafile;
  /** Files that code and styles refer to. */
  siteFiles: SiteFile[];
  /** Absolute paths of inputs that are not in the metafile. */
  inputs: string[];
  /** Folders whose files are inputs. */
  folders: FoundIn[];
  /** About the site's own stylesheets, with absolute paths. */
  warnings: Message[];
  /** Hash of all code and styles. */
  hash: string;
  /** Hash of the names that every page has, and so of what they stand for. */
  commonHash: string;
}

/**
 * Bundles the boot script, the app, a script per block, the cache utility's script, and the stylesheets. The same
 * sources give the same files, whatever folder they are in.
 */
export async function bundleClient(options: BundleOptions): Promise<ClientBundle> {
  const found = nothingFoundInClient();
  const { single, split } = clientBuilds(options, { split: found, styles: nothingFoundInClient() });
  try {
    return clientBundle(await Promise.all([build(single), build(split)]), options, [found]);
  } catch (cause) {
    throw bundleFailure(cause, {
      packageRoot: realpathSync(options.packageRoot),
      siteRoot: dirname(options.site.file),
      plugins: options.bundler.plugins,
    });
  }
}

/** The result of `split` with the stylesheets of a later build of `styles`. */
export function withStyles(split: ClientResult, styles: ClientResult): ClientResult {
  const old = stylesOutputs(split.metafile);
  const made = new Set(styles.outputFiles.map(({ path }) => path));
  const isOld = (path: string) => old.some((name) => path.replaceAll("\\", "/").endsWith(`/${name}`));
  const outputs = Object.entries(split.metafile.outputs).filter(([name]) => !old.includes(name));
  return {
    // Files that they refer to keep their names, which esbuild derives from the content.
    warnings: styles.warnings,
    outputFiles: [...split.outputFiles.filter(({ path }) => !made.has(path) && !isOld(path)), ...styles.outputFiles],
    metafile: {
      inputs: { ...split.metafile.inputs, ...styles.metafile.inputs },
      outputs: { ...Object.fromEntries(outputs), ...styles.metafile.outputs },
    },
  };
}

/** Paths of the stylesheets in esbuild's metafile. */
export function stylesOutputs({ outputs }: Metafile): string[] {
  return Object.entries(outputs).flatMap(([name, { entryPoint }]) => (entryPoint?.startsWith("styles:") ? [name] : []));
}

export function clientBundle(
  results: readonly ClientResult[],
  options: BundleOptions,
  found: readonly FoundInClient[],
): ClientBundle {
  const packageRoot = realpathSync(options.packageRoot);
  const { files: made, metafile, fonts } = named(results, { ...options, packageRoot });
  const outputs = outputsByEntry(metafile);
  const { styles } = options.site;
  const units = styles.units.map((_, place) => entryOutput(outputs, unitStyles(place)));
  const sheets = pageSheets({ made, styles, units, late: entryOutput(outputs, LATE_STYLES) });
  const common = made.filter(({ path }) => !units.includes(path));
  const files = [...common, ...sheets.files].sort((a, b) => (a.path < b.path ? -1 : 1));
  const boot = entryOutput(outputs, BOOT);
  const app = entryOutput(outputs, APP);
  const consent = options.site.consent?.starts ? entryOutput(outputs, CONSENT) : "";
  const css = entryOutput(outputs, BASE_STYLES);
  const chunks = blockChunks(metafile, outputs);
  return {
    files,
    boot,
    app,
    consent,
    css,
    fonts,
    chunks,
    metafile,
    flush: options.site.cachePage ? entryOutput(outputs, FLUSH) : "",
    sheets: sheets.sheets,
    preview: entryOutput(outputs, PREVIEW),
    ...besideMetafile(found, options),
    warnings: styleWarnings(
      results.flatMap(({ warnings }) => warnings),
      { root: packageRoot, ...options },
    ),
    hash: hashOf(files),
    commonHash: valueHash([boot, app, consent, css, sheets.sheets.late, fonts, chunks.get("app")]),
  };
}

function named(
  results: readonly ClientResult[],
  options: BundleOptions,
): { files: OutputFile[]; metafile: Metafile; fonts: string[] } {
  const outdir = outputFolder(options.packageRoot);
  const files = results.flatMap(({ outputFiles }) =>
    outputFiles.map(({ path, contents }) => ({
      path: `${ASSETS}/${relative(outdir, path).replaceAll("\\", "/")}`,
      bytes: contents,
    })),
  );
  const written = {
    inputs: Object.assign({}, ...results.map(({ metafile }) => metafile.inputs)),
    outputs: Object.assign({}, ...results.map(({ metafile }) => metafile.outputs)),
  } satisfies Metafile;
  const { files: renamed, metafile } = nameByContent(files, written, stableSources(written, options));
  return {
    files: renamed.sort((a, b) => (a.path < b.path ? -1 : 1)),
    metafile,
    fonts: fontFiles(metafile, options),
  };
}

function besideMetafile(
  found: readonly FoundInClient[],
  { bundler }: BundleOptions,
): Pick<ClientBundle, "siteFiles" | "inputs" | "folders"> {
  const siteFiles = siteFilesByPath(found.flatMap(({ files }) => [...files]));
  const sources = [...siteFiles.values()].map(({ source }) => source);
  const inputs = found.flatMap((one) => [...one.inputs]);
  return {
    siteFiles: [...siteFiles.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
    inputs: [...new Set([...sources, ...inputs, ...(bundler.postcss?.files ?? [])])].sort(),
    folders: found.flatMap(({ folders }) => folders),
  };
}

/** The sources of an output. */
function stableSources(metafile: Metafile, { packageRoot, site }: BundleOptions) {
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [short(path), output]));
  const folders = { root: packageRoot, site: dirname(site.file) };
  return (path: string) => Object.keys(outputs.get(path)?.inputs ?? {}).map((input) => stableName(input, folders));
}

/** Output path by entry point, relative to the output folder. */
function outputsByEntry(metafile: Metafile): Map<string, string> {
  return new Map(
    Object.entries(metafile.outputs).flatMap(([path, { entryPoint }]) =>
      entryPoint ? [[entryPoint.replace(/^styles:styles:/, "styles:"), short(path)] as const] : [],
    ),
  );
}

function entryOutput(outputs: ReadonlyMap<string, string>, entry: string): string {
  const path = outputs.get(entry);
  if (!path) throw sitegenError("BUNDLE_FAILED", { message: `The bundler made no output for ${entry}.` });
  return path;
}

/** The files a block needs: its script and its imports, without the app's own files. */
function blockChunks(metafile: Metafile, outputs: ReadonlyMap<string, string>): Map<string, string[]> {
  const byPath = new Map(Object.entries(metafile.outputs).map(([path, output]) => [short(path), output]));
  const importsOf = (path: string) =>
    (byPath.get(path)?.imports ?? []).flatMap((item) => (item.kind === "import-statement" ? short(item.path) : []));
  const closure = (path: string) => reachedFrom([path], importsOf);
  const own = closure(entryOutput(outputs, APP));
  const chunks = new Map<string, string[]>([["app", [...own].slice(1).sort()]]);
  for (const [entry, path] of outputs) {
    const name = blockOfEntry(entry);
    if (name === null) continue;
    const imports = [...closure(path)].filter((file) => file !== path && !own.has(file));
    chunks.set(name, [path, ...imports.sort()]);
  }
  return chunks;
}

/** Output paths of the fonts to preload. */
function fontFiles({ outputs }: Metafile, { packageRoot, site }: BundleOptions): string[] {
  return Object.entries(outputs).flatMap(([path, { inputs }]) =>
    Object.keys(inputs).some((input) => site.fonts.includes(resolve(packageRoot, input))) && !/\.css$/.test(path)
      ? [short(path)]
      : [],
  );
}

function short(path: string): string {
  return path.replace(/^.*?_assets\//, `${ASSETS}/`);
}

function hashOf(files: readonly { path: string; bytes: Uint8Array }[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(file.path).update("\0").update(file.bytes);
  return hash.digest("hex").slice(0, 16);
}

/** Warnings about CSS that browsers leave out: those about the site's own stylesheets, each once, at their places in the sources. */
function styleWarnings(
  messages: readonly Message[],
  { root, site, bundler }: Pick<BundleOptions, "site" | "bundler"> & { root: string },
): Message[] {
  const folder = dirname(site.file);
  const found = messages.flatMap((message): Message[] => {
    const { location, text } = message;
    if (!location || !/\.(?:css|scss|sass)$/.test(location.file)) return [];
    const file = resolve(root, location.file.replace(/^[a-z-]{2,}:/, ""));
    // What compiling a CSS module printed has been read before that, with its warnings.
    if (isOfPackage(file, [root, folder]) || (isModule(file) && message.pluginName === "")) return [];
    const placed = inSource({ ...location, file });
    if (placed) return [{ ...message, location: placed }];
    // Text that the file does not have is from one of Sass's imports, or was made by a plugin of PostCSS.
    return bundler.postcss ? [] : [{ ...message, location: null, text: `${relative(folder, file)}: ${text}` }];
  });
  return [...new Map(found.map((one) => [JSON.stringify([one.text, one.location]), one])).values()];
}

/** The place of the same text in the file itself; null if it does not have it. */
function inSource(location: Location): Location | null {
  const { file, line, lineText, column } = location;
  const lines = readFileSync(file, "utf8").split("\n");
  if (lineText === "" || lines[line - 1]?.startsWith(lineText)) return location;
  const at = lines.findIndex((text) => text.trim() === lineText.trim());
  if (at === -1) return null;
  const moved = (lines[at] ?? "").search(/\S/) - lineText.search(/\S/);
  return { ...location, line: at + 1, lineText: lines[at] ?? "", column: Math.max(0, column + moved) };
}
