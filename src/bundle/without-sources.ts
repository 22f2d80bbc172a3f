/**
 * Removes from a site's module, for browsers, what only its sources use: each `defineSource(…)` gets an empty object,
 * and the imports, constants and functions that nothing else needs go too. The bundler alone would keep what might have
 * an effect.
 */
import { extname } from "node:path";
import { type AnyNode, type Node, type Program, parse } from "acorn";
import { type Loader, transform } from "esbuild";

const NAME = "defineSource";

interface Range {
  start: number;
  end: number;
}

/** Throws if a source is declared in a way that cannot be removed. */
export async function withoutSources(text: string, file: string): Promise<string> {
  // Types and JSX are compiled first, since the parser does not know them.
  const kind = extname(file).slice(1).replace(/^[cm]/, "");
  const loader: Loader = kind === "ts" || kind === "tsx" ? kind : "jsx";
  const { code } = await transform(text, { loader, jsx: "automatic", format: "esm" });
  const program = parse(code, { ecmaVersion: "latest", sourceType: "module" });
  const emptied = callsOf(program, localNames(program)).flatMap((call) => call.arguments.slice(0, 1));
  const removed = unusedWithout(program, emptied);
  return cut(code, [...emptied.map((range) => ({ range, by: "{}" })), ...removed.map((range) => ({ range, by: "" }))]);
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
