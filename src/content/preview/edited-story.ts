/** Parses stories from the visual editor and drafts from the content service. */

import type { Lang, RawBlock, RawStory, TranslatedSlug } from "../../site/api/model.ts";
import type { Block } from "../../site/api/payload.ts";
import { componentName } from "../../site/blocks/catalogue.ts";
import { isRecord, listOf, stringOf } from "../../site/blocks/field-values.ts";
import { TRANSLATED_SUFFIX, translatedSuffix } from "../rules/translated-key.ts";

export interface ReadStoryOptions {
  lang: Lang;
  /** Languages whose text is shown where this one has none. */
  fallbacks?: readonly string[];
  /** From the editor's query; blocks without a marker get one, so that a click selects them. */
  spaceId: string;
}

/** Parses the edited story in one language and marks its blocks for the editor; null if it is not a story. */
export function readStory(value: unknown, { lang, fallbacks = [], spaceId }: ReadStoryOptions): RawStory | null {
  if (!isRecord(value) || !isRecord(value.content) || typeof value.content.component !== "string") return null;
  const id = Number(value.id);
  if (!Number.isSafeInteger(id)) return null;
  const fullSlug = stringOf(value.full_slug) || stringOf(value.slug) || String(id);
  return {
    id,
    uuid: stringOf(value.uuid) || `story-${id}`,
    name: stringOf(value.name),
    full_slug: fullSlug,
    default_full_slug: stringOf(value.default_full_slug) || null,
    lang: stringOf(value.lang) || "default",
    translated_slugs: listOf(value.translated_slugs).flatMap(translatedSlug),
    alternates: [],
    is_startpage: value.is_startpage === true,
    parent_id: Number(value.parent_id) || 0,
    group_id: stringOf(value.group_id),
    position: Number(value.position) || 0,
    first_published_at: stringOf(value.first_published_at) || null,
    published_at: stringOf(value.published_at) || null,
    updated_at: stringOf(value.updated_at) || null,
    tag_list: listOf(value.tag_list).filter((tag) => typeof tag === "string"),
    // The resolver accepts any content and reports what is wrong.
    content: inLanguage(value.content, {
      suffixes: [lang, ...fallbacks].map(translatedSuffix),
      marked: { spaceId, id },
    }) as RawBlock,
  };
}

function translatedSlug(value: unknown): TranslatedSlug[] {
  if (!isRecord(value) || typeof value.path !== "string") return [];
  const published = typeof value.published === "boolean" ? value.published : null;
  return [{ path: value.path, name: stringOf(value.name) || null, lang: stringOf(value.lang), published }];
}

interface LanguageOptions {
  /** Of the keys of the language's texts, and of those that stand in for them, in this order. */
  suffixes: readonly string[];
  /** The story whose blocks get the editor's mark; null for none. */
  marked: { spaceId: string; id: number; platformName?: string } | null;
}

/**
 * A copy of content with one language's texts in place of the default ones. Stories in place of a uuid stay as they are:
 * their blocks belong to another story.
 */
export function inLanguage(value: unknown, options: LanguageOptions): unknown {
  if (Array.isArray(value)) return value.map((item) => inLanguage(item, options));
  if (!isRecord(value) || isStory(value)) return value;
  const copy: Record<string, unknown> = {};
  const ranks = new Map<string, number>();
  for (const [key, field] of Object.entries(value)) {
    const isTranslated = key.includes(TRANSLATED_SUFFIX);
    if (!isTranslated && !Object.hasOwn(copy, key)) copy[key] = inLanguage(field, options);
    const rank = isTranslated ? options.suffixes.findIndex((suffix) => key.endsWith(suffix)) : -1;
    if (rank === -1) continue;
    // A translation that was enabled and left empty counts too.
    const name = key.slice(0, key.indexOf(TRANSLATED_SUFFIX));
    if (rank >= (ranks.get(name) ?? options.suffixes.length)) continue;
    ranks.set(name, rank);
    copy[name] = inLanguage(field, options);
  }
  if (options.marked && isBlock(value) && !value._editable) {
    const { platformName = "", ...story } = options.marked;
    copy._editable = editableMark({ name: componentName(value.component, platformName), uid: value._uid, ...story });
  }
  return copy;
}

/** A published block with the marks that only drafts have, so that a click selects it before the first edit. */
export function markBlocks(block: Block, story: NonNullable<LanguageOptions["marked"]>): Block {
  return inLanguage(block, { suffixes: [], marked: story }) as Block;
}

/** True for a story, in full or as returned by `resolve_links`. */
export function isStory(value: Record<string, unknown>): boolean {
  return typeof value.uuid === "string" && typeof value.full_slug === "string";
}

function isBlock(value: Record<string, unknown>): value is RawBlock {
  return typeof value.component === "string" && typeof value._uid === "string" && value._uid !== "";
}

/** The editor's marker comment, as in a draft response. */
function editableMark(block: { name: string; uid: string; id: number; spaceId: string }): string {
  const { name, uid, id, spaceId } = block;
  return `<!--#storyblok#${JSON.stringify({ name, space: spaceId, uid, id: String(id) })}-->`;
}
