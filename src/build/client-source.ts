import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import fg from "fast-glob";
import { compileStyle, needsCompiling } from "../bundle/compile-style.ts";
import type { ClientSource } from "../bundle/site-modules.ts";
import { splitStyles } from "../bundle/split-styles.ts";
import { classNamesOnly, type SourceText, sourceText, withoutImports } from "../bundle/style-classes.ts";
import { PACKAGE_ROOT } from "../package-root.ts";
import { namedFile } from "./definition-file.ts";
import type { LoadedModules } from "./loaded-site.ts";
import { type BundledSite, stampOf } from "./site-code-cache.ts";

/** Files that were looked into, by path. */
export type ReadSources = Map<string, { source: SourceText; inputs: string[]; stamps: string }>;

/**
 * What the browser's code and the stylesheets of a site are made from; a file that is in `read` unchanged is not read
 * again.
 */
export async function clientSource(
  bundled: BundledSite,
  { blocks, interactive, layout, site }: LoadedModules,
  read: ReadSources = new Map(),
): Promise<ClientSource> {
  const { file, folders } = bundled;
  const entries = site.styles.map((path) => namedFile({ key: "styles", path, file }));
  const ordered = await inOrder(bundled.styles, entries, folders);
  const isOfPackage = packageCheck([realpathSync(PACKAGE_ROOT), dirname(realpathSync(file))]);
  const partsOf = (wanted: (name: string) => boolean) =>
    layout.filter(({ name }) => wanted(name)).map((part) => part.file);
  return {
    file: realpathSync(file),
    blocks: blocks.map(({ name, component, files }) => ({ name, exported: component?.exported ?? "", files })),
    interactive,
    layout,
    styles: splitStyles({
      ordered,
      entries,
      inCode: bundled.styles,
      blocks: blocks.map(({ name, files }) => ({ name, component: files.component })),
      layout: partsOf((name) => name === "Layout" || name === "Document"),
      errorPages: partsOf((name) => name === "ErrorPage" || name === "NotFound"),
      reach: bundled.reach,
      isOfPackage,
      sourceOf: await readSources(
        [...ordered, ...bundled.reach.modules].filter((path) => !isOfPackage(path)),
        { root: dirname(file), read },
      ),
    }),
    fonts: site.fonts.map((path) => namedFile({ key: "fonts", path, file })),
    common: bundled.common,
    kitUsers: bundled.kitUsers,
    consent: site.consent,
  };
}

/** What is in the site's own files; stylesheets as the browser reads them. */
async function readSources(
  paths: readonly string[],
  { root, read }: { root: string; read: ReadSources },
): Promise<(path: string) => SourceText> {
  const empty = sourceText("");
  for (const path of paths) {
    const known = read.get(path);
    if (known && known.inputs.map(stampOf).join("\n") === known.stamps) continue;
    if (!existsSync(path)) {
      read.delete(path);
      continue;
    }
    // Before it is read: what is saved meanwhile is then seen the next time.
    const stamp = stampOf(path);
    const { text, others } = await readText(path, root);
    const inputs = [path, ...others];
    read.set(path, { source: sourceText(text), inputs, stamps: [stamp, ...others.map(stampOf)].join("\n") });
  }
  return (path) => read.get(path)?.source ?? empty;
}

/** Tells files of dependencies; the program and the site may be among dependencies themselves. */
function packageCheck(folders: readonly string[]): (path: string) => boolean {
  return (path) => {
    const folder = folders.find((one) => path.startsWith(`${one}/`)) ?? "";
    return path.slice(folder.length).includes("/node_modules/");
  };
}

async function readText(path: string, root: string): Promise<{ text: string; others: string[] }> {
  if (needsCompiling(path)) {
    const { css, inputs } = await compileStyle(path, root);
    return { text: css, others: inputs };
  }
  const text = readFileSync(path, "utf8");
  return { text: /\.[jt]sx?$/.test(path) ? classText(text, path, root) : text, others: [] };
}

function classText(text: string, path: string, root: string): string {
  const isOwn = path.startsWith(`${realpathSync(PACKAGE_ROOT)}/src/`) && !path.startsWith(`${realpathSync(root)}/`);
  return isOwn ? classNamesOnly(text) : withoutImports(text);
}

/** Those of packages first, then the site's entries, then its blocks' by name, then what else its code imports. */
async function inOrder(
  inCode: readonly string[],
  entries: readonly string[],
  folders: readonly string[],
): Promise<string[]> {
  const packages = inCode.filter((path) => path.includes("/node_modules/"));
  const beside: string[] = [];
  for (const folder of folders) {
    const found = await fg("**/*.{css,scss,sass}", {
      cwd: realpathSync(folder),
      absolute: true,
      // A module counts where code imports it, a partial where another stylesheet does.
      ignore: ["**/node_modules/**", "**/*.module.*", "**/_*"],
    });
    beside.push(...found.sort());
  }
  return [...new Set([...packages, ...entries, ...beside, ...inCode])];
}
