/** Which of a site's code concerns the pages of one block alone: hashes over the bundled text of its modules. */
import { resolve } from "node:path";
import { type AnyNode, type CallExpression, type Node, parse } from "acorn";
import type { Metafile } from "esbuild";
import { shortHash, valueHash } from "../files/hash.ts";
import type { BlockFiles } from "../site/blocks/block-files.ts";
import { reachedFrom } from "./reached-from.ts";
import { type Folders, stableName, withStableNames } from "./stable-names.ts";

export interface BlockCode {
  /** Hash of what every page may depend on: all code but that of `modules`. */
  common: string;
  /** By absolute path of a block's component or data file: hash of it and of what it imports, without common code. */
  modules: Record<string, string>;
}

interface Parts extends Folders {
  /** The definition's file, and what it imports. */
  definition: readonly string[];
  blocks: readonly BlockFiles[];
}

/**
 * Common is what the definition and schemas import, and so the layout; what does something when it is loaded (it may
 * change what other modules do), with what that imports; and all that is not a module's text. Code that several blocks
 * import counts for each of them.
 */
export function blockCode(code: string, metafile: Metafile, { root, site, definition, blocks }: Parts): BlockCode {
  const texts = moduleTexts(code, metafile);
  const stable = (path: string, text: string) => [
    path === "" ? "" : stableName(path, { root, site }),
    withStableNames(text, metafile.inputs, { root, site }),
  ];
  const inputs = new Map(Object.entries(metafile.inputs));
  const importsOf = (path: string) =>
    (inputs.get(path)?.imports ?? []).flatMap(({ path: next, external }) => (external ? [] : next));
  const reached = (from: Iterable<string>) => reachedFrom(from, importsOf);
  const byFile = new Map([...inputs.keys()].map((path) => [resolve(root, path), path]));
  const inputsAt = (files: readonly (string | null)[]) => files.flatMap((file) => byFile.get(file ?? "") ?? []);
  const files = blocks.flatMap(({ component, data }) => [component, data].flatMap((file) => file ?? []));
  const ofBlocks = new Map(files.map((file) => [file, reached(inputsAt([file]))]));
  const always = reached(inputsAt([...definition, ...blocks.map(({ schema }) => schema)]));
  const others = new Set([...ofBlocks.values()].flatMap((paths) => [...paths]).filter((path) => !always.has(path)));
  const running = [...others].filter((path) => {
    const text = texts.get(path);
    return text === undefined || runsWhenLoaded(text);
  });
  const common = reached([...always, ...running]);
  const own = (paths: Iterable<string>) => [...paths].filter((path) => !common.has(path));
  const modules = files.map((file) => {
    const parts = own(ofBlocks.get(file) ?? []).map((path) => stable(path, texts.get(path) ?? ""));
    return [file, valueHash(parts.sort())] as const;
  });
  const ofOne = new Set(own(reached(inputsAt(files))));
  const shared = [...pieces(code, metafile)].flatMap(([path, text]) => (ofOne.has(path) ? [] : stable(path, text)));
  return { common: shortHash(shared.join("\n")), modules: Object.fromEntries(modules) };
}

/**
 * The bundle's text by module: esbuild writes a module's path above each part of it. A module whose parts are not as long
 * as the bundler says is left out; a text of the site may have such a line.
 */
function moduleTexts(code: string, metafile: Metafile): Map<string, string> {
  const texts = new Map(Object.keys(metafile.inputs).map((path) => [path, ""]));
  for (const [path, text] of pieces(code, metafile)) texts.set(path, (texts.get(path) ?? "") + text);
  const lengths = Object.assign({}, ...Object.values(metafile.outputs).map(({ inputs }) => inputs)) as Lengths;
  return new Map([...texts].filter(([path, text]) => (lengths[path]?.bytesInOutput ?? 0) === Buffer.byteLength(text)));
}

type Lengths = Readonly<Record<string, { bytesInOutput: number } | undefined>>;

/** The bundle's parts, each with the path of its module; "" for what is before the first. */
function* pieces(code: string, { inputs }: Metafile): Iterable<[path: string, text: string]> {
  let path = "";
  let at = 0;
  for (const { index, 0: line, 1: name = "" } of code.matchAll(/^\/\/ (.*)\n/gm)) {
    if (!Object.hasOwn(inputs, name)) continue;
    yield [path, code.slice(at, index - 1)]; // a blank line is above each path
    path = name;
    at = index + line.length;
  }
  yield [path, code.slice(at)];
}

/** Marks a call without effects: esbuild's own, and those of people who write libraries. */
const PURE = /\/\* @__PURE__ \*\/\s*$/;
/** esbuild's helpers, and what it names by them: a module that is loaded on demand is looked at by itself. */
const HELPERS = ["__export", "__toESM", "__reExport", "__toCommonJS"];
const ON_DEMAND = /^(?:init|require)_/;
const OF_REACT = ["memo", "forwardRef", "createContext", "lazy"];
const OF_OBJECT = ["freeze", "entries", "fromEntries", "keys", "values", "assign"];

/** esbuild writes a function of a module from the line's beginning, and its body indented. */
const FUNCTION = /^((?:async )?function\*? ?[\w$]+\().*\n(?:(?: .*|\}.* \{)?\n)*?\}$/gm;

/**
 * False if the module's own text only declares: functions, classes, values without calls, and calls that are known to do
 * nothing else than to return a value. True if in doubt.
 */
function runsWhenLoaded(given: string): boolean {
  const text = given.replace(FUNCTION, "$1) {}"); // loading a module runs no body, so none is parsed
  try {
    const { body } = parse(text, { ecmaVersion: "latest", sourceType: "module" });
    return !declares(body, { text, own: ownNames(body) });
  } catch {
    return true;
  }
}

interface Module {
  text: string;
  /** Functions, classes and objects that the module has made itself. */
  own: ReadonlySet<string>;
}

function declares(body: readonly Node[], module: Module): boolean {
  return (body as AnyNode[]).every((node) => {
    switch (node.type) {
      case "ImportDeclaration":
      case "EmptyStatement":
      case "FunctionDeclaration":
        return true;
      case "ClassDeclaration":
        return isPure(node, module);
      case "VariableDeclaration":
        return node.declarations.every(({ init }) => !init || isPure(init, module));
      case "ExpressionStatement":
        return node.expression.type === "AssignmentExpression"
          ? isOwn(node.expression.left, module) && isPure(node.expression.right, module)
          : isPure(node.expression, module);
      default:
        return false;
    }
  });
}

function isPure(given: Node, module: Module): boolean {
  const node = given as AnyNode;
  const all = (nodes: readonly (Node | null | undefined)[]) => nodes.every((one) => !one || isPure(one, module));
  switch (node.type) {
    case "Literal":
    case "Identifier":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
    case "TemplateElement":
      return true;
    case "TemplateLiteral":
      return all(node.expressions);
    case "ArrayExpression":
      return all(node.elements);
    case "ObjectExpression":
      return all(node.properties);
    case "Property":
    case "PropertyDefinition":
      return all([node.computed ? node.key : null, node.type === "Property" || node.static ? node.value : null]);
    case "MethodDefinition":
      return all([node.computed ? node.key : null]);
    case "ClassDeclaration":
    case "ClassExpression":
      return all([node.superClass, ...node.body.body]);
    case "SpreadElement":
      return isPure(node.argument, module);
    case "UnaryExpression":
      return node.operator !== "delete" && isPure(node.argument, module);
    case "BinaryExpression":
    case "LogicalExpression":
      return all([node.left, node.right]);
    case "ConditionalExpression":
      return all([node.test, node.consequent, node.alternate]);
    case "SequenceExpression":
      return all(node.expressions);
    case "ChainExpression":
      return isPure(node.expression, module);
    case "MemberExpression":
      return all([node.object, node.computed ? node.property : null]);
    case "CallExpression":
      return isPureCall(node, module) && all(node.arguments);
    case "NewExpression":
      return PURE.test(module.text.slice(0, node.start)) && all(node.arguments);
    default:
      return false;
  }
}

function isPureCall(call: CallExpression, module: Module): boolean {
  if (PURE.test(module.text.slice(0, call.start))) return true;
  const callee = calledOf(call);
  const name = nameOf(callee);
  if (name === "__esm") return declares(onDemandBody(call), module);
  if (HELPERS.includes(name) || ON_DEMAND.test(name)) return true;
  if (callee.type !== "MemberExpression" || callee.computed) return false;
  const known = { react_exports: OF_REACT, Object: OF_OBJECT }[nameOf(callee.object)];
  return known?.includes(nameOf(callee.property)) ?? false;
}

/** What is called; `(0, module.name)()` is esbuild's form of a call of an imported function. */
function calledOf({ callee }: CallExpression): AnyNode {
  const node = callee as AnyNode;
  return node.type === "SequenceExpression" ? (node.expressions.at(-1) as AnyNode) : node;
}

function nameOf(node: Node | null): string {
  const given = node as AnyNode | null;
  return given?.type === "Identifier" ? given.name : "";
}

/** The statements of a module that is loaded on demand: `__esm({ "path"() { … } })`. */
function onDemandBody({ arguments: [given] }: CallExpression): readonly Node[] {
  const [first] = given?.type === "ObjectExpression" ? given.properties : [];
  return first?.type === "Property" && first.value.type === "FunctionExpression" ? first.value.body.body : [];
}

/** Names of the functions, classes and objects that a module makes. */
function ownNames(body: readonly Node[]): ReadonlySet<string> {
  const made = /^(?:FunctionExpression|ArrowFunctionExpression|ClassExpression|ObjectExpression|ArrayExpression)$/;
  const names = (body as readonly AnyNode[]).flatMap((node) => {
    if (node.type === "FunctionDeclaration" || node.type === "ClassDeclaration") return nameOf(node.id);
    if (node.type !== "VariableDeclaration") return [];
    return node.declarations.flatMap(({ id, init }) => (!init || made.test(init.type) ? nameOf(id) : []));
  });
  return new Set(names);
}

/** `Button.displayName`, and a variable that the module itself has declared without a value. */
function isOwn(left: Node, { own }: Module): boolean {
  const node = left as AnyNode;
  return own.has(nameOf(node.type === "MemberExpression" && !node.computed ? node.object : node));
}
