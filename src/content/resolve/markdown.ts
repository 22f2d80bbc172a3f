/**
 * Converts a Markdown field to the content service's rich text, so that links, pictures and headings are handled as in
 * a rich-text field. HTML tags are dropped, their text is kept.
 */
import { type MarkdownSource, markdownToNodes, paragraph, type RichNode, textNode } from "../rules/markdown-nodes.ts";
import { markdownTokens } from "./markdown-tokens.ts";

/** A `doc` node; never throws. `exceedsLimits` is true if a part of the text, or all of it, is left as it was typed. */
export function markdownNodes(source: string): { doc: RichNode; exceedsLimits: boolean } {
  const { tokens, exceedsLimits } = markdownTokens(source);
  return { doc: { type: "doc", content: markdownToNodes(tokens, FIELD) }, exceedsLimits };
}

/** Plain text as a `doc` node with a paragraph per line. */
export function plainNodes(source: string): RichNode {
  const lines = source.split(/\r?\n/).filter((line) => line.trim() !== "");
  return { type: "doc", content: lines.map((text) => ({ type: "paragraph", content: [{ type: "text", text }] })) };
}

const FIELD: MarkdownSource = {
  link({ href }) {
    const isMail = /^mailto:/i.test(href);
    return { type: "link", attrs: isMail ? { linktype: "email", href: href.slice(7) } : { linktype: "url", href } };
  },
  image: ({ href, text, title }) => ({ type: "image", attrs: { src: href, alt: text, title: title ?? "" } }),
  tag: (raw, marks) => (/^<br\s*\/?>$/i.test(raw.trim()) ? "break" : marks),
  other: ({ type, raw }) => paragraph(textNode(type === "html" ? withoutTags(raw) : raw)),
};

/** An unclosed tag extends to the end of the text, as in a browser, so that its end is searched once. */
const TAG = /<!--[\s\S]*?(?:-->|$)|<(script|style)\b[\s\S]*?(?:<\/\1\b[^<>]*>?|$)|<[a-z/!?][^>]*(?:>|$)/gi;

function withoutTags(html: string): string {
  return html.replace(TAG, "").trim();
}
