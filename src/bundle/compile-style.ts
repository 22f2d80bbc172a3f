import { readFile } from "node:fs/promises";
import { basename, dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { contentHash } from "../files/hash.ts";
import { importOfSite, type Postcss, type ProcessedStyle } from "./postcss.ts";

interface CompiledStyle extends ProcessedStyle {
  /** For a CSS module: its local names with their global ones. */
  names: Record<string, string> | null;
}

interface StyleOptions {
  quiet?: boolean;
  postcss?: Postcss | null;
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
export async function compileStyle(path: string, root: string, options: StyleOptions = {}): Promise<CompiledStyle> {
  const written = await compileText(path, options);
  if (!isModule(path)) return { ...written, names: null };
  const inputs = [...written.inputs];
  const made = await compileModule(path, root, async (file) => {
    if (file === path) return written.css;
    const composed = await compileText(file, { ...options, quiet: true });
    inputs.push(file, ...composed.inputs);
    return composed.css;
  });
  return { ...written, ...made, warnings: [...written.warnings, ...made.warnings], inputs };
}

/** The file as CSS, with names as written. */
async function compileText(path: string, { quiet = false, postcss = null }: StyleOptions): Promise<ProcessedStyle> {
  const sass = /\.(?:scss|sass)$/.test(path);
  const written = sass ? await compileSass(path, quiet) : { css: await readFile(path, "utf8"), inputs: [] };
  const none = { css: written.css, inputs: [], folders: [], warnings: [] };
  const { inputs, ...made } = postcss ? await postcss.run(written.css, path) : none;
  return { ...made, inputs: [...written.inputs, ...inputs] };
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
  const { compileAsync } = (await importOfSite("sass", path)) as Sass; // its documented interface
  const { css, loadedUrls } = await compileAsync(path, quiet ? { logger: SILENT } : {});
  return { css, inputs: loadedUrls.map((url) => fileURLToPath(url)).filter((one) => one !== path) };
}

async function compileModule(
  path: string,
  root: string,
  read: (file: string) => Promise<string>,
): Promise<Pick<CompiledStyle, "css" | "names" | "warnings">> {
  const { outputFiles, warnings } = await build({
    stdin: { contents: 'import names from "module:css"; export default names;', resolveDir: dirname(path) },
    bundle: true,
    format: "esm",
    outdir: "module",
    write: false,
    logLevel: "silent",
    plugins: [modulePlugin(path, root, read)],
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

const NAMESPACE = "css-module";

/**
 * esbuild derives local names from the file's name, so each module has one that says where it lies; also one that another
 * composes. Files referenced by a style are left alone.
 */
function modulePlugin(path: string, root: string, read: (file: string) => Promise<string>): Plugin {
  const named = (file: string) => {
    const place = relative(root, file).replaceAll("\\", "/");
    const name = `${basename(file).replace(/(?:\.module)?\.\w+$/, "")}-${contentHash(place).slice(0, 6)}.module.css`;
    return { path: name, namespace: NAMESPACE, pluginData: file };
  };
  return {
    name: NAMESPACE,
    setup(plugin) {
      plugin.onResolve({ filter: /^module:css$/ }, () => named(path));
      plugin.onResolve({ filter: /.*/, namespace: NAMESPACE }, async ({ path: asked, kind, resolveDir }) => {
        if (kind === "url-token") {
          const isRelative = asked.startsWith(".");
          const here = isRelative ? `./${relative(dirname(path), resolve(resolveDir, asked))}` : asked;
          return { path: here.replaceAll("\\", "/"), external: true };
        }
        if (kind !== "composes-from") return undefined;
        const { errors, path: file } = await plugin.resolve(asked, { kind, resolveDir });
        return errors.length > 0 ? { errors } : named(file);
      });
      plugin.onLoad({ filter: /.*/, namespace: NAMESPACE }, async ({ pluginData: file }) => ({
        contents: await read(file),
        loader: "local-css",
        resolveDir: dirname(file),
      }));
    },
  };
}
