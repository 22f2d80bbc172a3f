/**
 * Converts a Markdown field to the content service's rich text, so that links, pictures and headings are handled as in
 * a rich-text field. HTML tags are dropped, their text is kept.
 */

import type { Token, Tokens } from "marked";
import { decodeEntities } from "../rules/html-entities.ts";
import { markdownTokens } from "./markdown-tokens.ts";

interface Node {
  type: string;
  attrs?: Record<string, unknown>;
  content?: Node[];
  text?: string;
  marks?: Mark[];
}

interface Mark {
  type: string;
  attrs?: Record<string, unknown>;
}

/** A `doc` node; never throws. `exceedsLimits` is true if a part of the text, or all of it, is left as it was typed. */
export function markdownNodes(source: string): { doc: Node; exceedsLimits: boolean } {
  const { tokens, exceedsLimits } = markdownTokens(source);
  return { doc: { type: "doc", content: blockNodes(tokens) }, exceedsLimits };
}

/** Plain text as a `doc` node with a paragraph per line. */
export function plainNodes(source: string): Node {
  const lines = source.split(/\r?\n/).filter((line) => line.trim() !== "");
  return { type: "doc", content: lines.map((text) => ({ type: "paragraph", content: [{ type: "text", text }] })) };
}

function blockNodes(tokens: readonly Token[]): Node[] {
  return tokens.flatMap(blockNode);
}

function blockNode(token: Token): Node[] {
  switch (token.type) {
    case "space":
    case "def":
    case "checkbox":
      return [];
    case "heading":
      return [{ type: "heading", attrs: { level: token.depth }, content: inline(token) }];
    case "blockquote":
      return [{ type: "blockquote", content: blockNodes(token.tokens ?? []) }];
    case "list":
      return [list(token as Tokens.List)];
    case "table":
      return [table(token as Tokens.Table)];
    case "code":
      return [code(token as Tokens.Code)];
    case "hr":
      return [{ type: "horizontal_rule" }];
    case "html":
      return paragraph(textNode(withoutTags(token.raw), []));
    default:
      return paragraph(inline(token));
  }
}

function paragraph(content: Node[]): Node[] {
  return content.length > 0 ? [{ type: "paragraph", content }] : [];
}

function list(token: Tokens.List): Node {
  const content = token.items.map((item): Node => ({ type: "list_item", content: blockNodes(item.tokens) }));
  if (!token.ordered) return { type: "bullet_list", content };
  return { type: "ordered_list", attrs: { order: token.start === "" ? 1 : token.start }, content };
}

function table(token: Tokens.Table): Node {
  const row = (cells: readonly Tokens.TableCell[], type: string): Node => ({
    type: "tableRow",
    content: cells.map((cell) => ({ type, content: paragraph(inlineNodes(cell.tokens, [])) })),
  });
  return {
    type: "table",
    content: [row(token.header, "tableHeader"), ...token.rows.map((cells) => row(cells, "tableCell"))],
  };
}

function code(token: Tokens.Code): Node {
  const language = (token.lang ?? "").trim();
  return {
    type: "code_block",
    attrs: { class: language === "" ? null : `language-${language}` },
    content: token.text === "" ? [] : [{ type: "text", text: token.text }],
  };
}

/** A token without inline tokens is plain text. */
function inline(token: Token): Node[] {
  return inlineNodes("tokens" in token && token.tokens ? token.tokens : [token], []);
}

const MARKS: Readonly<Record<string, string>> = { strong: "bold", em: "italic", del: "strike" };

function inlineNodes(tokens: readonly Token[], marks: readonly Mark[]): Node[] {
  return tokens.flatMap((token) => inlineNode(token, marks));
}

function inlineNode(token: Token, marks: readonly Mark[]): Node[] {
  const children = "tokens" in token && token.tokens ? token.tokens : null;
  const mark = MARKS[token.type];
  if (mark && children) return inlineNodes(children, [...marks, { type: mark }]);
  switch (token.type) {
    case "br":
      return [{ type: "hard_break" }];
    case "codespan":
      return textNode(token.text, [...marks, { type: "code" }]);
    case "link":
      return inlineNodes(children ?? [], [...marks, linkMark(token.href)]);
    case "image":
      return [{ type: "image", attrs: { src: token.href, alt: token.text, title: token.title ?? "" } }];
    case "html":
      return /^<br\s*\/?>$/i.test(token.raw.trim()) ? [{ type: "hard_break" }] : [];
    default:
      return children ? inlineNodes(children, marks) : textNode("text" in token ? token.text : token.raw, marks);
  }
}

function linkMark(href: string): Mark {
  const isMail = /^mailto:/i.test(href);
  return { type: "link", attrs: isMail ? { linktype: "email", href: href.slice(7) } : { linktype: "url", href } };
}

function textNode(text: string, marks: readonly Mark[]): Node[] {
  const plain = decodeEntities(text).replace(/\n/g, " ");
  if (plain.trim() === "" && marks.length === 0 && plain !== " ") return [];
  return [marks.length > 0 ? { type: "text", text: plain, marks: [...marks] } : { type: "text", text: plain }];
}

/** An unclosed tag extends to the end of the text, as in a browser, so that its end is searched once. */
const TAG = /<!--[\s\S]*?(?:-->|$)|<(script|style)\b[\s\S]*?(?:<\/\1\b[^<>]*>?|$)|<[a-z/!?][^>]*(?:>|$)/gi;

function withoutTags(html: string): string {
  return html.replace(TAG, "").trim();
}
