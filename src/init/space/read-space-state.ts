/** What of a space a set-up has to know, from the management API. */
import * as z from "zod";
import { sitegenError } from "../../problems/errors.ts";
import type { ServiceComponent } from "../../site/blocks/service-components.ts";
import type { ManagementClient } from "../management-client.ts";
import { recordOf } from "../read-space.ts";

export interface FoundSpace {
  id: string;
  name: string;
  domain: string;
  environments: { name: string; location: string }[];
  languages: { code: string; name: string }[];
  components: ServiceComponent[];
  /** By slug, with the numbers of their dimensions and the names of their entries. */
  datasources: Map<string, { id: number; dimensions: Map<string, number>; entries: Set<string> }>;
  /** By path, the ones asked for; a folder has no component. */
  stories: Map<string, { id: number; component: string | null }>;
}

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");
const listOf = <T extends z.ZodType>(row: T) =>
  z
    .array(row)
    .nullish()
    .transform((rows) => rows ?? []);
const spaceAnswer = z.object({
  space: z.object({
    name: text,
    domain: text,
    environments: listOf(z.object({ name: text, location: text })).catch([]),
    languages: listOf(z.object({ code: z.string(), name: text })).catch([]),
  }),
});
const componentAnswer = z.object({
  components: z.array(z.looseObject({ name: z.string(), schema: z.record(z.string(), z.looseObject({})).nullish() })),
});
const sourceRow = z.looseObject({ id: z.number(), slug: z.string() });
const storyRow = z.object({ id: z.number(), full_slug: z.string(), is_folder: z.boolean().nullish() });

/** `wanted` says which stories and datasources to look for. */
export async function readSpaceState(
  client: ManagementClient,
  id: string,
  wanted: { stories: readonly string[]; datasources: readonly string[] },
): Promise<FoundSpace> {
  const base = `spaces/${id}`;
  const { space } = shaped(spaceAnswer, await client.get(base), base);
  const { components } = shaped(componentAnswer, await client.get(`${base}/components`), `${base}/components`);
  const sources = (await client.all(`${base}/datasources`, "datasources")).flatMap(
    (row) => sourceRow.safeParse(row).data ?? [],
  );
  const datasources: FoundSpace["datasources"] = new Map();
  for (const source of sources.filter(({ slug }) => wanted.datasources.includes(slug))) {
    const rows = await client.all(`${base}/datasource_entries?datasource_id=${source.id}`, "datasource_entries");
    const entries = new Set(rows.map((row) => String(recordOf(row).name)));
    datasources.set(source.slug, { id: source.id, dimensions: dimensionsOf(source), entries });
  }
  return {
    id,
    ...space,
    datasources,
    stories: await storiesAt(client, base, wanted.stories),
    components: components.map(({ schema, ...one }) => ({ ...one, schema: schema ?? {} })),
  };
}

async function storiesAt(
  client: ManagementClient,
  base: string,
  paths: readonly string[],
): Promise<FoundSpace["stories"]> {
  const folders = paths.flatMap((path) => (path.includes("/") ? [path.split("/")[0] ?? ""] : []));
  const slugs = [...new Set([...paths, ...folders])];
  const found: FoundSpace["stories"] = new Map();
  for (const row of await client.all(
    `${base}/stories?by_slugs=${slugs.map(encodeURIComponent).join(",")}`,
    "stories",
  )) {
    const { id, full_slug: slug, is_folder: isFolder } = storyRow.safeParse(row).data ?? { id: 0, full_slug: "" };
    const path = slug.replace(/\/$/, "");
    if (!slugs.includes(path) || (isFolder === true && found.has(path))) continue;
    const story = isFolder === true ? {} : recordOf(recordOf(await client.get(`${base}/stories/${id}`)).story);
    const { component } = recordOf(story.content);
    found.set(path, { id, component: typeof component === "string" ? component : null });
  }
  return found;
}

function shaped<T extends z.ZodType>(schema: T, value: unknown, path: string): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw sitegenError("FETCH_BAD_ANSWER", {
    message: `GET ${path} of the management API answered something else than a space.`,
    hint: "Check STORYBLOK_ENDPOINT and storyblok.region.",
  });
}

/** Numbers of dimensions, by the value that names them. */
export function dimensionsOf(datasource: Readonly<Record<string, unknown>>): Map<string, number> {
  const rows = Array.isArray(datasource.dimensions) ? datasource.dimensions.map(recordOf) : [];
  return new Map(rows.map((row) => [String(row.entry_value), Number(row.id)]));
}
