/** Converts a space folder's Markdown to the content service's rich text. */
import { lexer, type Token, type Tokens } from "marked";
import { uuidFrom } from "../identity.ts";
import { fileErrorAt } from "./expand-context.ts";
import { inlineNodes } from "./markdown-inline.ts";
import type { MarkdownLocation, RichNode } from "./rich-node.ts";

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
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw fileErrorAt(place.context, path, `the embedded block is not valid JSON: ${reason}`);
  }
  const blocks = Array.isArray(parsed) ? parsed : [parsed];
  const body = blocks.map((block, index) => place.expandBlock(block, `${path}.body[${index}]`, place.context));
  return { type: "blok", attrs: { id: uuidFrom(`${place.context.storyUuid} ${path}`), body } };
}

function filled(node: RichNode, content: RichNode[]): RichNode {
  return content.length > 0 ? { ...node, content } : node;
}
