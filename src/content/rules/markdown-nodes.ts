/** Tokens of the Markdown lexer as the content service's rich text. */
import type { Token, Tokens } from "marked";
import { decodeEntities } from "./html-entities.ts";

/** Rich text as stored by the content service. */
export interface RichNode {
  type: string;
  attrs?: Record<string, unknown>;
  content?: RichNode[];
  text?: string;
  marks?: RichMark[];
}

export interface RichMark {
  type: string;
  attrs?: Record<string, unknown>;
}

/** What depends on where the Markdown is from. */
export interface MarkdownSource {
  link(link: Tokens.Link): RichMark;
  image(image: Tokens.Image): RichNode;
  /** A block of code that stands for something else, or null. */
  code?(code: Tokens.Code): RichNode | null;
  /** HTML in a text: a break, or the marks that apply from there on. */
  tag(raw: string, marks: readonly RichMark[]): readonly RichMark[] | "break";
  /** HTML between blocks, and blocks that rich text does not have; may throw. */
  other(token: Token): RichNode[];
}

const MARKS: Readonly<Record<string, string>> = { strong: "bold", em: "italic", del: "strike" };

export function markdownToNodes(tokens: readonly Token[], source: MarkdownSource): RichNode[] {
  return tokens.flatMap((token) => blockNode(token, source));
}

function blockNode(token: Token, source: MarkdownSource): RichNode[] {
  switch (token.type) {
    case "space":
    case "def":
    case "checkbox":
      return [];
    case "paragraph":
    case "text":
      return paragraph(textOf(token, source));
    case "heading":
      return [{ type: "heading", attrs: { level: token.depth }, content: textOf(token, source) }];
    case "blockquote":
      return [{ type: "blockquote", content: markdownToNodes(token.tokens ?? [], source) }];
    case "list":
      return [list(token as Tokens.List, source)];
    case "table":
      return [table(token as Tokens.Table, source)];
    case "code":
      return [source.code?.(token as Tokens.Code) ?? code(token as Tokens.Code)];
    case "hr":
      return [{ type: "horizontal_rule" }];
    default:
      return source.other(token);
  }
}

/** None without content, as a comment alone on its line. */
export function paragraph(content: RichNode[]): RichNode[] {
  return content.length > 0 ? [{ type: "paragraph", content }] : [];
}

function list(token: Tokens.List, source: MarkdownSource): RichNode {
  const content = token.items.map((item) => ({ type: "list_item", content: markdownToNodes(item.tokens, source) }));
  if (!token.ordered) return { type: "bullet_list", content };
  return { type: "ordered_list", attrs: { order: token.start === "" ? 1 : token.start }, content };
}

function table(token: Tokens.Table, source: MarkdownSource): RichNode {
  const row = (cells: readonly Tokens.TableCell[], type: string): RichNode => ({
    type: "tableRow",
    content: cells.map(({ tokens }) => ({
      type,
      attrs: { colspan: 1, rowspan: 1, colwidth: null, ...(type === "tableCell" && { backgroundColor: null }) },
      content: [cell(inlineNodes(tokens, source))],
    })),
  });
  const rows = token.rows.map((cells) => row(cells, "tableCell"));
  return { type: "table", content: [row(token.header, "tableHeader"), ...rows] };
}

/** An empty cell has an empty paragraph, as in the editor. */
function cell(content: RichNode[]): RichNode {
  return content.length > 0 ? { type: "paragraph", content } : { type: "paragraph" };
}

function code({ lang = "", text }: Tokens.Code): RichNode {
  const language = lang.trim();
  const attrs = { class: language === "" ? null : `language-${language}` };
  return { type: "code_block", attrs, content: text === "" ? [] : [{ type: "text", text }] };
}

/** A token without inline tokens is plain text. */
function textOf(token: Token, source: MarkdownSource): RichNode[] {
  return inlineNodes("tokens" in token && token.tokens ? token.tokens : [token], source);
}

function inlineNodes(tokens: readonly Token[], source: MarkdownSource): RichNode[] {
  return joinTexts(inlineRun(tokens, [], source));
}

function inlineRun(tokens: readonly Token[], marks: readonly RichMark[], source: MarkdownSource): RichNode[] {
  let current = marks;
  return tokens.flatMap((token) => {
    if (token.type !== "html") return inlineNode(token, current, source);
    const change = source.tag(token.raw, current);
    if (change === "break") return [{ type: "hard_break" }];
    current = change;
    return [];
  });
}

function inlineNode(token: Token, marks: readonly RichMark[], source: MarkdownSource): RichNode[] {
  const children = "tokens" in token && token.tokens ? token.tokens : null;
  const mark = MARKS[token.type];
  if (mark && children) return inlineRun(children, [...marks, { type: mark }], source);
  switch (token.type) {
    case "codespan":
      return textNode(token.text, [...marks, { type: "code" }]);
    case "br":
      return [{ type: "hard_break" }];
    case "link":
      return inlineRun(children ?? [], [...marks, source.link(token as Tokens.Link)], source);
    case "image":
      return [source.image(token as Tokens.Image)];
    default:
      return children ? inlineRun(children, marks, source) : textNode("text" in token ? token.text : token.raw, marks);
  }
}

export function textNode(text: string, marks: readonly RichMark[] = []): RichNode[] {
  const plain = decodeEntities(text).replace(/\n/g, " ");
  if (plain === "") return [];
  return [marks.length > 0 ? { type: "text", text: plain, marks: [...marks] } : { type: "text", text: plain }];
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
