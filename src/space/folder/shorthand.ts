/** Expands the shorthands of a space folder into the field values of the content service. */
import { lexer, type Token, type Tokens } from "marked";
import {
  type MarkdownSource,
  markdownToNodes,
  type RichMark,
  type RichNode,
} from "../../content/rules/markdown-nodes.ts";
import { messageOf } from "../../problems/cause.ts";
import { sitegenError } from "../../problems/errors.ts";
import { isRecord } from "../../site/blocks/field-values.ts";
import { idFrom, uuidFrom } from "../identity.ts";
import { type AssetInfo, assetUrl, type StoredContent, trimSlashes } from "../model.ts";

/** What is needed of the rest of the folder to expand a story's shorthands. */
export interface ExpandContext {
  /** For error messages. */
  file: string;
  spaceId: number;
  storyUuid: string;
  /** The uuid of the story at a path; a wrong path has one too, like a link to a deleted story. */
  uuidOf(slugPath: string): string;
  asset(path: string): AssetInfo;
}

function fileErrorAt({ file }: ExpandContext, path: string, message: string): Error {
  return sitegenError("SPACE_BROKEN", { message: `${file}: ${path}: ${message}`, where: `${file} ${path}` });
}

type Fields = Record<string, unknown>;

export function expandContent(block: unknown, context: ExpandContext, path = "content"): StoredContent {
  if (!isRecord(block) || typeof block.component !== "string" || block.component === "") {
    throw fileErrorAt(context, path, 'a block needs "component", the name of its kind.');
  }
  const uid =
    typeof block._uid === "string" && block._uid !== "" ? block._uid : uuidFrom(`${context.storyUuid} ${path}`);
  const expanded: StoredContent = { _uid: uid, component: block.component };
  for (const [field, value] of Object.entries(block)) {
    if (field === "_uid" || field === "component") continue;
    const asInService = field.replace(/__i18n__.*/, (end) => end.replaceAll("-", "_"));
    if (field !== asInService)
      throw fileErrorAt(context, `${path}.${field}`, `a language has underscores here: ${asInService}.`);
    // The service returns the values of number fields as strings.
    expanded[field] = typeof value === "number" ? String(value) : expandValue(value, `${path}.${field}`, context);
  }
  return expanded;
}

function expandValue(value: unknown, path: string, context: ExpandContext): unknown {
  if (Array.isArray(value)) return value.map((item, index) => expandValue(item, `${path}[${index}]`, context));
  if (typeof value === "string" && value.startsWith("asset:")) {
    return assetUrl(context.asset(value.slice("asset:".length)), context.spaceId);
  }
  if (!isRecord(value)) return value;
  const shorthand = Object.keys(value).find((key) => key.startsWith("$"));
  if (shorthand !== undefined) return expandShorthand({ shorthand, value, path, context });
  if (typeof value.component === "string") return expandContent(value, context, path);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, expandValue(item, `${path}.${key}`, context)]),
  );
}

function expandShorthand(options: { shorthand: string; value: Fields; path: string; context: ExpandContext }): unknown {
  const { shorthand, value, path, context } = options;
  const main = value[shorthand];
  if (shorthand === "$md") {
    const source = Array.isArray(main) ? main.join("\n\n") : main;
    if (typeof source !== "string") throw fileErrorAt(context, path, "$md takes a string or a list of strings.");
    return markdownToRichText(source, { path, context, blocks: 0 });
  }
  if (typeof main !== "string") throw fileErrorAt(context, path, `${shorthand} takes a string.`);
  if (shorthand === "$story") return context.uuidOf(trimSlashes(main));
  if (shorthand === "$link") return linkValue(main, value, context);
  if (shorthand === "$asset") return assetValue(main, value, context);
  throw fileErrorAt(context, path, `"${shorthand}" is not a shorthand; known are $link, $asset, $story and $md.`);
}

function linkValue(target: string, fields: Fields, context: ExpandContext): Fields {
  const { $link: _, ...extra } = fields;
  const place = linkPlace(target, context);
  return { id: "", url: "", linktype: "story", fieldtype: "multilink", cached_url: "", ...place, ...extra };
}

function linkPlace(target: string, context: ExpandContext): Fields {
  if (target === "") return {};
  if (target.startsWith("mailto:")) return { linktype: "email", email: target.slice("mailto:".length) };
  if (target.startsWith("asset:")) {
    const url = assetUrl(context.asset(target.slice("asset:".length)), context.spaceId);
    return { linktype: "asset", url, cached_url: url };
  }
  if (/^([a-z][a-z0-9+.-]*:|\/|#)/i.test(target)) return { linktype: "url", url: target, cached_url: target };
  const [slug = "", anchor] = target.split("#");
  const slugPath = trimSlashes(slug);
  return { id: context.uuidOf(slugPath), cached_url: slugPath, ...(anchor === undefined ? {} : { anchor }) };
}

const ASSET_TEXTS = ["alt", "title", "source", "copyright"];

function assetValue(path: string, fields: Fields, context: ExpandContext): Fields {
  const { $asset: _, ...extra } = fields;
  const texts = Object.fromEntries(ASSET_TEXTS.map((key) => [key, fields[key] ?? ""]));
  // meta_data repeats the texts, including translated ones.
  const meta = Object.fromEntries(
    Object.entries(extra).filter(([key]) => ASSET_TEXTS.includes(key.split("__i18n__")[0] ?? "")),
  );
  const external = /^(https?:)?\/\//.test(path);
  const common = { ...texts, focus: "", ...extra, fieldtype: "asset", meta_data: meta, is_external_url: external };
  if (path === "") return { id: null, name: "", filename: "", ...common };
  const filename = external ? path : assetUrl(context.asset(path), context.spaceId);
  return { id: external ? null : idFrom(`asset:${path}`), name: "", filename, ...common };
}

/** A space folder's Markdown as the content service's rich text. */
function markdownToRichText(source: string, place: MarkdownLocation): RichNode {
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
  const body = blocks.map((block, index) => expandContent(block, place.context, `${path}.body[${index}]`));
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
}
