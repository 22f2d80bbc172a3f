/** Converts a space folder's Markdown to the content service's rich text. */
import { lexer, type Token, type Tokens } from "marked";
import { decodeEntities } from "../../content/rules/html-entities.ts";
import { messageOf } from "../../problems/cause.ts";
import { idFrom, uuidFrom } from "../identity.ts";
import { assetUrl } from "../images/asset-url.ts";
import type { StoredContent } from "../model.ts";
import { type ExpandContext, fileErrorAt, trimSlashes } from "./expand-context.ts";

export function markdownToRichText(source: string, place: MarkdownLocation): RichNode {
  const content = blockNodes(lexer(source, { gfm: true }), place);
  return { type: "doc", content: content.length > 0 ? content : [{ type: "paragraph" }] };
}

function blockNodes(tokens: readonly Token[], place: MarkdownLocation): RichNode[] {
  return tokens.flatMap((token) => blockNode(token, place));
}

function blockNode(token: Token, place: MarkdownLocation): RichNode[] {
  switch (token.type) {
    case "space":
    case "def":
    case "checkbox":
      return [];
    case "paragraph":
    case "text":
      return [filled({ type: "paragraph" }, inlineNodes(inlineTokens(token), place))];
    case "heading":
      return [filled({ type: "heading", attrs: { level: token.depth } }, inlineNodes(inlineTokens(token), place))];
    case "blockquote":
      return [filled({ type: "blockquote" }, blockNodes(token.tokens ?? [], place))];
    case "list":
      return [listNode(token as Tokens.List, place)];
    case "table":
      return [tableNode(token as Tokens.Table, place)];
    case "code":
      return [codeNode(token as Tokens.Code, place)];
    case "hr":
      return [{ type: "horizontal_rule" }];
    default:
      throw fileErrorAt(
        place.context,
        place.path,
        `Markdown of the kind "${token.type}" has no place in rich text: ${token.raw.trim()}`,
      );
  }
}

/** A token without inline tokens is plain text. */
function inlineTokens(token: Token): Token[] {
  return "tokens" in token && token.tokens ? token.tokens : [token];
}

function listNode(list: Tokens.List, place: MarkdownLocation): RichNode {
  const items = list.items.map((item): RichNode => filled({ type: "list_item" }, blockNodes(item.tokens, place)));
  if (!list.ordered) return { type: "bullet_list", content: items };
  return { type: "ordered_list", attrs: { order: list.start === "" ? 1 : list.start }, content: items };
}

function tableNode(table: Tokens.Table, place: MarkdownLocation): RichNode {
  const row = (cells: Tokens.TableCell[], type: "tableHeader" | "tableCell"): RichNode => ({
    type: "tableRow",
    content: cells.map((cell) => ({
      type,
      attrs: { colspan: 1, rowspan: 1, colwidth: null, ...(type === "tableCell" ? { backgroundColor: null } : {}) },
      content: [filled({ type: "paragraph" }, inlineNodes(cell.tokens, place))],
    })),
  });
  return {
    type: "table",
    content: [row(table.header, "tableHeader"), ...table.rows.map((cells) => row(cells, "tableCell"))],
  };
}

function codeNode(code: Tokens.Code, place: MarkdownLocation): RichNode {
  const language = (code.lang ?? "").trim();
  if (language === "block") return embeddedBlock(code.text, place);
  const attrs = { class: language === "" ? null : `language-${language}` };
  return filled({ type: "code_block", attrs }, code.text === "" ? [] : [{ type: "text", text: code.text }]);
}

function embeddedBlock(json: string, place: MarkdownLocation): RichNode {
  const path = `${place.path}.block[${place.blocks++}]`;
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch (cause) {
    const reason = messageOf(cause);
    throw fileErrorAt(place.context, path, `the embedded block is not valid JSON: ${reason}`);
  }
  const blocks = Array.isArray(parsed) ? parsed : [parsed];
  const body = blocks.map((block, index) => place.expandBlock(block, `${path}.body[${index}]`, place.context));
  return { type: "blok", attrs: { id: uuidFrom(`${place.context.storyUuid} ${path}`), body } };
}

function filled(node: RichNode, content: RichNode[]): RichNode {
  return content.length > 0 ? { ...node, content } : node;
}

/** HTML tags for marks that Markdown does not have. */
const HTML_MARKS: Readonly<Record<string, string>> = { sup: "superscript", sub: "subscript", u: "underline" };

function inlineNodes(tokens: readonly Token[], place: MarkdownLocation): RichNode[] {
  return joinTexts(inlineRun(tokens, [], place));
}

function inlineRun(tokens: readonly Token[], marks: readonly RichMark[], place: MarkdownLocation): RichNode[] {
  let current = marks;
  const nodes: RichNode[] = [];
  for (const token of tokens) {
    if (token.type === "html") {
      const change = htmlChange(token.raw, current, place);
      if (change === "break") nodes.push({ type: "hard_break" });
      else current = change;
    } else nodes.push(...inlineNode(token, current, place));
  }
  return nodes;
}

function inlineNode(token: Token, marks: readonly RichMark[], place: MarkdownLocation): RichNode[] {
  const children = (mark: RichMark) => inlineRun(tokensOf(token), [...marks, mark], place);
  switch (token.type) {
    case "text":
      return "tokens" in token && token.tokens ? inlineRun(token.tokens, marks, place) : textNode(token.text, marks);
    case "escape":
      return textNode(token.text, marks);
    case "strong":
      return children({ type: "bold" });
    case "em":
      return children({ type: "italic" });
    case "del":
      return children({ type: "strike" });
    case "codespan":
      return textNode(token.text, [...marks, { type: "code" }]);
    case "br":
      return [{ type: "hard_break" }];
    case "link":
      return children(linkMark(token as Tokens.Link, place));
    case "image":
      return [imageNode(token as Tokens.Image, place)];
    default:
      throw fileErrorAt(place.context, place.path, `Markdown of the kind "${token.type}" has no place in rich text.`);
  }
}

function tokensOf(token: Token): Token[] {
  return "tokens" in token && token.tokens ? token.tokens : [];
}

function textNode(text: string, marks: readonly RichMark[]): RichNode[] {
  const plain = decodeEntities(text).replace(/\n/g, " ");
  if (plain === "") return [];
  return [marks.length > 0 ? { type: "text", text: plain, marks: [...marks] } : { type: "text", text: plain }];
}

function linkMark(link: Tokens.Link, place: MarkdownLocation): RichMark {
  const attrs = { href: link.href, uuid: null as string | null, anchor: null as string | null, target: null };
  if (link.href.startsWith("story:")) {
    const [slug = "", anchor] = link.href.slice("story:".length).split("#");
    const slugPath = trimSlashes(slug);
    const uuid = place.context.uuidOf(slugPath);
    return { type: "link", attrs: { ...attrs, href: `/${slugPath}`, uuid, anchor: anchor ?? null, linktype: "story" } };
  }
  if (link.href.startsWith("mailto:")) {
    return { type: "link", attrs: { ...attrs, href: link.href.slice("mailto:".length), linktype: "email" } };
  }
  if (link.href.startsWith("asset:")) {
    const path = link.href.slice("asset:".length);
    const href = assetUrl(place.context.asset(path), place.context.spaceId);
    return { type: "link", attrs: { ...attrs, href, linktype: "asset" } };
  }
  return { type: "link", attrs: { ...attrs, linktype: "url" } };
}

function imageNode(image: { href: string; text: string; title?: string | null }, place: MarkdownLocation): RichNode {
  const own = image.href.startsWith("asset:");
  const path = own ? image.href.slice("asset:".length) : image.href;
  const src = own ? assetUrl(place.context.asset(path), place.context.spaceId) : path;
  const texts = { alt: image.text, title: image.title ?? "", source: "", copyright: "" };
  return { type: "image", attrs: { id: own ? idFrom(`asset:${path}`) : null, src, ...texts, meta_data: {} } };
}

function htmlChange(raw: string, marks: readonly RichMark[], place: MarkdownLocation): readonly RichMark[] | "break" {
  const tag = /^<(\/?)([a-z]+)\s*\/?>$/i.exec(raw.trim());
  const name = tag?.[2]?.toLowerCase() ?? "";
  if (name === "br") return "break";
  const mark = HTML_MARKS[name];
  if (!mark)
    throw fileErrorAt(place.context, place.path, `the HTML ${raw.trim()} has no place in rich text; write Markdown.`);
  if (tag?.[1] !== "/") return [...marks, { type: mark }];
  const last = marks.findLastIndex((open) => open.type === mark);
  return marks.filter((_, index) => index !== last);
}

/** Adjacent texts with the same marks become one node, as in the editor. */
function joinTexts(nodes: RichNode[]): RichNode[] {
  const joined: RichNode[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.type === "text" && last?.type === "text" && JSON.stringify(last.marks) === JSON.stringify(node.marks)) {
      joined[joined.length - 1] = { ...last, text: `${last.text}${node.text}` };
    } else joined.push(node);
  }
  return joined;
}

/** Rich text as stored by the content service. */
export interface RichNode {
  type: string;
  attrs?: Record<string, unknown>;
  content?: RichNode[];
  text?: string;
  marks?: RichMark[];
}

interface RichMark {
  type: string;
  attrs?: Record<string, unknown>;
}

interface MarkdownLocation {
  path: string;
  context: ExpandContext;
  /** Number of embedded blocks so far; ids are derived from their order. */
  blocks: number;
  /** Passed in, because blocks contain Markdown and Markdown contains blocks. */
  expandBlock(block: unknown, path: string, context: ExpandContext): StoredContent;
}
