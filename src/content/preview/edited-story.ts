/** Parses stories that come from the visual editor or, as drafts, from the content service. */

import type { Lang, RawBlock, RawStory, TranslatedSlug } from "../model.ts";
import { isRecord, stringOf } from "../resolve/context.ts";
import { TRANSLATED, translatedSuffix } from "../rules/translated-key.ts";

export interface ReadStoryOptions {
  lang: Lang;
  /** Of the editor's query; blocks without a marker get one, so that a click selects them. */
  spaceId: string;
}

/** The edited story in one language, every block marked for the editor; null for what is no story. */
export function readStory(value: unknown, { lang, spaceId }: ReadStoryOptions): RawStory | null {
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
    tag_list: [],
    // The resolver takes any content and reports what is wrong with it.
    content: copyOf(value.content, { suffix: translatedSuffix(lang), spaceId, id }) as RawBlock,
  };
}

function translatedSlug(value: unknown): TranslatedSlug[] {
  if (!isRecord(value) || typeof value.path !== "string") return [];
  const published = typeof value.published === "boolean" ? value.published : null;
  return [{ path: value.path, name: stringOf(value.name) || null, lang: stringOf(value.lang), published }];
}

interface CopyOptions {
  suffix: string;
  spaceId: string;
  id: number;
}

/** Stories that the editor put in the place of a uuid are left alone: their blocks are another story's. */
function copyOf(value: unknown, options: CopyOptions): unknown {
  if (Array.isArray(value)) return value.map((item) => copyOf(item, options));
  if (!isRecord(value) || isStory(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) {
    const isTranslated = key.includes(TRANSLATED);
    if (!isTranslated && !Object.hasOwn(copy, key)) copy[key] = copyOf(field, options);
    // A translation that was switched on and left empty wins too.
    if (isTranslated && key.endsWith(options.suffix)) {
      copy[key.slice(0, -options.suffix.length)] = copyOf(field, options);
    }
  }
  if (isBlock(value) && !value._editable) {
    copy._editable = editableMark({ name: value.component, uid: value._uid, ...options });
  }
  return copy;
}

/** True for a story, whole or as `resolve_links` gives it. */
export function isStory(value: Record<string, unknown>): boolean {
  return typeof value.uuid === "string" && typeof value.full_slug === "string";
}

function isBlock(value: Record<string, unknown>): value is RawBlock {
  return typeof value.component === "string" && typeof value._uid === "string" && value._uid !== "";
}

/** The editor's marker as a draft answer carries it. */
export function editableMark(block: { name: string; uid: string; id: number; spaceId: string }): string {
  const { name, uid, id, spaceId } = block;
  return `<!--#storyblok#${JSON.stringify({ name, space: spaceId, uid, id: String(id) })}-->`;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
