/**
 * Takes out of an SVG what could act. It is shown through <img>, where nothing in it runs, but it has an address of
 * its own too, and opened there it is a document of the site. Known elements stay as they are written, others go with
 * their content; so do comments, and declarations with the entities they define, which are written out.
 */
export function sanitizeSvg(source: Uint8Array): Uint8Array {
  const entities = new Map<string, string>();
  const open: { name: string; isKept: boolean }[] = [];
  const kept: string[] = [];
  let dropped = 0;
  const keep = (text: string) => dropped === 0 && kept.push(text);
  const close = (name: string) => {
    const last = open.pop();
    if (last?.name !== name) throw noSvg(`</${name}> closes nothing`);
    if (!last.isKept) dropped -= 1;
  };
  for (const token of tokensOf(decode(source))) {
    if (token.kind === "text") keep(token.isPlain ? expand(token.text, entities) : token.text);
    else if (token.kind === "doctype") readEntities(token.text, entities);
    else if (token.kind === "end") {
      keep(token.text);
      close(token.name);
    } else {
      const attributes = cleanAttributes(token.name, expand(token.attributes, entities));
      const isKept = isAllowed(token.name, attributes);
      open.push({ name: token.name, isKept });
      if (!isKept) dropped += 1;
      keep(`<${token.name}${attributes}${token.close}`);
      if (token.close.includes("/")) close(token.name);
    }
  }
  if (open.length > 0 || !/^\s*<(?:\w+:)?svg[\s>/]/.test(kept.join("")))
    throw noSvg("it is something else, or cut off");
  return Buffer.from(kept.join(""), "utf8");
}

type Token =
  | { kind: "text"; text: string; isPlain: boolean }
  | { kind: "doctype"; text: string }
  | { kind: "end"; text: string; name: string }
  | { kind: "start"; name: string; attributes: string; close: string };

const PARTS = [
  "<!--[\\s\\S]*?-->",
  "<\\?[\\s\\S]*?\\?>",
  "(?<data><!\\[CDATA\\[[\\s\\S]*?\\]\\]>)",
  `<!DOCTYPE(?<doctype>(?:[^>["']|"[^"]*"|'[^']*'|\\[(?:[^\\]"']|"[^"]*"|'[^']*')*\\])*)>`,
  "</(?<end>[^\\s<>/=]+)\\s*>",
  `<(?<start>[^\\s<>/=!?]+)(?<attributes>(?:\\s+[^\\s<>/="']+\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)(?<close>\\s*/?>)`,
].join("|");

/** Every `<` must begin one of the parts: what a browser would read in another way never gets through. */
function* tokensOf(text: string): Generator<Token> {
  const part = new RegExp(PARTS, "y");
  let at = 0;
  for (let next = text.indexOf("<"); next >= 0; next = text.indexOf("<", at)) {
    if (next > at) yield { kind: "text", text: text.slice(at, next), isPlain: true };
    part.lastIndex = next;
    const groups = part.exec(text)?.groups;
    if (!groups) throw noSvg(`what begins with ${text.slice(next, next + 20)} is not well formed`);
    at = part.lastIndex;
    const { data, doctype, end, start, attributes = "", close = "" } = groups;
    if (data !== undefined) yield { kind: "text", text: data, isPlain: false };
    else if (doctype !== undefined) yield { kind: "doctype", text: doctype };
    else if (end !== undefined) yield { kind: "end", text: text.slice(next, at), name: end };
    else if (start !== undefined) yield { kind: "start", name: start, attributes, close };
  }
  yield { kind: "text", text: text.slice(at), isPlain: true };
}

const ELEMENTS = new Set(
  (
    "svg g defs symbol use switch title desc metadata style a view text tspan textPath image marker mask clipPath pattern " +
    "path rect circle ellipse line polyline polygon linearGradient radialGradient stop filter feBlend feColorMatrix " +
    "feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow " +
    "feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset " +
    "fePointLight feSpecularLighting feSpotLight feTile feTurbulence animate animateMotion animateTransform mpath set"
  ).split(" "),
);

/** An animation that writes an address or a handler is as good as the thing itself. */
function isAllowed(name: string, attributes: string): boolean {
  const animated = /\sattributeName\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(attributes);
  const written = localName(characters(animated?.[1] ?? animated?.[2] ?? "").trim());
  return ELEMENTS.has(localName(name)) && !/^(?:href|on.*)$/i.test(written);
}

function cleanAttributes(element: string, attributes: string): string {
  return attributes.replace(/\s+([^\s=]+)\s*=\s*("[^"]*"|'[^']*')/g, (whole, name: string, quoted: string) => {
    const local = localName(name).toLowerCase();
    if (local.startsWith("on") || local === "base") return "";
    if (local !== "href" && local !== "src") return whole;
    // Browsers leave out spaces and control characters before they read an address's scheme.
    const value = characters(quoted.slice(1, -1)).replace(/[\s\p{Cc}]/gu, "");
    const isLink = localName(element) === "a" && /^(?:\/|https?:|mailto:)/i.test(value);
    return isLink || /^(?:#|data:image\/(?:png|jpe?g|gif|webp|avif)[;,])/i.test(value) ? whole : "";
  });
}

/** Drawing programs name their namespaces in entities. Values that hold others, or markup, are not taken. */
function readEntities(doctype: string, entities: Map<string, string>): void {
  const declaration = /<!ENTITY\s+(\w+)\s+(?:"([^"&<%]{0,200})"|'([^'&<%]{0,200})')\s*>/g;
  for (const [, name = "", double = "", single = ""] of doctype.matchAll(declaration))
    entities.set(name, (double || single).replaceAll('"', "&quot;").replaceAll("'", "&#39;"));
}

function expand(text: string, entities: ReadonlyMap<string, string>): string {
  return entities.size === 0 ? text : text.replace(/&(\w+);/g, (whole, name: string) => entities.get(name) ?? whole);
}

/** Character references as the characters they stand for. */
function characters(value: string): string {
  return value.replace(/&#(?:x([\da-f]{1,8})|(\d{1,8}));/gi, (_, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** In the encoding that a browser would take; what is written is always UTF-8. */
function decode(source: Uint8Array): string {
  const [a, b] = source;
  const declared = /^<\?xml[^>]*\sencoding=["']([\w-]+)["']/.exec(
    Buffer.from(source.subarray(0, 200)).toString("latin1"),
  );
  const encoding = a === 0xff && b === 0xfe ? "utf-16le" : a === 0xfe && b === 0xff ? "utf-16be" : declared?.[1];
  const text = new TextDecoder(encoding ?? "utf-8").decode(source);
  if (text.includes("\0")) throw noSvg("it holds zero bytes");
  return text;
}

function noSvg(why: string): Error {
  return new Error(`it is no SVG that can be published: ${why}`);
}
