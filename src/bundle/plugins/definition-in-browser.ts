/** What a browser gets of a site's definition: not the keys that only builds read, nor its sources, nor what only they import. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type AnyNode, type Node, type ObjectExpression, type Program, type Property, parse } from "acorn";
import { type Plugin, type PluginBuild, transform } from "esbuild";
import { messageOf } from "../../problems/cause.ts";
import { barrelExports, exactly, KIT_EXPORT, rewriteBarrelImports } from "../barrel-imports.ts";
import { loaderOf } from "./site-env.ts";

/** Functions under these keys run in Node alone, and may use Node's modules. */
const BUILD_ONLY_KEYS: readonly string[] = ["forms", "outputs", "parts", "routes", "sitemap"];

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
          const left = await forBrowser(text, path);
          if (left === null) return undefined;
          if (!text.includes(NAME)) return { contents: left, loader: "js" };
          const parts = barrelExports(resolve(root, KIT_EXPORT));
          return { contents: rewriteBarrelImports(left, parts), loader: "js" };
        } catch (error) {
          const reason = messageOf(error);
          return { errors: [{ text: reason, location: { file: path } }] };
        }
      });
    },
  };
}

/**
 * The module as JavaScript without its sources and without those keys; null if it has neither. Throws if a source is
 * declared in a way that cannot be removed.
 */
async function forBrowser(text: string, file: string): Promise<string | null> {
  const hasSources = text.includes(NAME);
  if (!hasSources && !BUILD_ONLY_KEYS.some((key) => text.includes(key))) return null;
  // Types and JSX are compiled first, since the parser does not know them.
  const plain = {
    jsx: "automatic",
    logLevel: "silent",
    sourcefile: file,
    tsconfigRaw: { compilerOptions: {} },
  } as const;
  const { code } = await transform(text, { ...plain, loader: loaderOf(file) });
  const program = parse(code, { ecmaVersion: "latest", sourceType: "module" });
  const emptied = hasSources ? callsOf(program, localNames(program)).flatMap((call) => call.arguments.slice(0, 1)) : [];
  const keys = buildKeys(program, code);
  if (!hasSources && keys.length === 0) return null;
  const removed = [...unusedWithout(program, emptied), ...keys];
  const left = cut(code, [
    ...emptied.map((range) => ({ range, by: "{}" })),
    ...removed.map((range) => ({ range, by: "" })),
  ]);
  // As TypeScript once more, which drops the imports that only the keys used.
  return keys.length === 0 ? left : (await transform(left, { ...plain, loader: "ts" })).code;
}

/** Where those keys are in the definition: the object that `defineSite` is called with, or that is exported. */
function buildKeys(program: Program, code: string): Range[] {
  const properties = definitionsIn(program).flatMap((definition) => definition.properties);
  return properties
    .filter((one): one is Property => one.type === "Property" && BUILD_ONLY_KEYS.includes(keyOf(one)))
    .map(({ start, end }) => ({ start, end: end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0) }));
}

function keyOf({ key, computed }: Property): string {
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

/**
 * Removes from a site's module, for browsers, what only its sources use: each `defineSource(…)` gets an empty object,
 * and the imports, constants and functions that nothing else needs go too. The bundler alone would keep what might have
 * an effect.
 */
const NAME = "defineSource";

interface Range {
  start: number;
  end: number;
}

/** Local names of `defineSource` and of the package's namespace. */
interface LocalNames {
  functions: Set<string>;
  packages: Set<string>;
}

function localNames({ body }: Program): LocalNames {
  const names: LocalNames = { functions: new Set(), packages: new Set() };
  for (const node of body) {
    if (node.type !== "ImportDeclaration") continue;
    for (const one of node.specifiers) {
      const isFunction = one.type === "ImportSpecifier" && nameOf(one.imported) === NAME;
      if (isFunction) names.functions.add(one.local.name);
      const isPackage = /^sitegen(?:-storyblok)?$/.test(String(node.source.value));
      if (isPackage && one.type === "ImportNamespaceSpecifier") names.packages.add(one.local.name);
    }
  }
  return names;
}

function nameOf(node: AnyNode): string {
  return node.type === "Identifier" ? node.name : "";
}

type Call = Extract<AnyNode, { type: "CallExpression" }>;

/** The calls of `defineSource`, which run when the module is loaded. */
function callsOf(program: Program, names: LocalNames): Call[] {
  const calls: Call[] = [];
  const isIt = (node: AnyNode) =>
    names.functions.has(nameOf(node)) ||
    (node.type === "MemberExpression" && names.packages.has(nameOf(node.object)) && nameOf(node.property) === NAME);
  const visit = (node: AnyNode, isInside: boolean) => {
    // A module that imports this export is among the modules with the name, so it is handled itself.
    if (node.type === "ExportSpecifier" && nameOf(node.exported) === NAME) return;
    if (node.type === "CallExpression" && isIt(node.callee)) {
      if (isInside) throw new Error("defineSource has to be called where the module is loaded, not in a function.");
      calls.push(node);
      return;
    }
    if (isIt(node)) throw new Error("defineSource has to be called, or its code would be sent to browsers.");
    for (const child of referencesOf(node)) visit(child, isInside || node.type.includes("Function"));
  };
  visit(program, false);
  return calls;
}

/** Statements that declare only names that the emptied arguments use. */
function unusedWithout(program: Program, emptied: readonly Range[]): Range[] {
  const removed: Range[] = [];
  const isIn = (node: Node) =>
    [...emptied, ...removed].some(({ start, end }) => node.start >= start && node.end <= end);
  const isApart = (node: Node) =>
    [...emptied, ...removed].every(({ start, end }) => node.end <= start || node.start >= end);
  for (;;) {
    const gone = namesIn(program, isApart);
    const next = program.body.find((node) => {
      const names = declaredBy(node);
      if (isIn(node) || names.length === 0 || !names.every((name) => gone.has(name))) return false;
      const left = namesIn(program, (other) => other === node || isIn(other));
      return !names.some((name) => left.has(name));
    });
    if (!next) return removed;
    removed.push(next);
  }
}

/** The names that a statement declares; none for statements that may have effects or that export. */
function declaredBy(node: Program["body"][number]): string[] {
  if (node.type === "ImportDeclaration") return node.specifiers.map(({ local }) => local.name);
  if (node.type === "FunctionDeclaration" || node.type === "ClassDeclaration") return [node.id.name];
  return node.type === "VariableDeclaration"
    ? node.declarations.flatMap(({ id }) => [...namesIn(id, () => false)])
    : [];
}

/** Identifiers in code, without keys of objects and members. */
function namesIn(root: AnyNode, isOut: (node: Node) => boolean): Set<string> {
  const names = new Set<string>();
  const visit = (node: AnyNode) => {
    if (isOut(node)) return;
    if (node.type === "Identifier") names.add(node.name);
    for (const child of referencesOf(node)) visit(child);
  };
  visit(root);
  return names;
}

function referencesOf(node: AnyNode): AnyNode[] {
  const children = Object.values(node).flatMap((value: unknown) =>
    (Array.isArray(value) ? value : [value]).filter(isNode),
  );
  const without = (one: Node) => children.filter((child) => child !== one);
  switch (node.type) {
    case "ImportDeclaration":
      return [];
    case "MemberExpression":
      return node.computed ? children : without(node.property);
    case "Property":
      // A shorthand's value is the same identifier.
      return node.computed ? children : [node.value];
    case "MethodDefinition":
    case "PropertyDefinition":
      return node.computed ? children : without(node.key);
    case "ExportSpecifier":
      return [node.local];
    default:
      return children;
  }
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === "object" && value !== null && "type" in value && "start" in value && "end" in value;
}

/** The text with ranges replaced; ranges inside another one are ignored. */
function cut(text: string, parts: readonly { range: Range; by: string }[]): string {
  let made = "";
  let at = 0;
  for (const { range, by } of [...parts].sort((a, b) => a.range.start - b.range.start)) {
    if (range.start < at) continue;
    made += text.slice(at, range.start) + by;
    at = range.end;
  }
  return made + text.slice(at);
}
