/**
 * Parses generated HTML into a small tree. It supports only what sitegen writes (every element closed, every attribute
 * quoted): html-validate checks that the pages are valid, and its own tree takes 80 ms per page.
 */

export interface HtmlElement {
  tag: string;
  /** By lower-case name, entities decoded; "" without a value. */
  attributes: ReadonlyMap<string, string>;
  children: HtmlNode[];
  parent: HtmlElement | null;
}

export type HtmlNode = HtmlElement | string;

const VOID = new Set(
  "area base br col embed hr img input link meta source track wbr circle ellipse line path polygon polyline rect stop use".split(
    " ",
  ),
);
const RAW = new Set(["script", "style"]);
const TOKEN = /<!--[\s\S]*?-->|<!doctype[^>]*>|<(\/?)([A-Za-z][\w-]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*(\/?)>/gi;
const ATTRIBUTE = /([^\s=]+)(?:="([^"]*)")?/g;

export function readHtml(source: string): HtmlElement {
  const root = element("#document", new Map(), null);
  let open = root;
  let from = 0;
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(source); token; token = TOKEN.exec(source)) {
    addText(open, source.slice(from, token.index));
    const [whole, slash, name, attributes = ""] = token;
    from = TOKEN.lastIndex;
    if (name === undefined) continue;
    const tag = name.toLowerCase();
    if (slash) {
      if (!VOID.has(tag)) open = close(open, tag, source.slice(token.index, token.index + 80));
      continue;
    }
    const added = element(tag, readAttributes(attributes), open);
    open.children.push(added);
    if (RAW.has(tag)) {
      const end = source.indexOf(`</${tag}`, from);
      added.children.push(source.slice(from, end));
      from = source.indexOf(">", end) + 1;
      TOKEN.lastIndex = from;
    } else if (!VOID.has(tag) && !whole.endsWith("/>")) open = added;
  }
  if (open !== root) throw new Error(`<${open.tag}> is never closed.`);
  return root;
}

function element(tag: string, attributes: ReadonlyMap<string, string>, parent: HtmlElement | null): HtmlElement {
  return { tag, attributes, children: [], parent };
}

function close(open: HtmlElement, tag: string, at: string): HtmlElement {
  if (open.tag !== tag || !open.parent) throw new Error(`<${open.tag}> is open where ${at} stands.`);
  return open.parent;
}

function addText(open: HtmlElement, text: string): void {
  if (text !== "") open.children.push(decode(text));
}

function readAttributes(text: string): Map<string, string> {
  return new Map([...text.matchAll(ATTRIBUTE)].map(([, name = "", value = ""]) => [name.toLowerCase(), decode(value)]));
}

const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

function decode(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name = "") => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal) return String.fromCodePoint(Number(decimal));
    return NAMED[name] ?? whole;
  });
}

/** The element itself and its descendants, in document order. */
export function* elementsIn(root: HtmlElement): Generator<HtmlElement> {
  yield root;
  for (const child of root.children) if (typeof child !== "string") yield* elementsIn(child);
}

export function all(root: HtmlElement, ...tags: string[]): HtmlElement[] {
  return [...elementsIn(root)].filter(({ tag }) => tags.includes(tag));
}

export function first(root: HtmlElement, tag: string): HtmlElement {
  const found = all(root, tag)[0];
  if (!found) throw new Error(`There is no <${tag}>.`);
  return found;
}

export function attribute(one: HtmlElement, name: string): string {
  return one.attributes.get(name) ?? "";
}

/** Pieces of text except scripts and styles, each with its element. */
export function* textsIn(root: HtmlElement): Generator<{ text: string; in: HtmlElement }> {
  if (RAW.has(root.tag)) return;
  for (const child of root.children) {
    if (typeof child !== "string") yield* textsIn(child);
    else if (child.trim() !== "") yield { text: child.trim(), in: root };
  }
}

/** The displayed text, with white space collapsed. */
export function textOf(root: HtmlElement): string {
  const parts: string[] = [];
  const collect = (one: HtmlElement) => {
    if (RAW.has(one.tag)) return;
    for (const child of one.children) typeof child === "string" ? parts.push(child) : collect(child);
    if (!INLINE.has(one.tag)) parts.push(" ");
  };
  collect(root);
  return parts.join("").replace(/\s+/g, " ").trim();
}

const INLINE = new Set(
  "a abbr b bdi bdo cite code em i kbd mark q s samp small span strong sub sup u var wbr".split(" "),
);

/** The language of an element. */
export function languageOf(one: HtmlElement | null): string {
  if (!one) return "";
  return one.attributes.get("lang") ?? languageOf(one.parent);
}
