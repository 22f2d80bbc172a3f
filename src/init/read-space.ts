/** Reads the published content of a space, for `sitegen init --from-space`. */
import { type ContentClient, createContentClient } from "../fetch/transport/content-client.ts";
import type { SpaceContent, StoredStory } from "./infer-space.ts";

export interface SpaceAccess {
  endpoint: string;
  token: string;
  requestsPerSecond: number;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

const PER_PAGE = 100;

/** All published stories in every language, and datasources. Throws a pull's errors (FETCH_…, exit 5). */
export async function readSpace(access: SpaceAccess): Promise<SpaceContent> {
  const client = createContentClient({ ...access, version: "published" });
  const space = recordOf(recordOf((await client.get("cdn/spaces/me", {})).body).space);
  const languages = listOf(space.language_codes).filter((code) => typeof code === "string");
  const stories = (await readStories(client, {})).flatMap(toStory);
  const byUuid = new Map(stories.map((story) => [story.uuid, story]));
  for (const language of languages) {
    for (const { uuid, content } of await readStories(client, { language }))
      byUuid.get(String(uuid))?.translations.push(recordOf(content));
  }
  const datasources: { slug: string; values: string[] }[] = [];
  for (const { slug } of listOf(
    recordOf((await client.get("cdn/datasources", { per_page: 1000 })).body).datasources,
  ).map(recordOf)) {
    if (typeof slug !== "string") continue;
    const { body } = await client.get("cdn/datasource_entries", { datasource: slug, per_page: 1000 });
    const entries = listOf(recordOf(body).datasource_entries).map(recordOf);
    datasources.push({ slug, values: entries.flatMap(({ value }) => (typeof value === "string" ? [value] : [])) });
  }
  return {
    name: typeof space.name === "string" ? space.name : "",
    languages,
    stories,
    datasources,
  };
}

async function readStories(client: ContentClient, query: { language?: string }): Promise<Record<string, unknown>[]> {
  const stories: Record<string, unknown>[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await client.get("cdn/stories", { per_page: PER_PAGE, page, ...query });
    const found = listOf(recordOf(body).stories).map(recordOf);
    stories.push(...found);
    if (found.length < PER_PAGE) return stories;
  }
}

function toStory(raw: Record<string, unknown>): StoredStory[] {
  const content = recordOf(raw.content);
  if (typeof raw.full_slug !== "string" || typeof content.component !== "string") return [];
  return [
    {
      uuid: String(raw.uuid ?? ""),
      fullSlug: raw.full_slug.replace(/^\/+|\/+$/g, ""),
      isStartpage: raw.is_startpage === true,
      realPath: typeof raw.path === "string" ? raw.path : "",
      isAlternate: listOf(raw.alternates).length > 0,
      content,
      translations: [],
    },
  ];
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
