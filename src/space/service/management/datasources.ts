/** Datasources and their entries: files in `datasources/` of the space folder. */
import * as z from "zod";
import { idFrom } from "../../identity.ts";
import type { StoredEntry } from "../../model.ts";
import { jsonResponse, notFound, type ServiceResponse } from "../../service-response.ts";
import { datasourceJson, dimensionId, entryJson, MAX_PER_PAGE } from "../endpoints/datasources.ts";
import { paged } from "../params.ts";
import { type EndpointCall, isSlug, notAllowedHere, refused } from "./endpoint.ts";

const source = z.object({
  datasource: z.object({
    name: z.string().min(1),
    slug: z.string(),
    dimensions_attributes: z.array(z.object({ name: z.string(), entry_value: z.string().min(1) })).default([]),
  }),
});
const entryFields = z.object({
  name: z.string(),
  value: z.string(),
  datasource_id: z.number().int(),
});
const entry = z.object({ datasource_entry: entryFields });
const entryChange = z.object({
  datasource_entry: entryFields.partial().extend({ dimension_value: z.string().optional() }),
  dimension_id: z.number().int().optional(),
});

export async function datasourcesEndpoint({
  method,
  rest,
  query,
  body,
  state,
  folder,
}: EndpointCall): Promise<ServiceResponse> {
  if (method === "GET" && rest === "") {
    const all = [...state.datasources.values()].map((one) => ({
      ...one,
      dimensions: [...new Set([...(folder?.dimensions.get(one.slug) ?? []), ...one.dimensions])],
    }));
    const { rows, headers } = paged(all, query, MAX_PER_PAGE);
    return jsonResponse({ datasources: rows.map(datasourceJson) }, { headers });
  }
  if (method !== "POST" || rest !== "" || !folder) return notAllowedHere();
  const asked = source.safeParse(body);
  if (!asked.success) return refused({ datasource: "is invalid" });
  const { name, slug, dimensions_attributes: dimensions } = asked.data.datasource;
  if (!isSlug(slug)) return refused({ slug: "is invalid" });
  if (state.datasources.has(slug)) return refused({ slug: "has already been taken" });
  const names = dimensions.map(({ entry_value: value }) => value);
  folder.dimensions.set(slug, names);
  await folder.write(fileOf(slug), []);
  const made = { id: idFrom(`datasource:${slug}`), name, slug, dimensions: names };
  return jsonResponse({ datasource: datasourceJson(made) }, { status: 201 });
}

export async function datasourceEntriesEndpoint(call: EndpointCall): Promise<ServiceResponse> {
  const { method, rest, query, state } = call;
  if (method === "POST" && rest === "") return createEntry(call);
  if (method === "PUT" && /^\d+$/.test(rest)) return changeEntry(call);
  if (method !== "GET" || rest !== "") return notAllowedHere();
  const [id, slug] = [Number(query.get("datasource_id")), query.get("datasource_slug")];
  const found = [...state.datasources.values()].filter((one) => one.id === id || one.slug === slug);
  const dimension = query.get("dimension");
  const name = found[0]?.dimensions.find((name) => String(dimensionId(found[0]?.slug ?? "", name)) === dimension);
  const all = found.flatMap(({ entries }) => entries);
  const { rows, headers } = paged(all, query, MAX_PER_PAGE);
  return jsonResponse({ datasource_entries: rows.map((one) => entryJson(one, name ?? "")) }, { headers });
}

async function createEntry({ body, state, folder }: EndpointCall): Promise<ServiceResponse> {
  if (!folder) return notAllowedHere();
  const asked = entry.safeParse(body);
  if (!asked.success) return refused({ datasource_entry: "is invalid" });
  const { name, value, datasource_id: id } = asked.data.datasource_entry;
  const owner = [...state.datasources.values()].find((one) => one.id === id);
  if (!owner) return refused({ datasource: "must exist" });
  if (owner.entries.some((one) => one.name === name)) return refused({ name: "has already been taken" });
  await folder.write(fileOf(owner.slug), [...owner.entries.map(fileEntry), { name, value }]);
  const made: StoredEntry = { id: idFrom(`entry:${owner.slug}/${name}`), name, value, dimensions: {} };
  return jsonResponse({ datasource_entry: entryJson(made, "") }, { status: 201 });
}

async function changeEntry({ rest, body, state, folder }: EndpointCall): Promise<ServiceResponse> {
  if (!folder) return notAllowedHere();
  const asked = entryChange.safeParse(body);
  const owner = [...state.datasources.values()].find(({ entries }) => entries.some(({ id }) => String(id) === rest));
  if (!owner) return notFound();
  if (!asked.success) return refused({ datasource_entry: "is invalid" });
  const { datasource_entry: fields, dimension_id: dimension } = asked.data;
  const known = [...(folder.dimensions.get(owner.slug) ?? []), ...owner.dimensions];
  const name = known.find((one) => dimensionId(owner.slug, one) === dimension);
  const entries = owner.entries.map((one) => {
    if (String(one.id) !== rest) return fileEntry(one);
    const inDimension =
      name !== undefined && fields.dimension_value !== undefined ? { [name]: fields.dimension_value } : {};
    return { ...fileEntry(one), name: fields.name ?? one.name, value: fields.value ?? one.value, ...inDimension };
  });
  await folder.write(fileOf(owner.slug), entries);
  return { status: 204, headers: {}, body: Buffer.alloc(0) };
}

function fileOf(slug: string): string {
  return `datasources/${slug}.json`;
}

function fileEntry({ name, value, dimensions }: StoredEntry): Record<string, string> {
  return { name, value, ...dimensions };
}
