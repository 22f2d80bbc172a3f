/** `sort_by=field:asc|desc[:int|:float][:nulls_first|:nulls_last]`, several separated by commas. */

import { fullSlugOf, type StoredStory } from "../model.ts";
import { fieldInLanguage } from "./language.ts";
import { lastSegment, type RequestedVersion } from "./story-response.ts";

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
    const value = fieldInLanguage(view.draft ? story.draft() : story.content(), path, view);
    return typeof value === "string" || typeof value === "number" ? value : null;
  };
}

function compareKeys(a: Key, b: Key, { direction, nullsFirst }: Order): number {
  if (a === null || b === null) return a === b ? 0 : (a === null) === nullsFirst ? -1 : 1;
  return a < b ? -direction : a > b ? direction : 0;
}
