import type { Block, ImageData, LinkData, RichTextMark, RichTextNode } from "../../site/api/payload.ts";
import { isRecord, stringOf, wholeNumberOf } from "../../site/blocks/field-values.ts";
import { fileName } from "../assets/asset.ts";
import { isExternal } from "../rules/links.ts";
import { slugify } from "../rules/slugify.ts";
import type { ResolveContext } from "./context.ts";
import { linkAttributes, resolveLink, typedLink, urlLink } from "./link.ts";

/** Resolves blocks embedded in rich text; passed by block.ts, which imports this file. */
export type ResolveBlocks = (raw: unknown, path: string) => Block[];

const ALIGNMENTS = ["left", "center", "right", "justify"] as const;
/** A colour that cannot break out of its CSS declaration: a name, #hex, rgb() or hsl(). */
const COLOR = /^(#[0-9a-f]{3,8}|[a-z]{3,30}|(rgb|hsl)a?\([\d\s.,%/]+\))$/i;
const SIMPLE_MARKS = ["bold", "strong", "strike", "underline", "italic", "code", "superscript", "subscript"] as const;

/**
 * Resolves a rich-text document (specification §3): every node and mark, links built by the site's rules, images
 * mirrored, embedded blocks resolved, unsafe values dropped. Null for an empty document. Unknown nodes are replaced by
 * their children.
 */
export function resolveRichText(
  raw: unknown,
  context: ResolveContext,
  path: string,
  blocks: ResolveBlocks,
): RichTextNode | null {
  if (!isRecord(raw) || !Array.isArray(raw.content)) return null;
  const content = children(raw, context, path, blocks);
  return content.some((node) => !isBlank(node)) ? { type: "doc", content } : null;
}

function isBlank(node: RichTextNode): boolean {
  return node.type === "paragraph" && (node.content ?? []).every((child) => child.type === "hard_break");
}

function children(
  raw: Record<string, unknown>,
  context: ResolveContext,
  path: string,
  blocks: ResolveBlocks,
): RichTextNode[] {
  if (!Array.isArray(raw.content)) return [];
  return raw.content.flatMap((child: unknown, index) =>
    isRecord(child) ? resolveNode(child, context, `${path}/content[${index}]`, blocks, raw.type) : [],
  );
}

function resolveNode(
  raw: Record<string, unknown>,
  context: ResolveContext,
  path: string,
  blocks: ResolveBlocks,
  parent: unknown,
): RichTextNode[] {
  const attrs = isRecord(raw.attrs) ? raw.attrs : {};
  const content = () => children(raw, context, path, blocks);
  switch (raw.type) {
    case "text":
      return textNode(raw, context, path);
    case "paragraph":
    case "blockquote":
    case "bullet_list":
    case "list_item":
      return [{ type: raw.type, ...alignment(attrs), content: content() }];
    case "ordered_list":
      return [{ type: "ordered_list", ...startNumber(attrs), content: content() }];
    case "heading":
      return [heading(attrs, content(), context)];
    case "code_block":
      return [{ type: "code_block", ...language(attrs), content: content() }];
    case "horizontal_rule":
    case "hard_break":
      return [{ type: raw.type }];
    case "image":
      return imageNode(attrs, context, parent);
    case "emoji": {
      // One of a service's own is a picture there, and has no character.
      const name = stringOf(attrs.name);
      return [{ type: "emoji", emoji: { name, character: stringOf(attrs.emoji) || name } }];
    }
    case "blok":
      return [{ type: "blok", blocks: blocks(attrs.body, `${path}/body`) }];
    case "table":
    case "tableRow":
      return [{ type: raw.type, content: content() }];
    case "tableHeader":
    case "tableCell":
      return [{ type: raw.type, ...cell(attrs), content: content() }];
    default:
      return content();
  }
}

function textNode(raw: Record<string, unknown>, context: ResolveContext, path: string): RichTextNode[] {
  const text = stringOf(raw.text);
  if (text === "") return [];
  const resolved = Array.isArray(raw.marks)
    ? raw.marks.flatMap((mark: unknown) => (isRecord(mark) ? resolveMark(mark, context, path) : []))
    : [];
  // The editor sets each kind once. Marks are elements inside each other, of which there must not be thousands.
  const kinds = new Set<string>();
  const marks = resolved.filter(({ type }) => kinds.size < kinds.add(type).size);
  return [marks.length > 0 ? { type: "text", text, marks } : { type: "text", text }];
}

function resolveMark(raw: Record<string, unknown>, context: ResolveContext, path: string): RichTextMark[] {
  const attrs = isRecord(raw.attrs) ? raw.attrs : {};
  const simple = SIMPLE_MARKS.find((type) => type === raw.type);
  if (simple) return [{ type: simple }];
  switch (raw.type) {
    case "link": {
      const link = markLink(attrs, context, path);
      return link ? [{ type: "link", link, ...linkAttributes(attrs.custom) }] : [];
    }
    case "anchor": {
      const id = stringOf(attrs.id);
      if (id === "" || context.ids.has(id)) return []; // an address leads to the first
      context.ids.set(id, 1);
      return [{ type: "anchor", id }];
    }
    case "styled": {
      const className = stringOf(attrs.class).replace(/[^\w -]/g, "");
      return className === "" ? [] : [{ type: "styled", className }];
    }
    case "textStyle": {
      const color = colorOf(attrs.color);
      return color ? [{ type: "textStyle", color }] : [];
    }
    case "highlight": {
      const color = colorOf(attrs.color);
      return [color ? { type: "highlight", color } : { type: "highlight" }];
    }
    default:
      return [];
  }
}

/** A link mark has its URL in `href` and a story's uuid in `uuid`; otherwise it is a multilink. */
function markLink(attrs: Record<string, unknown>, context: ResolveContext, path: string): LinkData | null {
  const href = stringOf(attrs.href);
  if (attrs.linktype === "story" || attrs.linktype === "email" || attrs.linktype === "asset") {
    const { linktype, target, anchor, title, cat, uuid } = attrs;
    const link = { linktype, target, anchor, title, cat, id: uuid, url: href, cached_url: href, email: href };
    return resolveLink(link, context.reader, path);
  }
  return typedLink(href, attrs.target === "_blank" ? "_blank" : "", context.reader, path);
}

function colorOf(raw: unknown): string {
  const color = stringOf(raw).trim();
  return COLOR.test(color) ? color : "";
}

function cell(attrs: Record<string, unknown>): Partial<RichTextNode> {
  const widths = Array.isArray(attrs.colwidth) ? attrs.colwidth.map(wholeNumberOf) : [];
  const width = widths.reduce((sum, one) => sum + one, 0);
  const background = colorOf(attrs.backgroundColor);
  return {
    ...span("colspan", attrs),
    ...span("rowspan", attrs),
    ...(width > 0 && width <= 10_000 ? { width } : {}),
    ...(background ? { background } : {}),
  };
}

function heading(attrs: Record<string, unknown>, content: RichTextNode[], context: ResolveContext): RichTextNode {
  const level = Math.min(6, Math.max(1, wholeNumberOf(attrs.level) || 2));
  return {
    type: "heading",
    level,
    id: uniqueId(slugify(plainText(content)), context.ids),
    ...alignment(attrs),
    content,
  };
}

/** The text of nodes without marks, for ids, tables of contents and descriptions. */
function plainText(nodes: readonly RichTextNode[]): string {
  return nodes.map((node) => (node.text ?? "") + plainText(node.content ?? [])).join("");
}

function uniqueId(wanted: string, taken: Map<string, number>): string {
  const base = wanted === "" ? "section" : wanted;
  let id = base;
  let n = taken.get(base) ?? 1;
  for (; taken.has(id); id = `${base}-${n}`) n += 1;
  taken.set(id, 1).set(base, n);
  return id;
}

function alignment(attrs: Record<string, unknown>): Pick<RichTextNode, "align"> {
  const align = ALIGNMENTS.find((value) => value === attrs.textAlign);
  return align && align !== "left" ? { align } : {};
}

function startNumber(attrs: Record<string, unknown>): Pick<RichTextNode, "start"> {
  const start = wholeNumberOf(attrs.order);
  return start > 1 && start < 2 ** 31 ? { start } : {};
}

function language(attrs: Record<string, unknown>): Pick<RichTextNode, "language"> {
  const name = stringOf(attrs.class).replace(/^language-/, "");
  return /^[\w+-]{1,30}$/.test(name) ? { language: name } : {};
}

function span<K extends "colspan" | "rowspan">(key: K, attrs: Record<string, unknown>): { [P in K]?: number } {
  const count = wholeNumberOf(attrs[key]);
  return (count > 1 && count <= 100 ? { [key]: count } : {}) as { [P in K]?: number };
}

/** A picture; one that is not published, or not shown because of its host, is a link to its address. */
function imageNode(attrs: Record<string, unknown>, { reader }: ResolveContext, parent: unknown): RichTextNode[] {
  const image: ImageData | null = reader.image({ ...attrs, filename: attrs.src });
  if (image) return [{ type: "image", image }];
  const src = stringOf(attrs.src);
  const link = isExternal(src) ? urlLink(src, "", reader) : null;
  if (!link) return [];
  const text = stringOf(attrs.alt) || stringOf(attrs.title) || fileName(src) || src;
  const node: RichTextNode = { type: "text", text, marks: [{ type: "link", link }] };
  return parent === "paragraph" || parent === "heading" ? [node] : [{ type: "paragraph", content: [node] }];
}
