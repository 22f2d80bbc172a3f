import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type PartialMessage, type Plugin } from "esbuild";
import type { FoundIn, Postcss } from "./postcss.ts";

export interface CompiledStyle {
  css: string;
  /** For a CSS module: its local names with their global ones. */
  names: Record<string, string> | null;
  /** Absolute paths of its other inputs. */
  inputs: string[];
  /** Folders whose files are inputs too. */
  folders: FoundIn[];
  warnings: PartialMessage[];
}

/** True for stylesheets that are Sass or CSS modules; esbuild reads plain CSS itself. */
export function needsCompiling(path: string): boolean {
  return /\.(?:scss|sass)$/.test(path) || isModule(path);
}

/**
 * Compiles Sass if the site has `sass` installed, then applies PostCSS if the site has it, and gives the names of a CSS
 * module global ones, the same for Node, browser and stylesheet on every machine. `root` is the definition's folder.
 * With `quiet` Sass prints no warnings: compiling for the stylesheet prints them.
 */
export async function compileStyle(
  path: string,
  root: string,
  { quiet = false, postcss = null }: { quiet?: boolean; postcss?: Postcss | null } = {},
): Promise<CompiledStyle> {
  const sass = /\.(?:scss|sass)$/.test(path);
  const written = sass ? await compileSass(path, quiet) : { css: await readFile(path, "utf8"), inputs: [] };
  const none = { css: written.css, inputs: [], folders: [], warnings: [] };
  const { css, inputs: others, ...rest } = postcss ? await postcss.run(written.css, path) : none;
  const made = isModule(path) ? await compileModule(css, path, root) : { css, names: null, warnings: [] };
  const warnings = [...rest.warnings, ...made.warnings];
  return { ...made, ...rest, warnings, inputs: [...written.inputs, ...others] };
}

export function isModule(path: string): boolean {
  return /\.module\.(?:css|scss|sass)$/.test(path);
}

interface Logger {
  warn(): void;
  debug(): void;
}

const SILENT: Logger = { warn: () => undefined, debug: () => undefined };

interface Sass {
  compileAsync(path: string, options: { logger?: Logger }): Promise<{ css: string; loadedUrls: URL[] }>;
}

async function compileSass(path: string, quiet: boolean): Promise<Pick<CompiledStyle, "css" | "inputs">> {
  const { compileAsync } = await loadSass(path);
  const { css, loadedUrls } = await compileAsync(path, quiet ? { logger: SILENT } : {});
  return { css, inputs: loadedUrls.map((url) => fileURLToPath(url)).filter((one) => one !== path) };
}

async function loadSass(path: string): Promise<Sass> {
  let file: string;
  try {
    file = createRequire(path).resolve("sass");
  } catch (cause) {
    throw new Error(`${path} needs Sass, which is not installed. Run \`npm install --save-dev sass\`.`, { cause });
  }
  const module = (await import(pathToFileURL(file).href)) as Sass & { default?: Sass };
  return module.default ?? module;
}

async function compileModule(
  css: string,
  path: string,
  root: string,
): Promise<Pick<CompiledStyle, "css" | "names" | "warnings">> {
  const place = relative(root, path).replaceAll("\\", "/");
  const hash = createHash("sha256").update(place).digest("hex").slice(0, 6);
  const name = `${basename(path).replace(/\.module\.\w+$/, "")}-${hash}`;
  const { outputFiles, warnings } = await build({
    stdin: { contents: 'import names from "module:css"; export default names;', resolveDir: dirname(path) },
    bundle: true,
    format: "esm",
    outdir: "module",
    write: false,
    logLevel: "silent",
    plugins: [modulePlugin({ css, name, folder: dirname(path) })],
  });
  const textOf = (ending: string) => outputFiles.find((file) => file.path.endsWith(ending))?.text ?? "";
  const code = Buffer.from(textOf(".js")).toString("base64");
  const { default: names } = (await import(`data:text/javascript;base64,${code}`)) as {
    default: Record<string, string>;
  };
  const placed = warnings.map(({ text, notes, location }) => ({
    text,
    notes,
    location: location && { ...location, file: path },
  }));
  return { css: textOf(".css"), names, warnings: placed };
}

/** esbuild derives local names from the file's name. Files referenced by the style are left alone. */
function modulePlugin({ css, name, folder }: { css: string; name: string; folder: string }): Plugin {
  return {
    name: "css-module",
    setup(plugin) {
      plugin.onResolve({ filter: /^module:css$/ }, () => ({ path: `${name}.module.css`, namespace: "css-module" }));
      plugin.onLoad({ filter: /.*/, namespace: "css-module" }, () => ({
        contents: css,
        loader: "local-css",
        resolveDir: folder,
      }));
      plugin.onResolve({ filter: /^\./, namespace: "css-module" }, ({ path, kind }) =>
        kind === "url-token" ? { path, external: true } : undefined,
      );
    },
  };
}
