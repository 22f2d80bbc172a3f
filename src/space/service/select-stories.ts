/** Selects stories by the parameters of the list endpoint. */

import { fullSlugOf, type StoredStory } from "../model.ts";
import { contentCondition } from "./filter-query.ts";
import { isVisible } from "./is-visible.ts";
import { fieldInLanguage } from "./language.ts";
import { listParam } from "./params.ts";
import { fullSlugInLanguage, type RequestedVersion, slugInLanguage } from "./story-response.ts";

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
  const source = text.replace(/^\//, "").split("*").map(escapePattern).join(".*");
  const pattern = new RegExp(`^${source}$`, "s");
  return (slug) => pattern.test(slug);
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
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
  const content = view.draft ? story.draft() : story.content();
  return `${story.name} ${story.slugPath} ${JSON.stringify(content)}`.toLowerCase();
}

function contentConditions(query: URLSearchParams, view: RequestedVersion): Condition[] {
  const condition = contentCondition(query);
  if (!condition) return [];
  return [
    (story) => {
      const content = view.draft ? story.draft() : story.content();
      return condition((path) => fieldInLanguage(content, path, view));
    },
  ];
}
