import * as z from "zod";
import type { DatasourceEntry } from "../../site/api/model.ts";
import type { ContentResponse } from "../transport/content-client.ts";

const cv = z
  .number()
  .nullish()
  .transform((version) => version ?? null);

const spaceResponse = z.object({
  space: z.object({
    id: z.number(),
    version: z.number(),
    // Besides the default one; null if the response does not list them.
    language_codes: z.array(z.string()).nullable().catch(null).default(null),
  }),
});
const datasourcesResponse = z.object({ datasources: z.array(z.object({ slug: z.string() })) });
const storiesResponse = z.object({ stories: z.array(z.unknown()), cv });
const storyResponse = z.object({ story: z.unknown(), cv });
/** Imported entries may have neither name nor value; the others of the datasource are still good. */
const entryText = z
  .string()
  .nullable()
  .transform((text) => text ?? "");
const entry = z.object({ name: entryText, value: entryText, dimension_value: z.string().nullable().catch(null) });
const entriesResponse = z.object({ datasource_entries: z.array(entry), cv });
const link = z.object({
  uuid: z.string(),
  slug: z.string(),
  is_folder: z.boolean().catch(false),
  published: z.boolean().catch(true),
  position: z.number().nullable().catch(null),
  published_at: z.string().nullable().catch(null),
  updated_at: z.string().nullable().catch(null),
  alternates: z
    .array(
      z.object({
        lang: z.string().catch(""),
        path: z.string().nullable().catch(null),
        translated_slug: z.string().nullable().catch(null),
      }),
    )
    .catch([]),
});
const linksResponse = z.object({ links: z.record(z.string(), link) });

export type SpaceLink = z.infer<typeof link>;

export interface StoriesPage {
  stories: unknown[];
  cv: number | null;
  total: number | null;
}

export function parseDatasources(response: ContentResponse): string[] {
  return open(datasourcesResponse, response, "datasources").datasources.map(({ slug }) => slug);
}

export function parseSpace(response: ContentResponse): z.infer<typeof spaceResponse>["space"] {
  return open(spaceResponse, response, "space.id and space.version").space;
}

/**
 * `rels`, `links`, and `rel_uuids` and `link_uuids` that replace them when there are too many, are not read: references
 * are found in the content (find-references.ts) and resolved from the pulled stories.
 */
export function parseStories(response: ContentResponse): StoriesPage {
  return { ...open(storiesResponse, response, "a list of stories"), total: totalOf(response) };
}

export function parseSingleStory(response: ContentResponse): z.infer<typeof storyResponse> {
  return open(storyResponse, response, "a story");
}

export function parseDatasourceEntries(response: ContentResponse): {
  entries: DatasourceEntry[];
  cv: number | null;
  total: number | null;
} {
  const { datasource_entries: entries, ...body } = open(entriesResponse, response, "a list of datasource_entries");
  return { entries, ...body, total: totalOf(response) };
}

/** `links` is an object keyed by uuid, not a list. */
export function parseLinks(response: ContentResponse): { links: SpaceLink[]; total: number | null } {
  return { links: Object.values(open(linksResponse, response, "links by uuid").links), total: totalOf(response) };
}

/** The `total` header counts all matches. It may be missing or wrong, so nothing depends on it alone. */
function totalOf(response: ContentResponse): number | null {
  const header = response.headers.get("total");
  return header !== null && /^\d+$/.test(header) ? Number(header) : null;
}

function open<T extends z.ZodType>(schema: T, response: ContentResponse, expected: string): z.infer<T> {
  const parsed = schema.safeParse(response.body);
  if (parsed.success) return parsed.data;
  const first = parsed.error.issues[0];
  throw response.badShape(
    `the body is not ${expected} (${first?.path.join(".") || "body"}: ${first?.message ?? "wrong"})`,
  );
}
