/**
 * What `sitegen-storyblok/kit` exports, as the compiler sees it. The compiler calls its interface unstable; its version is
 * exact, and test/kit/reference.test.ts notices a change.
 */
import { join } from "node:path";
import { type Node, SyntaxKind } from "typescript/unstable/ast";
import { API, type Checker, type Symbol as Declared, SymbolFlags } from "typescript/unstable/sync";

export interface Member {
  name: string;
  /** As it is written. */
  type: string;
  isOptional: boolean;
  isMethod: boolean;
  /** From the component's parameters; "" without one. */
  fallback: string;
  doc: string;
}

export interface Exported {
  name: string;
  kind: "component" | "function" | "type" | "value";
  doc: string;
  examples: string[];
  /** A function without its body; the declaration of a type or value; "" of a component. */
  text: string;
  /** Props of a component, members of a type. */
  members: Member[];
  /** Whether a component takes the attributes of an element too, or a type what React declares. */
  takesAttributes: boolean;
}

/** Reads the kit's exports, sorted by name; takes about two seconds. */
export function kitExports(root: string): Exported[] {
  const api = new API({ cwd: root });
  try {
    const config = join(root, "tsconfig.exports.json");
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    const file = project?.program.getSourceFile(join(root, "src/exports/kit.ts"));
    const module = file && project?.checker.getSymbolAtLocation(file);
    if (!project || !module) throw new Error("The compiler does not know src/exports/kit.ts.");
    const { checker } = project;
    const exported = checker.getExportsOfModule(module).map((symbol) => exportOf(symbol, checker));
    return exported.sort((a, b) => (a.name < b.name ? -1 : 1));
  } finally {
    api.close();
  }
}

function exportOf(given: Declared, checker: Checker): Exported {
  const symbol = given.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(given) : given;
  const node = symbol.declarations[0]?.resolve();
  if (!node) throw new Error(`The compiler does not know where "${given.name}" is declared.`);
  const examples = checker.getJsDocTagsOfSymbol(symbol).filter(({ name }) => name === "example");
  const common = {
    name: given.name,
    doc: docOf(symbol, checker),
    examples: examples.map(({ text = "" }) => text.trim()),
    members: [],
    takesAttributes: false,
  };
  if (symbol.flags & SymbolFlags.Type) {
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    const text = node.getText().replace(/^export /, "");
    return { ...common, kind: "type", text, ...membersOf(checker.getPropertiesOfType(type), checker) };
  }
  const type = checker.getTypeOfSymbol(symbol);
  const [signature] = type ? checker.getSignaturesOfType(type, 0) : [];
  if (!signature) return { ...common, kind: "value", text: oneLine(node.getText()) };
  if (!/^[A-Z]/.test(given.name)) return { ...common, kind: "function", text: headOf(node) };
  const [parameter] = signature.getParameters();
  const props = parameter && checker.getTypeOfSymbol(parameter);
  const { members, takesAttributes } = membersOf(props ? checker.getPropertiesOfType(props) : [], checker);
  const defaults = defaultsIn(node);
  return {
    ...common,
    kind: "component",
    text: "",
    takesAttributes,
    members: members.map((member) => ({ ...member, fallback: defaults.get(member.name) ?? "" })),
  };
}

/** Those that are declared here; React's are counted only. */
function membersOf(symbols: readonly Declared[], checker: Checker): Pick<Exported, "members" | "takesAttributes"> {
  const nodes = symbols.map((symbol) => [symbol, symbol.declarations[0]?.resolve()] as const);
  const own = nodes.filter(([, node]) => node && !node.getSourceFile().fileName.includes("/node_modules/"));
  const members = own.map(([symbol, node]) => memberOf(symbol, node as Node, checker));
  return { members, takesAttributes: own.length < nodes.length };
}

function memberOf(symbol: Declared, node: Node, checker: Checker): Member {
  const text = oneLine(node.getText());
  const isMethod = node.kind === SyntaxKind.MethodSignature;
  const [, , type = ""] = /^(?:readonly )?([\w$]+|"[^"]+")\??:? ?([\s\S]*?);?$/.exec(text) ?? [];
  return {
    name: symbol.name,
    type,
    isOptional: Boolean(symbol.flags & SymbolFlags.Optional),
    isMethod,
    fallback: "",
    doc: docOf(symbol, checker),
  };
}

/** Values that a component's parameters have without a prop. */
function defaultsIn(node: Node): Map<string, string> {
  const pattern = /^[^(]*\(\{([^}]*)\}/.exec(oneLine(node.getText()))?.[1] ?? "";
  const pairs = [...pattern.matchAll(/(\w+) = ("[^"]*"|\[\]|[\w.]+)/g)];
  return new Map(pairs.map(([, name = "", value = ""]) => [name, value]));
}

/** `export function name(…): Type`. */
function headOf(node: Node): string {
  const text = oneLine(node.getText());
  const body = "body" in node ? (node.body as Node | undefined) : undefined;
  const head = body ? oneLine(node.getText().slice(0, body.getStart() - node.getStart())) : text;
  return head.replace(/^(?:export )?(?:async )?(?:function|const) /, "").replace(/ (?:=>|\{)? ?$/, "");
}

function docOf(symbol: Declared, checker: Checker): string {
  return oneLine(checker.getDocumentationCommentOfSymbol(symbol));
}

/** Without comments inside. */
function oneLine(text: string): string {
  return text
    .replace(/\/\*\*[\s\S]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .trim();
}
