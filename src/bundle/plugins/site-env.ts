import { readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { extname, relative, resolve } from "node:path";
import { type Loader, type Metafile, type PartialMessage, type Plugin, transform } from "esbuild";
import { isOfSite } from "../is-of-package.ts";
import type { Folders } from "../stable-names.ts";

/** The variables of `import.meta.env` that code uses, collected during bundling. */
export interface EnvInCode {
  /** By name, with their values. */
  env: Map<string, string>;
}

const CODE = /\.[cm]?[jt]sx?$/;
const USED = /\bimport\.meta\.env\.(PUBLIC_\w+|ENVIRONMENT)\b/g;
/** Replaces each `import.meta.env` that is not a known variable. */
const UNKNOWN = "sitegen_unknown_variable";

/**
 * Makes each use of `import.meta.env` other than a known variable an error with its place: nothing else of the
 * environment may get into published code. Code of packages is left alone.
 */
export function siteEnvPlugin(
  { root, site }: Folders,
  { env, found }: { env: Readonly<Record<string, string>>; found: EnvInCode },
): Plugin {
  return {
    name: "site-env",
    setup(plugin) {
      plugin.onEnd(async ({ metafile, errors }) => {
        found.env.clear();
        if (!metafile || errors.length > 0) return {};
        const unknown: PartialMessage[] = [];
        for (const path of ownCode(metafile, { root, site })) {
          const text = readFileSync(path, "utf8");
          if (!text.includes("import.meta.env")) continue;
          for (const [, name = ""] of text.matchAll(USED)) {
            const value = env[name];
            if (value !== undefined) found.env.set(name, value);
          }
          unknown.push(...(await unknownIn(text, path, { root, env })));
        }
        return { errors: unknown };
      });
    },
  };
}

/** Absolute paths of the site's modules. */
function ownCode({ inputs }: Metafile, folders: Folders): string[] {
  return Object.keys(inputs)
    .map((input) => resolve(folders.root, input))
    .filter((path) => CODE.test(path) && isOfSite(path, folders))
    .sort();
}

async function unknownIn(
  text: string,
  path: string,
  { root, env }: { root: string; env: Readonly<Record<string, string>> },
): Promise<PartialMessage[]> {
  const known = Object.keys(env).map((name) => [`import.meta.env.${name}`, "0"]);
  const { code, map } = await transform(text, {
    loader: loaderOf(path),
    jsx: "automatic",
    sourcemap: true,
    sourcefile: path,
    define: { ...Object.fromEntries(known), "import.meta.env": UNKNOWN },
    logLevel: "silent",
  });
  const source = new SourceMap(JSON.parse(map) as SourceMapPayload);
  return code.split("\n").flatMap((row, number) =>
    [...row.matchAll(new RegExp(UNKNOWN, "g"))].map(({ index }): PartialMessage => {
      const entry = source.findEntry(number, index);
      const [line, column] = "originalLine" in entry ? [entry.originalLine, entry.originalColumn] : [0, 0];
      const lineText = text.split("\n")[line] ?? "";
      const location = { file: relative(root, path), line: line + 1, column, lineText, length: 15 };
      return { text: reason(lineText.slice(column)), location };
    }),
  );
}

function reason(code: string): string {
  const name = /^import\.meta\.env\??\.(\w+)/.exec(code)?.[1];
  if (name === undefined) return "import.meta.env is no object: write import.meta.env.PUBLIC_NAME in full.";
  if (name.startsWith("PUBLIC_"))
    return `import.meta.env.${name} is not set: add ${name} to the environment or to .env.`;
  return `import.meta.env.${name} is not for a site's code, which is published: use a variable whose name begins with PUBLIC_, or ENVIRONMENT.`;
}

/** A site's script may have JSX under any name. */
export function loaderOf(path: string): Loader {
  const kind = extname(path).slice(1).replace(/^[cm]/, "");
  return kind === "ts" || kind === "tsx" ? kind : "jsx";
}
