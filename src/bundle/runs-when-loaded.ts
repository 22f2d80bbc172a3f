/** Whether a module of a bundle does something when it is loaded that other modules could notice. */
import { type AnyNode, type CallExpression, type Node, parse } from "acorn";

/** Marks a call without effects: esbuild's own, and those of people who write libraries. */
const PURE = /\/\* @__PURE__ \*\/\s*$/;
/** esbuild's helpers, and what it names by them: a module that is loaded on demand is looked at by itself. */
const HELPERS = ["__export", "__toESM", "__reExport", "__toCommonJS"];
const ON_DEMAND = /^(?:init|require)_/;
const OF_REACT = ["memo", "forwardRef", "createContext", "lazy"];
const OF_OBJECT = ["freeze", "entries", "fromEntries", "keys", "values", "assign"];

/**
 * False if the module's own text only declares: functions, classes, values without calls, and calls that are known to do
 * nothing else than to return a value. True if in doubt.
 */
export function runsWhenLoaded(text: string): boolean {
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
