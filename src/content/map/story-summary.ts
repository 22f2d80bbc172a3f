/**
 * What the site's map needs of a story: small, and stored until the story changes, so that a build need not read every
 * story.
 */

import type { RawStory, TranslatedSlug } from "../../site/api/model.ts";
import { isRecord, stringOf } from "../../site/blocks/field-values.ts";
import type { CropRules } from "../../site/crop-rules.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { isServiceAsset } from "../assets/asset.ts";
import { cropsOf, cropUrl } from "../assets/crop.ts";
import { type ListingSettings, listingSettings } from "../lists/listing.ts";
import { cutText } from "../rules/cut-text.ts";
import { fnv1a } from "../rules/fnv1a.ts";
import { countWords } from "../rules/reading-time.ts";

export interface StorySummary {
  id: number;
  uuid: string;
  name: string;
  component: string;
  fullSlug: string;
  defaultFullSlug: string | null;
  translatedSlugs: TranslatedSlug[];
  /** Ids of the story's alternates (folder-level translation); some may not be published. */
  alternates: number[];
  firstPublishedAt: string | null;
  publishedAt: string | null;
  /** The editor's "real path", if one is set. */
  realPath?: string;
  position: number;
  tags: string[];
  /** The root block's fields without empty ones; blocks and rich text are shortened (see slimValue). */
  fields: Record<string, unknown>;
  words: number;
  /** Settings of the story's listing block; null if there is none. */
  listing: ListingSettings | null;
  /** URLs of the story's assets and crops, sorted. */
  assets: string[];
  /** Hash of the content, to see in which languages it is the same; absent if no language has a `fallback`. */
  text?: string;
}

/** The parts of a definition that a summary depends on. */
export type SummaryRules = Pick<ResolvedSite, "pageTypes" | "crops"> & Partial<Pick<ResolvedSite, "languages">>;

export function summarizeStory(story: RawStory, { pageTypes, crops, languages }: SummaryRules): StorySummary {
  const { body, ...fields } = story.content;
  return {
    id: story.id,
    uuid: story.uuid,
    name: story.name,
    component: story.content.component,
    fullSlug: story.full_slug,
    defaultFullSlug: story.default_full_slug,
    translatedSlugs: story.translated_slugs,
    alternates: story.alternates.map((alternate) => alternate.id),
    firstPublishedAt: story.first_published_at,
    publishedAt: story.published_at,
    ...(story.path !== undefined && { realPath: story.path }),
    position: story.position,
    tags: story.tag_list,
    fields: slimFields(fields),
    words: countWords(body ?? Object.values(fields).filter(isBody)),
    listing: listingSettings(story.content, pageTypes),
    assets: collectAssets(story.content, crops),
    ...(languages?.some(({ fallback }) => fallback !== undefined) && { text: contentHash(story.content) }),
  };
}

const ASSET_KEYS = ["filename", "alt", "title", "copyright", "focus"];

/** Drops empty fields, and reduces assets to what a picture needs. Other pages need no more of a story. */
function slimFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const slimmed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const slim = slimValue(value);
    if (slim !== undefined) slimmed[name] = slim;
  }
  return slimmed;
}

/** Lists of blocks and rich text, which only the page itself shows and which make stories large. */
function isBody(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => isRecord(item) && typeof item.component === "string");
  return isRecord(value) && value.type === "doc";
}

/** Characters of rich text that a card may show. */
const EXCERPT = 300;
/** Characters (as JSON) of a list of blocks that a card may show, such as a few figures. */
const SHORT_LIST = 4000;

function shortList(list: unknown[]): unknown[] | undefined {
  return JSON.stringify(list).length <= SHORT_LIST ? list : undefined;
}

/** Drops empty values, empty asset fields and long lists of blocks; reduces rich text to the start of its text. */
function slimValue(value: unknown): unknown {
  if (value === null || value === "") return undefined;
  if (isBody(value)) return Array.isArray(value) ? shortList(value) : excerptOf(value) || undefined;
  if (typeof value !== "object" || !("filename" in value)) return value;
  if (!value.filename) return undefined;
  const asset = value as Record<string, unknown>;
  return Object.fromEntries(ASSET_KEYS.filter((key) => asset[key]).map((key) => [key, asset[key]]));
}

function excerptOf(value: unknown): string {
  const words: string[] = [];
  let length = 0;
  const visit = (node: unknown) => {
    if (!isRecord(node) || length > EXCERPT) return;
    if (typeof node.text === "string") {
      words.push(node.text);
      length += node.text.length;
    }
    if (Array.isArray(node.content)) for (const child of node.content) visit(child);
    if (node.type === "paragraph" || node.type === "heading") words.push(" ");
  };
  visit(value);
  return cutText(words.join("").replace(/\s+/g, " ").trim(), EXCERPT);
}

/** URLs of all assets in a piece of content, and of their crops, sorted and without duplicates. */
export function collectAssets(content: unknown, crops: CropRules): string[] {
  const found = new Set<string>();
  visit(content, crops, found);
  return [...found].sort();
}

/**
 * Asset fields have `filename` or, of legacy types, are the URL; rich-text images have `src`, links to assets
 * `linktype` asset; Markdown contains URLs.
 */
function visit(value: unknown, crops: CropRules, found: Set<string>): void {
  if (typeof value === "string") {
    if (isServiceAsset(value)) found.add(value);
    for (const address of picturesIn(value)) add(address, found);
    return;
  }
  if (Array.isArray(value)) {
    for (const item of value) visit(item, crops, found);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  const record = value as Record<string, unknown>;
  add(record.filename, found);
  if (record.linktype === "asset")
    add(stringOf(record.url) || stringOf(record.cached_url) || stringOf(record.href), found);
  if (record.type === "image") add((record.attrs as Record<string, unknown> | undefined)?.src, found);
  for (const crop of cropsOf(record, crops)) add(cropUrl(crop), found);
  for (const item of Object.values(record)) visit(item, crops, found);
}

/** A match ends before the next `![`; otherwise a text of many `![` would be searched to its end for each. */
const MARKDOWN_PICTURE = /!\[(?:[^\]!]|!(?!\[))*\]\(\s*<?((?:https?:)?\/\/[^\s<>)]+)/g;

function picturesIn(text: string): string[] {
  return text.includes("](") ? [...text.matchAll(MARKDOWN_PICTURE)].map((match) => match[1] ?? "") : [];
}

function add(filename: unknown, found: Set<string>): void {
  if (typeof filename === "string" && filename !== "") found.add(filename);
}

/** Equal for equal content, whatever the order of its keys. */
function contentHash(content: unknown): string {
  return fnv1a(sorted(content)).toString(36);
}

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const entries = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}:${sorted(one)}`);
  return `{${entries.sort().join()}}`;
}
