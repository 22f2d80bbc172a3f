import { SaxesParser, type SaxesTagPlain } from "saxes";
import { messageOf } from "../problems/cause.ts";

/**
 * Removes everything active from an SVG. Pages show it with <img>, where nothing in it runs, but opened at its own URL
 * it is a document of the site. It is parsed with saxes, as strictly as browsers parse XML. Known elements are copied
 * unchanged, others are removed with their content, as are comments and declarations; entities are expanded.
 */
export function sanitizeSvg(source: Uint8Array): Uint8Array {
  const text = decode(source);
  const entities = new Map<string, string>();
  const parser = new SaxesParser();
  const kept: string[] = [];
  /** For each open element, whether it is kept. */
  const open: boolean[] = [];
  let dropped = 0;
  let end = 0;
  let root = "";
  /** The open style sheet, and where its text begins. */
  let sheet: { css: string; at: number } | null = null;
  const read = (css: string) => {
    if (sheet && dropped === 0) sheet.css += css;
  };

  const keep = (written: string) => dropped === 0 && kept.push(written);
  /** Copies the text before the markup that ends here; returns that markup unchanged. */
  const markup = (): string => {
    const start = text.indexOf("<", end);
    keep(expand(text.slice(end, start), entities));
    // A comment is reported one character before its end.
    end = text.indexOf(">", parser.position - 1) + 1;
    return text.slice(start, end);
  };

  parser.on("doctype", (doctype) => {
    readEntities(doctype, entities);
    Object.assign(parser.ENTITIES, Object.fromEntries(entities));
    markup();
  });
  parser.on("xmldecl", markup);
  parser.on("processinginstruction", markup);
  parser.on("comment", markup);
  parser.on("text", read);
  parser.on("cdata", (css) => {
    keep(markup());
    read(css);
  });
  parser.on("opentag", (tag) => {
    const written = markup();
    root ||= localName(tag.name);
    const isKept = isAllowed(tag) && sheet === null;
    open.push(isKept);
    if (!isKept) dropped += 1;
    keep(cleanTag(tag, written, entities));
    if (dropped === 0 && localName(tag.name) === "style") sheet = { css: "", at: kept.length };
    if (tag.isSelfClosing) close();
  });
  parser.on("closetag", (tag) => {
    if (tag.isSelfClosing) return;
    const written = markup();
    const css = sheet && dropped === 0 ? cleanCss(sheet.css) : null;
    if (sheet && css !== null && css !== sheet.css) kept.splice(sheet.at, kept.length, escaped(css));
    keep(written);
    close();
  });
  function close(): void {
    if (dropped === 0) sheet = null;
    if (open.pop() === false) dropped -= 1;
  }

  try {
    parser.write(text).close();
  } catch (error) {
    throw noSvg(messageOf(error));
  }
  if (root !== "svg") throw noSvg("it is something else");
  keep(text.slice(end));
  return Buffer.from(kept.join(""), "utf8");
}

type Entities = ReadonlyMap<string, string>;

const ELEMENTS = new Set(
  (
    "svg g defs symbol use switch title desc metadata style a view text tspan textPath image marker mask clipPath pattern " +
    "path rect circle ellipse line polyline polygon linearGradient radialGradient stop filter feBlend feColorMatrix " +
    "feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow " +
    "feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset " +
    "fePointLight feSpecularLighting feSpotLight feTile feTurbulence animate animateMotion animateTransform mpath set"
  ).split(" "),
);

/** An animation that sets a URL or an event handler is as dangerous as the attribute. */
function isAllowed({ name, attributes }: SaxesTagPlain): boolean {
  const animated = localName((attributes.attributeName ?? "").trim());
  return ELEMENTS.has(localName(name)) && !/^(?:href|on.*)$/i.test(animated);
}

/** The tag unchanged, if it has nothing active and no entity of the document. */
function cleanTag({ name, attributes, isSelfClosing }: SaxesTagPlain, written: string, entities: Entities): string {
  const all = Object.entries(attributes);
  const harmless = all.filter(([attribute, value]) => isHarmless(localName(name), attribute, value));
  if (harmless.length === all.length && expand(written, entities) === written) return written;
  const cleaned = harmless.map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`);
  return `<${name}${cleaned.join("")}${isSelfClosing ? "/>" : ">"}`;
}

function isHarmless(element: string, attribute: string, value: string): boolean {
  const local = localName(attribute).toLowerCase();
  if (local.startsWith("on") || local === "base" || isForeign(value)) return false;
  if (local !== "href" && local !== "src") return true;
  // Browsers ignore spaces and control characters in a URL's scheme.
  const address = value.replace(/[\s\p{Cc}]/gu, "");
  const isLink = element === "a" && /^(?:\/|https?:|mailto:)/i.test(address);
  return isLink || /^(?:#|data:image\/(?:png|jpe?g|gif|webp|avif)[;,])/i.test(address);
}

/** CSS without imports and files; all of it goes if they are hidden. */
function cleanCss(css: string): string {
  if (!isForeign(css)) return css;
  const clean = css.replace(/@import[^;]*;?/gi, "").replace(/url\((?![\s"']*(?:#|data:))[^)]*\)?/gi, "none");
  return isForeign(clean) ? "" : clean;
}

/** Whether CSS, or an attribute that holds some, names a file elsewhere, with or without escapes. */
function isForeign(css: string): boolean {
  const read = css.replace(/\\(?:([\da-f]{1,6})\s?|(.))/gi, (_, hex?: string, sign = "") =>
    hex ? String.fromCharCode(Number.parseInt(hex, 16)) : String(sign),
  );
  return /@import|image-set\(|\bsrc\(|url\((?![\s"']*(?:#|data:))/i.test(read);
}

/** Drawing programs define namespaces as entities. Values with other entities or markup are ignored. */
function readEntities(doctype: string, entities: Map<string, string>): void {
  const declaration = /<!ENTITY\s+(\w+)\s+(?:"([^"&<%]{0,200})"|'([^'&<%]{0,200})')\s*>/g;
  for (const [, name = "", double = "", single = ""] of doctype.matchAll(declaration))
    entities.set(name, double || single);
}

function expand(text: string, entities: Entities): string {
  return text.replace(/&(\w+);/g, (whole, name: string) => escaped(entities.get(name) ?? "") || whole);
}

/** Escapes text for an attribute in either kind of quotes. */
function escaped(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** Decodes like a browser; the output is always UTF-8. */
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
  return new Error(`it is not an SVG that can be published: ${why}`);
}
