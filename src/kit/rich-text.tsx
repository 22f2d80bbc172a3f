import { createElement, Fragment, type ReactNode } from "react";
import type { RichTextMark, RichTextNode } from "../site/api/payload.ts";
import { Blocks } from "./blocks.tsx";
import { Image } from "./image.tsx";
import { Link } from "./link.tsx";
import type { Level, RichTextCodeProps, RichTextHeadingProps, RichTextParts } from "./rich-text-parts.ts";
import { useRichTextParts } from "./site.tsx";

/** Scrollable boxes must be reachable by keyboard. */
const SCROLLABLE = { tabIndex: 0 };

export interface RichTextProps {
  /** Of a rich-text or Markdown field, or an imported Markdown file. */
  doc: RichTextNode | null;
  /** Level of the document's highest heading. Editors choose levels by size; the page decides the outline. */
  level?: Level;
  /** Of the element around it, beside `rich-text`. */
  className?: string;
  /** Components in place of the kit's, and of those that the definition has for the whole site. */
  parts?: RichTextParts;
}

/** Values that every node needs. */
interface Style {
  shift: number;
  parts: Required<RichTextParts>;
}

const KIT_PARTS: Required<RichTextParts> = {
  link: Link,
  image: Image,
  codeBlock: CodeBlock,
  heading: PlainHeading,
  blocks: {},
};

/**
 * Renders a rich-text document: every node and mark of specification §3, including embedded blocks.
 *
 * @example
 * export const Text = ({ body }: { body: RichTextNode | null }) => <RichText doc={body} level={3} />;
 */
export function RichText({ doc, level = 2, className = "", parts }: RichTextProps): ReactNode {
  const ofSite = useRichTextParts();
  if (!doc?.content?.length) return null;
  const blocks = { ...ofSite?.blocks, ...parts?.blocks };
  const style = { shift: level - highestLevel(doc.content), parts: { ...KIT_PARTS, ...ofSite, ...parts, blocks } };
  return <div className={`rich-text ${className}`.trim()}>{nodes(doc.content, style)}</div>;
}

function PlainHeading({ level, ...rest }: RichTextHeadingProps): ReactNode {
  const Tag = `h${level}` as const;
  return <Tag {...rest} />;
}

function highestLevel(content: readonly RichTextNode[]): number {
  return content.reduce((least, { type, level = 2 }) => (type === "heading" ? Math.min(least, level) : least), 6);
}

/** The order of rich text never changes on a page, so the children need no keys. */
function nodes(content: readonly RichTextNode[] = [], style: Style): ReactNode {
  const rendered: ReactNode[] = [];
  let texts: Text[] = [];
  for (const node of content) {
    if (node.type === "text") texts.push({ text: node.text ?? "", marks: linksFirst(node.marks ?? []) });
    else {
      rendered.push(only(marked(texts, style)), renderNode(node, style));
      texts = [];
    }
  }
  return fixed([...rendered, ...marked(texts, style)]);
}

/** A call takes some hundred thousand arguments. */
function fixed(children: readonly ReactNode[]): ReactNode {
  const half = children.length / 2;
  const parts = half > 9999 ? [fixed(children.slice(0, half)), fixed(children.slice(half))] : children;
  return createElement(Fragment, null, ...parts);
}

function renderNode(node: RichTextNode, style: Style): ReactNode {
  const children = nodes(node.content, style);
  const align = node.align ? `is-${node.align}` : undefined;
  const { codeBlock: Code, image: Picture, blocks } = style.parts;
  switch (node.type) {
    case "paragraph": {
      // A site's own picture may be a figure, at which browsers end a <p>.
      const Tag = Picture !== Image && node.content?.some(({ type }) => type === "image") ? "div" : "p";
      return node.content?.length ? <Tag className={align}>{children}</Tag> : null;
    }
    case "heading":
      return heading(node, style, children);
    case "bullet_list":
      return <ul>{children}</ul>;
    case "ordered_list":
      return <ol start={node.start}>{children}</ol>;
    case "list_item":
      return <li>{children}</li>;
    case "blockquote":
      return <blockquote>{children}</blockquote>;
    case "code_block":
      return <Code code={codeOf(node)} language={node.language ?? ""} />;
    case "horizontal_rule":
      return <hr />;
    case "hard_break":
      return <br />;
    case "emoji":
      return node.emoji ? <Emoji {...node.emoji} /> : null;
    case "image":
      return <Picture image={node.image ?? null} className="rich-text__image" sizes="(min-width: 48rem) 44rem, 92vw" />;
    case "blok":
      return (
        <div className="rich-text__blocks">
          <Blocks of={node.blocks} instead={blocks} />
        </div>
      );
    case "table":
      return <Table node={node} style={style} />;
    default:
      return children;
  }
}

function heading(node: RichTextNode, { shift, parts: { heading: Heading } }: Style, children: ReactNode): ReactNode {
  if (!node.content?.length) return null;
  const level = Math.min(6, Math.max(2, (node.level ?? 2) + shift)) as Level;
  const look = `rich-text__heading rich-text__heading--${node.level ?? 2}`;
  return (
    <Heading level={level} id={node.id ?? ""} className={node.align ? `${look} is-${node.align}` : look}>
      {children}
    </Heading>
  );
}

function codeOf(node: RichTextNode): string {
  return (node.content ?? []).map((child) => child.text ?? "").join("");
}

/** Code scrolls horizontally, so it is focusable for keyboard users. */
function CodeBlock({ code, language }: RichTextCodeProps): ReactNode {
  return (
    <pre {...SCROLLABLE} data-language={language || undefined}>
      <code>{code}</code>
    </pre>
  );
}

function Emoji({ name, character }: { name: string; character: string }): ReactNode {
  return (
    <span role="img" aria-label={name || character}>
      {character}
    </span>
  );
}

/** The first row of header cells becomes the table's head. */
function Table({ node, style }: { node: RichTextNode; style: Style }): ReactNode {
  const rows = node.content ?? [];
  const isHead = (row: RichTextNode) => (row.content ?? []).every((cell) => cell.type === "tableHeader");
  const first = rows[0];
  const head = first && isHead(first) ? first : null;
  const body = head ? rows.slice(1) : rows;
  return (
    <div className="rich-text__table" {...SCROLLABLE}>
      <table>
        {head && <thead>{tableRow(head, style, "col")}</thead>}
        <tbody>{fixed(body.map((row) => tableRow(row, style, "row")))}</tbody>
      </table>
    </div>
  );
}

function tableRow(row: RichTextNode, style: Style, scope: "col" | "row"): ReactNode {
  return <tr>{fixed((row.content ?? []).map((cell) => tableCell(cell, style, scope)))}</tr>;
}

function tableCell(cell: RichTextNode, style: Style, scope: "col" | "row"): ReactNode {
  const { width, background: backgroundColor } = cell;
  const look = width || backgroundColor ? { style: { width, backgroundColor } } : {};
  const span = { colSpan: cell.colspan, rowSpan: cell.rowspan, ...look };
  const content = nodes(cell.content, style);
  // An empty corner cell is not a header.
  if (cell.type !== "tableHeader" || !hasText(cell)) return <td {...span}>{content}</td>;
  return (
    <th scope={scope} {...span}>
      {content}
    </th>
  );
}

function hasText(node: RichTextNode): boolean {
  return Boolean(node.text) || (node.content ?? []).some(hasText);
}

/** A piece of text in an element for each mark that is left. */
interface Text {
  text: string;
  marks: readonly RichTextMark[];
}

/** The editor stores a text for each change of marks: a link with a bold word is three texts, and one link. */
function linksFirst(marks: readonly RichTextMark[]): readonly RichTextMark[] {
  const isLink = (mark: RichTextMark) => mark.type === "link";
  return marks.length > 1 ? [...marks.filter(isLink), ...marks.filter((mark) => !isLink(mark))] : marks;
}

/** Neighbours with the same outermost mark share its element. */
function marked(texts: readonly Text[], style: Style): ReactNode[] {
  const rendered: ReactNode[] = [];
  for (let start = 0; start < texts.length; ) {
    const mark = texts[start]?.marks[0];
    let end = start + 1;
    while (end < texts.length && isSame(mark, texts[end]?.marks[0])) end += 1;
    const group = texts.slice(start, end);
    if (!mark) rendered.push(group.map(({ text }) => text).join(""));
    else {
      const inner = group.map(({ text, marks }) => ({ text, marks: marks.slice(1) }));
      rendered.push(wrap(only(marked(inner, style)), mark, style));
    }
    start = end;
  }
  return rendered;
}

function only(children: readonly ReactNode[]): ReactNode {
  return children.length === 1 ? children[0] : fixed(children);
}

function isSame(one: RichTextMark | undefined, other: RichTextMark | undefined): boolean {
  return one === other || (one?.type === other?.type && JSON.stringify(one) === JSON.stringify(other));
}

function wrap(inner: ReactNode, mark: RichTextMark, { parts: { link: Anchor } }: Style): ReactNode {
  switch (mark.type) {
    case "bold":
    case "strong":
      return <strong>{inner}</strong>;
    case "italic":
      return <em>{inner}</em>;
    case "underline":
      return <u>{inner}</u>;
    case "strike":
      return <s>{inner}</s>;
    case "code":
      return <code>{inner}</code>;
    case "superscript":
      return <sup>{inner}</sup>;
    case "subscript":
      return <sub>{inner}</sub>;
    case "link":
      return (
        <Anchor link={mark.link} {...mark.attributes}>
          {inner}
        </Anchor>
      );
    case "anchor":
      return <span id={mark.id}>{inner}</span>;
    case "styled":
      return <span className={mark.className}>{inner}</span>;
    case "highlight":
      return <mark style={mark.color ? { backgroundColor: mark.color } : undefined}>{inner}</mark>;
    case "textStyle":
      return <span style={{ color: mark.color }}>{inner}</span>;
  }
}
