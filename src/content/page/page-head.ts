/** The tags that a site's `head` functions give a page: checked, and merged with the page's usual ones. */

import type { Block, HeadData, PageTag, Payload, Shared } from "../../site/api/payload.ts";
import type { BlockCatalogue } from "../../site/blocks/catalogue.ts";
import { isRecord } from "../../site/blocks/field-values.ts";
import type { HeadFunction, HeadPage } from "../../site/blocks/head-function.ts";
import { isBlock } from "../resolve/is-block.ts";
import { safeUrl } from "../rules/links.ts";
import { requirePlain } from "../rules/plain-json.ts";
import { usualTags } from "./page-tags.ts";

/** A `head` function and the block whose props it gets. */
interface HeadCall {
  head: HeadFunction;
  props: Block;
  /** Begins its messages: the function's file, or the block's name. */
  where: string;
}

/** Attribute of the tags from `head` functions, by which the client finds those to replace on navigation. */
const OWN = "data-head";

/**
 * Adds what the page type's function and those of the page's blocks return. Of two titles, or two tags of one name, the
 * first stays: the page type's come before its blocks'. Throws, with the file's name, if a result is not valid.
 */
export function addOwnTags(
  head: HeadData,
  input: {
    page: Block;
    ofType: HeadFunction | null;
    catalogue: BlockCatalogue;
    about: Omit<HeadPage, "title" | "description">;
    lang: string;
    shared: Pick<Shared, "site">;
    isUnindexed: boolean;
  },
): HeadData {
  const { page, ofType, catalogue, about } = input;
  const given: HeadCall[] = ofType ? [{ head: ofType, props: page, where: `${catalogue.files.definition}: head` }] : [];
  if (catalogue.heads.size > 0) eachBlock(page, (props) => given.push(...ofBlock(props, catalogue)));
  if (given.length === 0) return head;
  const context = { ...about, title: head.title, description: head.description };
  const found = given.flatMap(({ head: of, props, where }) => tagsOf(of(props, context), where));
  if (found.length === 0) return head;
  const tags = unique(found).filter((tag) => !(input.isUnindexed && keyOf(tag) === "meta name robots"));
  const text = (key: string) => tags.find((tag) => keyOf(tag) === key);
  const title = text("title")?.text ?? head.title;
  const description = text("meta name description")?.attributes.content ?? head.description;
  const own = { ...head, title, description };
  const usual = usualTags({ head: own, kind: "page", lang: input.lang }, input.shared);
  const others = tags
    .filter(({ tag }) => tag !== "title")
    .map(({ attributes, ...tag }) => ({ ...tag, attributes: { ...attributes, [OWN]: "" } }));
  return { ...own, tags: merged(usual, others as PageTag[]) };
}

/** The tags of a head that has other values now: the usual ones made of them, and the site's own as they were. */
export function renewTags(
  head: HeadData,
  page: Pick<Payload, "kind" | "lang">,
  shared: Pick<Shared, "site">,
): HeadData {
  if (!head.tags) return head;
  const own = head.tags.filter(({ attributes }) => OWN in attributes);
  return { ...head, tags: merged(usualTags({ ...page, head }, shared), own) };
}

/** Usual tags, without those that own ones take the place of, and then these. */
function merged(usual: readonly PageTag[], own: readonly PageTag[]): PageTag[] {
  const replaced = new Set(own.flatMap((tag) => keyOf(tag) ?? []));
  return [...usual.filter((tag) => !replaced.has(keyOf(tag) ?? "")), ...own];
}

function ofBlock(props: Block, { heads, files }: BlockCatalogue): HeadCall[] {
  const head = heads.get(props.component);
  return head ? [{ head, props, where: `${files.blocks[props.component] ?? props.component}: head` }] : [];
}

/** Visits all blocks in page order, including those of other stories. */
export function eachBlock(value: unknown, visit: (block: Block) => void): void {
  if (typeof value !== "object" || value === null) return;
  if (isBlock(value)) visit(value);
  for (const field of Object.values(value)) eachBlock(field, visit);
}

interface OwnTag extends Omit<PageTag, "tag"> {
  tag: PageTag["tag"] | "title";
}

const PARTS = ["title", "meta", "link", "jsonLd"];

function tagsOf(result: ReturnType<HeadFunction>, where: string): OwnTag[] {
  const fail = (text: string): never => {
    throw new Error(`${where} ${text}`);
  };
  if (isNothing(result)) return [];
  if (result instanceof Promise) return fail("returns a promise, but a page is rendered in one go.");
  if (!isRecord(result)) return fail("returns no tags: return { title, meta, link, jsonLd }, or null for none.");
  for (const key of Object.keys(result))
    if (!PARTS.includes(key)) fail(`returns "${key}", but a head has ${PARTS.join(", ")}.`);
  const { title, meta, link, jsonLd } = result as Record<string, unknown>;
  requirePlain({ jsonLd }, where);
  if (title !== undefined && title !== null && typeof title !== "string") fail("returns a title that is no text.");
  return [
    ...(typeof title === "string" && title.trim() !== ""
      ? [{ tag: "title" as const, attributes: {}, text: title }]
      : []),
    ...each("meta", meta, fail).flatMap(([at, one]) => metaTag(one, (text) => fail(`returns ${at} ${text}`))),
    ...each("link", link, fail).flatMap(([at, one]) => linkTag(one, (text) => fail(`returns ${at} ${text}`))),
    ...each("jsonLd", jsonLd, fail).map(([, one]) => {
      const text = JSON.stringify({ "@context": "https://schema.org", ...one });
      return { tag: "script" as const, attributes: { type: "application/ld+json" }, text };
    }),
  ];
}

function isNothing(value: unknown): value is null | undefined | false | "" {
  return value === null || value === undefined || value === false || value === "";
}

type Fail = (text: string) => never;

/** The objects of one or several, each with its name for messages. */
function each(name: string, value: unknown, fail: Fail): [at: string, one: Record<string, unknown>][] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((one, index): [string, Record<string, unknown>][] => {
    const at = Array.isArray(value) ? `${name}[${index}]` : name;
    if (isNothing(one)) return [];
    return isRecord(one) ? [[at, one]] : fail(`returns ${at} that is no object with attributes.`);
  });
}

const NAMES = ["name", "property", "itemprop"];

function metaTag(given: Record<string, unknown>, fail: Fail): OwnTag[] {
  const attributes = attributesOf(given, fail);
  for (const name of Object.keys(attributes))
    if (name === "http-equiv" || name === "charset")
      fail(`with "${name}", which is for the whole site: hosts send it.`);
  if (!NAMES.some((name) => attributes[name])) fail(`without a ${NAMES.join(" or ")}.`);
  return attributes.content ? [{ tag: "meta", attributes }] : [];
}

function linkTag(given: Record<string, unknown>, fail: Fail): OwnTag[] {
  const attributes = attributesOf(given, fail);
  const { rel = "" } = attributes;
  const href = safeUrl(attributes.href ?? ""); // often an editor's
  if (rel === "") fail("without a rel.");
  if (/\bstylesheet\b/i.test(rel)) fail("that is a stylesheet: blocks import theirs, and the site has `styles`.");
  return href === "" ? [] : [{ tag: "link", attributes: { ...attributes, href } }];
}

/** Attributes without a value are left out. */
function attributesOf(given: Record<string, unknown>, fail: Fail): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null || value === false || Number.isNaN(value)) continue;
    if (!/^[a-z][a-z-]*$/i.test(name) || /^on/i.test(name)) fail(`with the attribute ${JSON.stringify(name)}.`);
    if (value === true) attributes[name.toLowerCase()] = "";
    else if (typeof value === "string" || typeof value === "number") attributes[name.toLowerCase()] = String(value);
    else fail(`whose ${name} is no text.`);
  }
  return attributes;
}

function unique(tags: readonly OwnTag[]): OwnTag[] {
  const seen = new Set<string>();
  return tags.filter((tag) => {
    const key = keyOf(tag);
    if (key === null) return true;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** Links of which a page has one. */
const SINGLE_LINKS = ["canonical", "prev", "next"];

/** Identifies a tag that a page has once; null for one that may be repeated. */
function keyOf({ tag, attributes }: Pick<OwnTag, "tag" | "attributes">): string | null {
  if (tag === "title") return "title";
  if (tag === "link") return SINGLE_LINKS.includes(attributes.rel ?? "") ? `link ${attributes.rel}` : null;
  const name = NAMES.find((one) => attributes[one]);
  // Open Graph properties such as og:image:width may come once for each picture.
  return tag === "meta" && name !== undefined ? `meta ${name} ${attributes[name]}` : null;
}
