/**
 * What the site's map needs of a story: small, made once per stored version, so that a build need not read every story.
 */
import type { ResolvedSite } from "../site/resolve-site.ts";
import { cropAddress, cropsOf } from "./crop.ts";
import { type ListingSettings, listingSettings } from "./listing.ts";
import type { RawStory, TranslatedSlug } from "./model.ts";
import { isRecord } from "./resolve/context.ts";
import type { CropRules } from "./rules/crop-rules.ts";
import { countWords } from "./rules/reading-time.ts";

export interface StorySummary {
  id: number;
  uuid: string;
  name: string;
  component: string;
  fullSlug: string;
  defaultFullSlug: string | null;
  translatedSlugs: TranslatedSlug[];
  /** Full slugs of the stories this one is tied to by folder-level translation. */
  alternates: string[];
  firstPublishedAt: string | null;
  publishedAt: string | null;
  position: number;
  /** The root block's fields without what is empty; of blocks and rich text their first words (see slimValue). */
  fields: Record<string, unknown>;
  words: number;
  /** Settings of the listing block in the story, or null. */
  listing: ListingSettings | null;
  /** Addresses of the assets in the story, and of what is cut of them, sorted. */
  assets: string[];
}

/** What of a definition decides what a summary holds. */
export type SummaryRules = Pick<ResolvedSite, "pageTypes" | "crops">;

export function summarizeStory(story: RawStory, { pageTypes, crops }: SummaryRules): StorySummary {
  const { body, ...fields } = story.content;
  return {
    id: story.id,
    uuid: story.uuid,
    name: story.name,
    component: story.content.component,
    fullSlug: story.full_slug,
    defaultFullSlug: story.default_full_slug,
    translatedSlugs: story.translated_slugs,
    alternates: story.alternates.map((alternate) => alternate.full_slug),
    firstPublishedAt: story.first_published_at,
    publishedAt: story.published_at,
    position: story.position,
    fields: slimFields(fields),
    words: countWords(body ?? Object.values(fields).filter(isBody)),
    listing: listingSettings(story.content, pageTypes),
    assets: collectAssets(story.content, crops),
  };
}

const ASSET_KEYS = ["filename", "alt", "title", "copyright", "focus"];

/** Without empty fields, and of an asset only what a picture is made from. Other pages need no more of a story. */
function slimFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const slimmed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const slim = slimValue(value);
    if (slim !== undefined) slimmed[name] = slim;
  }
  return slimmed;
}

/** Lists of blocks and rich text: what a page shows of itself, and what makes a story large. */
function isBody(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => isRecord(item) && typeof item.component === "string");
  return isRecord(value) && value.type === "doc";
}

/** Characters of a rich text that a card may show. */
const EXCERPT = 300;
/** Characters, as JSON, of a list of blocks that a card may show: a few figures, say, but no page. */
const SHORT_LIST = 4000;

function shortList(list: unknown[]): unknown[] | undefined {
  return JSON.stringify(list).length <= SHORT_LIST ? list : undefined;
}

/**
 * An asset field is empty when its filename is. Long lists of blocks are left out; rich text is its beginning as text.
 */
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
  return words.join("").replace(/\s+/g, " ").trim().slice(0, EXCERPT);
}

/** Addresses of all assets in a piece of content, and of what the rules cut of them, sorted, each once. */
export function collectAssets(content: unknown, crops: CropRules): string[] {
  const found = new Set<string>();
  visit(content, crops, found);
  return [...found].sort();
}

/** Asset fields carry `filename`; rich-text images `src`; links to assets `linktype` asset; Markdown names pictures. */
function visit(value: unknown, crops: CropRules, found: Set<string>): void {
  if (typeof value === "string") {
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
  if (record.linktype === "asset") add(text(record.url) || text(record.cached_url) || text(record.href), found);
  if (record.type === "image") add((record.attrs as Record<string, unknown> | undefined)?.src, found);
  for (const crop of cropsOf(record, crops)) add(cropAddress(crop), found);
  for (const item of Object.values(record)) visit(item, crops, found);
}

const MARKDOWN_PICTURE = /!\[[^\]]*\]\(\s*<?(https?:[^\s<>)]+)/g;

function picturesIn(text: string): string[] {
  return text.includes("](") ? [...text.matchAll(MARKDOWN_PICTURE)].map((match) => match[1] ?? "") : [];
}

function add(filename: unknown, found: Set<string>): void {
  if (typeof filename === "string" && filename !== "") found.add(filename);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
