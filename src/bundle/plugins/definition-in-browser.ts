/** What a browser gets of a site's definition: not the keys that only builds read, nor its sources, nor what only they import. */
import { readFileSync } from "node:fs";
import { extname, resolve } from "node:path";
import { type ObjectExpression, type Program, type Property, parse } from "acorn";
import { type Loader, type Plugin, type PluginBuild, transform } from "esbuild";
import { barrelExports, exactly, KIT, KIT_EXPORT, rewriteBarrelImports } from "../barrel-imports.ts";

/** Functions under these keys run in Node alone, and may use Node's modules. */
const BUILD_ONLY_KEYS: readonly string[] = ["forms", "outputs", "parts", "routes", "sitemap"];

const LOADERS: Readonly<Record<string, Loader>> = { ".ts": "ts", ".tsx": "tsx", ".mts": "ts", ".jsx": "jsx" };

/**
 * For the browser: a site's definition, in `file` (its real path) or in modules that it builds upon, without those keys;
 * and modules that declare sources without them. `definers` are the modules that may have either.
 */
export function definitionInBrowserPlugin(root: string, file: string, definers: readonly string[]): Plugin {
  return {
    name: "definition-in-browser",
    setup(plugin: PluginBuild) {
      plugin.onLoad({ filter: exactly([...definers, file]), namespace: "file" }, async ({ path }) => {
        const text = readFileSync(path, "utf8");
        try {
          const plain = text.includes("defineSource") ? await withoutSources(text, path) : text;
          const left = (await withoutBuildKeys(plain, path)) ?? plain;
          if (left === text) return undefined;
          if (plain === text) return { contents: left, loader: "js" };
          const parts = barrelExports(resolve(root, KIT_EXPORT));
          return { contents: rewriteBarrelImports(left, { isExport: KIT, parts }), loader: "js" };
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error);
          return { errors: [{ text: reason, location: { file: path } }] };
        }
      });
    },
  };
}

async function withoutSources(text: string, file: string): Promise<string> {
  const remove = await import("../without-sources.ts"); // only if needed
  return remove.withoutSources(text, file);
}

/**
 * Transformed to JavaScript to find the keys, and once more to drop imports that are unused without them; null if there
 * are no such keys.
 */
async function withoutBuildKeys(text: string, file: string): Promise<string | null> {
  if (!BUILD_ONLY_KEYS.some((key) => text.includes(key))) return null;
  const loader = LOADERS[extname(file)] ?? "js";
  const plain = { jsx: "automatic", logLevel: "silent", sourcefile: file } as const;
  const { code } = await transform(text, { ...plain, loader, tsconfigRaw: { compilerOptions: {} } });
  const without = withoutKeys(code, parse(code, { ecmaVersion: "latest", sourceType: "module" }));
  if (without === code) return null;
  return (await transform(without, { ...plain, loader: "ts", tsconfigRaw: { compilerOptions: {} } })).code;
}

/** The code with the keys taken out of the definition: the object that `defineSite` is called with, or that is exported. */
function withoutKeys(code: string, program: Program): string {
  const places = definitionsIn(program).flatMap(({ properties }) =>
    properties.filter((one): one is Property => one.type === "Property" && BUILD_ONLY_KEYS.includes(nameOf(one))),
  );
  return places
    .sort((a, b) => b.start - a.start)
    .reduce((left, { start, end }) => `${left.slice(0, start)}${left.slice(end).replace(/^\s*,/, "")}`, code);
}

function nameOf({ key, computed }: Property): string {
  if (key.type === "Literal") return String(key.value);
  return key.type === "Identifier" && !computed ? key.name : "";
}

/** The objects that the module's statements export or pass to a call. */
function definitionsIn({ body }: Program): ObjectExpression[] {
  return body.flatMap((statement) => {
    if (statement.type === "ExportDefaultDeclaration") return objectIn(statement.declaration);
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared?.type !== "VariableDeclaration") return [];
    return declared.declarations.flatMap(({ init }) => (init ? objectIn(init) : []));
  });
}

function objectIn(value: { type: string }): ObjectExpression[] {
  if (isObject(value)) return [value];
  if (!("arguments" in value) || !("callee" in value) || !Array.isArray(value.arguments)) return [];
  const callee = value.callee as { name?: string };
  return callee.name?.startsWith("defineSite") ? value.arguments.filter(isObject) : [];
}

function isObject(value: { type: string }): value is ObjectExpression {
  return value.type === "ObjectExpression";
}
