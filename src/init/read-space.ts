/** Reads the published content of a space, for `sitegen init --from-space`. */

import { type ContentClient, createContentClient, type Params } from "../fetch/transport/content-client.ts";
import { isRecord, listOf } from "../site/blocks/field-values.ts";
import type { SpaceContent, StoredStory } from "./infer-space.ts";

export interface SpaceAccess {
  endpoint: string;
  token: string;
  requestsPerSecond: number;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** The service's largest pages. */
const PER_PAGE = { stories: 100, datasources: 1000, datasource_entries: 1000 };

/** All published stories in every language, and datasources. Throws a pull's errors (FETCH_…, exit 5). */
export async function readSpace(access: SpaceAccess): Promise<SpaceContent> {
  const client = createContentClient({ ...access, version: "published" });
  const space = recordOf(recordOf((await client.get("cdn/spaces/me", {})).body).space);
  const languages = listOf(space.language_codes).filter((code) => typeof code === "string");
  // Without the version the service redirects every request.
  const read = createReader(client, typeof space.version === "number" ? { cv: space.version } : {});
  const stories = (await read("stories", {})).flatMap(toStory);
  const byUuid = new Map(stories.map((story) => [story.uuid, story]));
  for (const language of languages) {
    for (const { uuid, content } of await read("stories", { language }))
      byUuid.get(String(uuid))?.translations.push(recordOf(content));
  }
  const datasources: SpaceContent["datasources"] = [];
  for (const { slug } of await read("datasources", {})) {
    if (typeof slug !== "string") continue;
    const entries = await read("datasource_entries", { datasource: slug });
    datasources.push({ slug, values: entries.flatMap(({ value }) => (typeof value === "string" ? [value] : [])) });
  }
  return {
    name: typeof space.name === "string" ? space.name : "",
    languages,
    stories,
    datasources,
  };
}

/** The space's number in the service. */
export async function readSpaceId(access: SpaceAccess): Promise<string> {
  const client = createContentClient({ ...access, version: "published" });
  return String(recordOf(recordOf((await client.get("cdn/spaces/me", {})).body).space).id ?? "");
}

/** Reads all pages of a listing. */
function createReader(client: ContentClient, version: Params) {
  return async (listing: keyof typeof PER_PAGE, query: Params): Promise<Record<string, unknown>[]> => {
    const all: Record<string, unknown>[] = [];
    const size = PER_PAGE[listing];
    for (let page = 1; ; page += 1) {
      const { body } = await client.get(`cdn/${listing}`, { per_page: size, page, ...query, ...version });
      const found = listOf(recordOf(body)[listing]).map(recordOf);
      all.push(...found);
      if (found.length < size) return all;
    }
  };
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

/** An object of an answer; empty for anything else. */
export function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}
