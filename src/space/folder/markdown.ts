/** Converts a space folder's Markdown to the content service's rich text. */
import { lexer, type Token, type Tokens } from "marked";
import {
  type MarkdownSource,
  markdownToNodes,
  type RichMark,
  type RichNode,
} from "../../content/rules/markdown-nodes.ts";
import { messageOf } from "../../problems/cause.ts";
import { idFrom, uuidFrom } from "../identity.ts";
import { assetUrl } from "../images/asset-url.ts";
import type { StoredContent } from "../model.ts";
import { type ExpandContext, fileErrorAt, trimSlashes } from "./expand-context.ts";

export function markdownToRichText(source: string, place: MarkdownLocation): RichNode {
  const content = markdownToNodes(lexer(source, { gfm: true }), sourceAt(place));
  return { type: "doc", content: content.length > 0 ? content : [{ type: "paragraph" }] };
}

function sourceAt(place: MarkdownLocation): MarkdownSource {
  return {
    link: (link) => linkMark(link, place),
    image: (image) => imageNode(image, place),
    code: ({ lang = "", text }) => (lang.trim() === "block" ? embeddedBlock(text, place) : null),
    tag: (raw, marks) => htmlChange(raw, marks, place),
    other({ type, raw }: Token) {
      const message = `Markdown of the kind "${type}" has no place in rich text: ${raw.trim()}`;
      throw fileErrorAt(place.context, place.path, message);
    },
  };
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

/** HTML tags for marks that Markdown does not have. */
const HTML_MARKS: Readonly<Record<string, string>> = { sup: "superscript", sub: "subscript", u: "underline" };

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

interface MarkdownLocation {
  path: string;
  context: ExpandContext;
  /** Number of embedded blocks so far; ids are derived from their order. */
  blocks: number;
  /** Passed in, because blocks contain Markdown and Markdown contains blocks. */
  expandBlock(block: unknown, path: string, context: ExpandContext): StoredContent;
}
