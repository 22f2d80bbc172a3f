/**
 * The shapes of the Content Delivery API's answers, as the vendor's OpenAPI documents of July 2026 describe them (types,
 * what may be null, what has to be there), written down anew. Strict: what the documents do not name is refused.
 */
import * as z from "zod";

const uuid = z.guid();
const date = z.iso.datetime();
const text = z.string();
const whole = z.int();

/** The fields of a component are the site's own. */
const content = z.looseObject({ _uid: text, component: text, _editable: text.optional() });

const alternate = z.strictObject({
  id: whole,
  name: text,
  slug: text,
  published: z.boolean(),
  full_slug: text,
  is_folder: z.boolean(),
  parent_id: whole,
});

const translatedSlug = z.strictObject({
  path: text.nullable(),
  lang: text,
  name: text.nullable(),
  published: z.boolean().nullable(),
});

export const story = z.strictObject({
  id: whole,
  uuid,
  name: text,
  slug: text,
  full_slug: text,
  content,
  created_at: date,
  updated_at: date,
  published_at: date.nullable(),
  first_published_at: date.nullable(),
  sort_by_date: z.iso.date().nullable(),
  position: whole,
  tag_list: z.array(text),
  is_startpage: z.boolean(),
  parent_id: whole,
  meta_data: z.looseObject({}).nullable(),
  group_id: uuid,
  release_id: whole.nullable(),
  lang: text,
  path: text.nullable(),
  alternates: z.array(alternate),
  default_full_slug: text.nullable(),
  translated_slugs: z.array(translatedSlug).nullable(),
});

/**
 * The one known gap: the documents have no null for `name` and `published`, which the embedded service answers for what
 * is not translated, as in a story's `translated_slugs`. `lang` and `translated_slug` are in the documentation alone.
 */
const linkAlternate = z.strictObject({
  path: text.nullable(),
  name: text.nullable(),
  published: z.boolean().nullable(),
  lang: text,
  translated_slug: text,
});

export const link = z.strictObject({
  id: whole,
  uuid,
  slug: text,
  path: text.nullable(),
  parent_id: whole.nullable(),
  name: text,
  is_folder: z.boolean(),
  published: z.boolean(),
  is_startpage: z.boolean(),
  position: whole,
  real_path: text,
  published_at: date.nullable().optional(),
  created_at: date.optional(),
  updated_at: date.optional(),
  alternates: z.array(linkAlternate).optional(),
});

const dimension = z.strictObject({
  id: whole,
  name: text,
  entry_value: text,
  datasource_id: whole,
  created_at: date,
  updated_at: date,
});

export const datasource = z.strictObject({
  id: whole,
  name: text,
  slug: text,
  dimensions: z.array(dimension),
  created_at: date,
  updated_at: date,
});

export const datasourceEntry = z.strictObject({
  id: whole,
  name: text,
  value: text,
  dimension_value: text.nullable().optional(),
});

const related = {
  cv: whole,
  rels: z.array(story).optional(),
  rel_uuids: z.array(uuid).optional(),
  links: z.array(z.looseObject({ uuid })).optional(),
  link_uuids: z.array(uuid).optional(),
};

export const space = z.strictObject({
  id: whole,
  name: text,
  domain: text,
  version: whole,
  language_codes: z.array(text),
});
export const spaceAnswer = z.strictObject({ space });
export const storiesAnswer = z.strictObject({ stories: z.array(story), ...related });
export const storyAnswer = z.strictObject({ story, ...related });
export const linksAnswer = z.strictObject({ links: z.record(uuid, link) });
export const datasourcesAnswer = z.strictObject({ datasources: z.array(datasource), cv: whole });
export const datasourceAnswer = z.strictObject({ datasource, cv: whole });
export const entriesAnswer = z.strictObject({ datasource_entries: z.array(datasourceEntry), cv: whole.nullable() });
export const tagsAnswer = z.strictObject({
  tags: z.array(z.strictObject({ name: text, taggings_count: whole, tag_on_stories: whole.optional() })),
});
/** Of 401 and 422. A 404 is a list with one sentence, unlike in the documents: recorded answers say so. */
export const refusal = z.strictObject({ error: text });
export const notFound = z.tuple([text]);
