/** Selects stories by the parameters of the list endpoint. */

import { escapeRegex } from "../../content/rules/escape-regex.ts";
import { appendTo } from "../../util/append-to.ts";
import { fullSlugOf, type StoredContent, type StoredStory } from "../model.ts";
import { fieldInLanguage } from "./language.ts";
import { listParam } from "./params.ts";
import { fullSlugInLanguage, isVisible, lastSegment, type RequestedVersion, slugInLanguage } from "./story-response.ts";

export type Condition = (story: StoredStory) => boolean;

/** The stories for a list request, sorted but not paginated. */
export function selectStories(query: URLSearchParams, view: RequestedVersion): StoredStory[] {
  const conditions = [...slugConditions(query, view), ...idConditions(query), ...dateConditions(query)];
  conditions.push(...kindConditions(query, view), ...contentConditions(query, view));
  const selected = view.state.stories.filter(
    (story) => isVisible(story, view) && conditions.every((condition) => condition(story)),
  );
  const ordered = listParam(query, "by_uuids_ordered");
  if (ordered.length === 0) return selected;
  const byUuid = new Map(selected.map((story) => [story.uuid, story]));
  return ordered.flatMap((uuid) => byUuid.get(uuid) ?? []);
}

/** With a language, both the default path and the translated one find a story. */
function slugsOf(story: StoredStory, view: RequestedVersion): string[] {
  const own = fullSlugOf(story);
  return view.lang === "default" ? [own] : [own, slugInLanguage(story, view.lang), fullSlugInLanguage(story, view)];
}

function slugConditions(query: URLSearchParams, view: RequestedVersion): Condition[] {
  const conditions: Condition[] = [];
  const start = query.get("starts_with") ?? "";
  if (start.startsWith("[default]/")) {
    conditions.push((story) => fullSlugOf(story).startsWith(start.slice("[default]/".length)));
  } else if (start !== "") {
    const prefix = start.replace(/^\//, "");
    conditions.push((story) => slugsOf(story, view).some((slug) => slug.startsWith(prefix)));
  }
  const wanted = listParam(query, "by_slugs").map(slugPattern);
  if (wanted.length > 0) conditions.push((story) => wanted.some((fits) => slugsOf(story, view).some(fits)));
  const unwanted = listParam(query, "excluding_slugs").map(slugPattern);
  if (unwanted.length > 0) conditions.push((story) => !unwanted.some((fits) => slugsOf(story, view).some(fits)));
  return conditions;
}

function slugPattern(text: string): (slug: string) => boolean {
  const plain = text.replace(/^\/|\/$/g, "");
  if (!text.includes("*")) return (slug) => slug.replace(/\/$/, "") === plain;
  const source = text.replace(/^\//, "").split("*").map(escapeRegex).join(".*");
  const pattern = new RegExp(`^${source}$`, "s");
  return (slug) => pattern.test(slug);
}

function idConditions(query: URLSearchParams): Condition[] {
  const conditions: Condition[] = [];
  const uuids = new Set([...listParam(query, "by_uuids"), ...listParam(query, "by_uuids_ordered")]);
  if (query.has("by_uuids") || query.has("by_uuids_ordered")) conditions.push((story) => uuids.has(story.uuid));
  const ids = new Set(listParam(query, "by_ids"));
  if (ids.size > 0) conditions.push((story) => ids.has(String(story.id)));
  const without = new Set(listParam(query, "excluding_ids"));
  if (without.size > 0) conditions.push((story) => !without.has(String(story.id)));
  return conditions;
}

const DATE_FIELDS = {
  published_at: (story: StoredStory) => story.publishedAt,
  first_published_at: (story: StoredStory) => story.firstPublishedAt,
  updated_at: (story: StoredStory) => story.updatedAt,
};

const COMPARISONS = {
  gt: (a: number, b: number) => a > b,
  gte: (a: number, b: number) => a >= b,
  lt: (a: number, b: number) => a < b,
  lte: (a: number, b: number) => a <= b,
};

function dateConditions(query: URLSearchParams): Condition[] {
  const conditions: Condition[] = [];
  for (const [field, dateOf] of Object.entries(DATE_FIELDS)) {
    for (const [op, holds] of Object.entries(COMPARISONS)) {
      const limit = parseMoment(query.get(`${field}_${op}`) ?? "");
      if (Number.isNaN(limit)) continue;
      conditions.push((story) => holds(Date.parse(dateOf(story) ?? ""), limit));
    }
  }
  return conditions;
}

/** `yyyy-MM-dd HH:mm` or ISO 8601, in UTC without a time zone. */
function parseMoment(text: string): number {
  const iso = text.trim().replace(/^(\d{4}-\d\d-\d\d) (\d)/, "$1T$2");
  const zoned = /T[\d:.]+$/.test(iso) ? `${iso}Z` : iso;
  return Date.parse(zoned);
}

function kindConditions(query: URLSearchParams, view: RequestedVersion): Condition[] {
  const conditions: Condition[] = [];
  const types = new Set(listParam(query, "content_type"));
  if (types.size > 0) conditions.push((story) => types.has(story.component));
  const startpage = query.get("is_startpage");
  if (startpage) conditions.push((story) => story.isStartpage === ["1", "true"].includes(startpage));
  const level = Number.parseInt(query.get("level") ?? "", 10);
  // Direct children only, without a folder's start page.
  if (level > 0) conditions.push((story) => !story.isStartpage && story.slugPath.split("/").length === level);
  const tags = listParam(query, "with_tag");
  if (tags.length > 0) conditions.push((story) => story.tags.some((tag) => tags.includes(tag)));
  const term = (query.get("search_term") ?? "").toLowerCase();
  if (term !== "") conditions.push((story) => searchText(story, view).includes(term));
  return conditions;
}

function searchText(story: StoredStory, view: RequestedVersion): string {
  return `${story.name} ${story.slugPath} ${JSON.stringify(contentOf(story, view))}`.toLowerCase();
}

function contentOf(story: StoredStory, { draft }: RequestedVersion): StoredContent {
  return draft ? story.draft() : story.content();
}

function contentConditions(query: URLSearchParams, view: RequestedVersion): Condition[] {
  const condition = contentCondition(query);
  if (!condition) return [];
  return [
    (story) => {
      const content = contentOf(story, view);
      return condition((path) => fieldInLanguage(content, path, view));
    },
  ];
}

/** `filter_query[path][op]=value` and `filter_query[__or][][path][op]=value`. */
type FieldReader = (path: string) => unknown;
type Test = (value: unknown) => boolean;

function contentCondition(query: URLSearchParams): ((read: FieldReader) => boolean) | null {
  const all: ((read: FieldReader) => boolean)[] = [];
  const either = new Map<string, ((read: FieldReader) => boolean)[]>();
  let unnumbered = 0;
  for (const [key, value] of query) {
    if (!key.startsWith("filter_query[")) continue;
    const parts = [...key.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? "");
    const isOr = parts[0] === "__or";
    const [path = "", op = ""] = isOr ? parts.slice(2) : parts;
    const test = OPERATIONS[op]?.(value);
    if (!test) continue;
    const condition = (read: FieldReader) => test(read(path));
    if (!isOr) all.push(condition);
    else {
      // `[]` starts a new alternative; equal numbers belong to one.
      const group = parts[1] === "" ? `[]${unnumbered++}` : (parts[1] ?? "");
      appendTo(either, group, condition);
    }
  }
  if (all.length === 0 && either.size === 0) return null;
  const groups = [...either.values()];
  return (read) =>
    all.every((condition) => condition(read)) &&
    (groups.length === 0 || groups.some((group) => group.every((condition) => condition(read))));
}

const OPERATIONS: Readonly<Record<string, (argument: string) => Test>> = {
  in: (argument) => isOneOf(argument),
  not_in: (argument) => not(isOneOf(argument)),
  like: (argument) => isLike(argument),
  not_like: (argument) => not(isLike(argument)),
  is: (argument) => STATES[argument] ?? (() => false),
  in_array: (argument) => holdsAny(argument),
  any_in_array: (argument) => holdsAny(argument),
  all_in_array: (argument) => (value) =>
    wordsOf(argument).every((word) => Array.isArray(value) && value.includes(word)),
  gt_date: (argument) => (value) => dateOf(value) > dateOf(argument),
  lt_date: (argument) => (value) => dateOf(value) < dateOf(argument),
  gt_int: (argument) => (value) => Number.parseInt(textOf(value), 10) > Number.parseInt(argument, 10),
  lt_int: (argument) => (value) => Number.parseInt(textOf(value), 10) < Number.parseInt(argument, 10),
  gt_float: (argument) => (value) => Number.parseFloat(textOf(value)) > Number.parseFloat(argument),
  lt_float: (argument) => (value) => Number.parseFloat(textOf(value)) < Number.parseFloat(argument),
  exists: (argument) => (value) => (value !== undefined) === (argument !== "false" && argument !== "0"),
};

const STATES: Readonly<Record<string, Test>> = {
  empty: (value) => value === "" || value === null || value === undefined,
  not_empty: (value) => value !== "" && value !== null && value !== undefined,
  empty_array: (value) => Array.isArray(value) && value.length === 0,
  not_empty_array: (value) => Array.isArray(value) && value.length > 0,
  null: (value) => value === null || value === undefined,
  not_null: (value) => value !== null && value !== undefined,
  true: (value) => value === true,
  false: (value) => value === false,
};

function not(test: Test): Test {
  return (value) => !test(value);
}

function wordsOf(argument: string): string[] {
  return argument.split(",").map((word) => word.trim());
}

function isOneOf(argument: string): Test {
  const words = new Set([argument, ...wordsOf(argument)]);
  return (value) => words.has(textOf(value));
}

function holdsAny(argument: string): Test {
  const words = wordsOf(argument);
  return (value) => Array.isArray(value) && words.some((word) => value.includes(word));
}

function isLike(argument: string): Test {
  const source = argument.split("*").map(escapeRegex).join(".*");
  const pattern = new RegExp(`^${source}$`, "is");
  return (value) => pattern.test(textOf(value));
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function dateOf(value: unknown): number {
  return parseMoment(textOf(value));
}

/** `sort_by=field:asc|desc[:int|:float][:nulls_first|:nulls_last]`, several separated by commas. */
type Key = string | number | null;

const FIELDS: Readonly<Record<string, (story: StoredStory) => Key>> = {
  id: (story) => story.id,
  name: (story) => story.name,
  slug: (story) => lastSegment(story.slugPath),
  full_slug: fullSlugOf,
  position: (story) => story.position,
  created_at: (story) => story.createdAt,
  updated_at: (story) => story.updatedAt,
  published_at: (story) => story.publishedAt,
  first_published_at: (story) => story.firstPublishedAt,
};

interface Order {
  keyOf(story: StoredStory): Key;
  direction: 1 | -1;
  nullsFirst: boolean;
}

/** Unknown fields are ignored; what the real service does is unknown. */
export function sortStories(stories: StoredStory[], query: URLSearchParams, view: RequestedVersion): StoredStory[] {
  const orders = (query.get("sort_by") ?? "").split(",").flatMap((part) => parseOrder(part.trim(), view) ?? []);
  if (orders.length === 0) return stories;
  const keyed = stories.map((story) => ({ story, keys: orders.map((order) => order.keyOf(story)) }));
  keyed.sort((a, b) => {
    for (const [index, order] of orders.entries()) {
      const difference = compareKeys(a.keys[index] ?? null, b.keys[index] ?? null, order);
      if (difference !== 0) return difference;
    }
    return 0;
  });
  return keyed.map(({ story }) => story);
}

function parseOrder(text: string, view: RequestedVersion): Order | null {
  const [field = "", ...modifiers] = text.split(":");
  const raw = field.startsWith("content.") ? contentKey(field.slice("content.".length), view) : FIELDS[field];
  if (!raw) return null;
  const numeric = modifiers.includes("int") ? Number.parseInt : modifiers.includes("float") ? Number.parseFloat : null;
  return {
    keyOf: (story) => {
      const key = raw(story);
      if (key === null || !numeric) return key;
      const number = numeric(String(key));
      return Number.isNaN(number) ? null : number;
    },
    direction: modifiers.includes("desc") ? -1 : 1,
    nullsFirst: modifiers.includes("nulls_first"),
  };
}

function contentKey(path: string, view: RequestedVersion): (story: StoredStory) => Key {
  return (story) => {
    const value = fieldInLanguage(contentOf(story, view), path, view);
    return typeof value === "string" || typeof value === "number" ? value : null;
  };
}

function compareKeys(a: Key, b: Key, { direction, nullsFirst }: Order): number {
  if (a === null || b === null) return a === b ? 0 : (a === null) === nullsFirst ? -1 : 1;
  return a < b ? -direction : a > b ? direction : 0;
}
