import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { compileStyle, needsCompiling } from "../bundle/compile-style.ts";
import { isOfPackage } from "../bundle/is-of-package.ts";
import { isSiteFile } from "../bundle/plugins/site-files.ts";
import type { Postcss } from "../bundle/postcss.ts";
import type { ClientSource } from "../bundle/site-modules.ts";
import { splitStyles } from "../bundle/split-styles.ts";
import { classNamesOnly, type SourceText, sourceText, withoutImports } from "../bundle/style-classes.ts";
import { fileStamp, filesBelow } from "../files/file-hashes.ts";
import { PACKAGE_ROOT } from "../files/package-root.ts";
import { resolveNamedFile } from "./definition-file.ts";
import type { LoadedModules } from "./load-site.ts";
import type { BundledSite } from "./site-code-cache.ts";

/** Source files that were read, by path. */
export type ReadSources = Map<string, { source: SourceText; inputs: string[]; stamps: string }>;

/** The sources of a site's browser code and stylesheets. Files in `read` that have not changed are not read again. */
export async function clientSource(
  bundled: BundledSite,
  { blocks, routes, interactive, layout, site }: LoadedModules,
  { read = new Map(), postcss = null }: { read?: ReadSources; postcss?: Postcss | null } = {},
): Promise<ClientSource> {
  const { file, folders } = bundled;
  const entries = site.styles.map((path) => resolveNamedFile({ key: "styles", path, file }));
  const roots = [realpathSync(PACKAGE_ROOT), dirname(realpathSync(file))];
  const ofPackage = (path: string) => isOfPackage(path, roots);
  const ordered = inOrder(bundled.styles, { entries, folders, ofPackage });
  const partsOf = (wanted: (name: string) => boolean) =>
    layout.filter(({ name }) => wanted(name)).map((part) => part.file);
  return {
    file: realpathSync(file),
    blocks: blocks.map(({ name, component, isOfService, files }) => ({
      ...{ name, isOfService, files },
      exported: component?.exported ?? "",
    })),
    routes,
    interactive,
    layout,
    styles: splitStyles({
      ordered,
      entries,
      inCode: bundled.styles,
      blocks: [
        ...blocks.map(({ name, files }) => ({ name, component: files.component })),
        ...routes.map(({ name, file: component }) => ({ name, component })),
      ],
      layout: partsOf((name) => ["Layout", "Document", "richText"].includes(name)),
      errorPages: partsOf((name) => name === "ErrorPage" || name === "NotFound"),
      reach: bundled.reach,
      isOfPackage: ofPackage,
      sourceOf: await readSources(
        // Entry stylesheets are on every page, so their text is not needed. Other files than code and styles name no
        // classes.
        [...ordered.filter((path) => !entries.includes(path)), ...bundled.reach.modules].filter(
          (path) => !ofPackage(path) && !isSiteFile(path),
        ),
        { root: dirname(file), read, postcss },
      ),
    }),
    fonts: site.fonts.map((path) => resolveNamedFile({ key: "fonts", path, file })),
    common: bundled.common,
    kitUsers: bundled.kitUsers,
    definers: bundled.definers,
    consent: site.consent,
    parts: (site.parts ?? []).map(({ effect, styles }, place) => ({
      effect: partFile({ key: `parts.${place}.effect`, path: effect, file }),
      styles: styles === undefined ? null : partFile({ key: `parts.${place}.styles`, path: styles, file }),
    })),
    speculation: site.speculation !== null,
    viewTransitions: site.viewTransitions,
    search: (site.outputs ?? []).some(({ name }) => name === "search"),
    cachePage: site.cachePage,
  };
}

/** A file of a part: the site's own, or one that comes with the package. */
function partFile({ path, ...place }: { key: string; path: string; file: string }): string {
  const own = path.replace(/^sitegen(?:-storyblok)?\//, join(PACKAGE_ROOT, "src/parts/"));
  return resolveNamedFile({ ...place, path: own });
}

/** Content of the site's own source files, stylesheets already compiled to CSS. */
async function readSources(
  paths: readonly string[],
  { root, read, postcss }: { root: string; read: ReadSources; postcss: Postcss | null },
): Promise<(path: string) => SourceText> {
  const empty = sourceText("");
  for (const path of paths) {
    const known = read.get(path);
    if (known && known.inputs.map(fileStamp).join("\n") === known.stamps) continue;
    if (!existsSync(path)) {
      read.delete(path);
      continue;
    }
    // Before reading, so that a file saved meanwhile is read again next time.
    const stamp = fileStamp(path);
    const { text, others } = await readText(path, root, postcss);
    const inputs = [path, ...others];
    read.set(path, { source: sourceText(text), inputs, stamps: [stamp, ...others.map(fileStamp)].join("\n") });
  }
  return (path) => read.get(path)?.source ?? empty;
}

async function readText(
  path: string,
  root: string,
  postcss: Postcss | null,
): Promise<{ text: string; others: string[] }> {
  if (needsCompiling(path) || (postcss !== null && path.endsWith(".css"))) {
    try {
      const { css, inputs } = await compileStyle(path, root, { quiet: true, postcss });
      return { text: css, others: inputs };
    } catch (error) {
      if (postcss === null) throw error;
      return { text: "", others: [] }; // the bundler meets the error too, and says where it is
    }
  }
  const text = readFileSync(path, "utf8");
  return { text: /\.[jt]sx?$/.test(path) ? classText(text, path, root) : text, others: [] };
}

/** sitegen's own code may be installed below the site's folder or beside it, and the sample's is in its package. */
function classText(text: string, path: string, root: string): string {
  const site = realpathSync(root);
  const isOfSite = path.startsWith(`${site}/`) && !isOfPackage(path, [site]);
  const isOwn = path.startsWith(`${realpathSync(PACKAGE_ROOT)}/`) && !isOfSite;
  return isOwn ? classNamesOnly(text) : withoutImports(text);
}

const STYLE = /\.(?:css|scss|sass)$/;
/** Hidden files. CSS modules count if code imports them, partials if another stylesheet does. */
const NOT_BESIDE = /(?:^|[\\/])(?:[._]|node_modules[\\/]|[^\\/]*\.module\.)/;

/** Files of packages first, then the site's entries, then its blocks' by name, then the rest of the imports. */
function inOrder(
  inCode: readonly string[],
  of: { entries: readonly string[]; folders: readonly string[]; ofPackage(path: string): boolean },
): string[] {
  const { entries, folders, ofPackage } = of;
  const beside: string[] = [];
  for (const folder of folders) {
    const real = realpathSync(folder);
    const found = [...filesBelow(real, ".")].map(([path]) => path).filter((path) => STYLE.test(path));
    beside.push(
      ...found
        .filter((path) => !NOT_BESIDE.test(path))
        .map((path) => join(real, path))
        .sort(),
    );
  }
  return [...new Set([...inCode.filter(ofPackage), ...entries, ...beside, ...inCode])];
}
