/** GET cdn/datasources, datasources/{id} and datasource_entries. */
import { idFrom } from "../../identity.ts";
import { type StoredDatasource, type StoredEntry, UNDATED } from "../../model.ts";
import { jsonResponse, notFound, type ServiceResponse } from "../../service-response.ts";
import { listParam, paged } from "../params.ts";
import type { ApiRequest } from "./request.ts";

export const MAX_PER_PAGE = 1000;

export function datasourcesEndpoint({ query, state }: ApiRequest): ServiceResponse {
  const term = (query.get("search") ?? "").toLowerCase();
  const ids = listParam(query, "by_ids");
  const found = [...state.datasources.values()].filter(
    ({ id, name, slug }) =>
      `${name} ${slug}`.toLowerCase().includes(term) && (ids.length === 0 || ids.includes(String(id))),
  );
  const { rows, headers } = paged(found, query, MAX_PER_PAGE);
  return jsonResponse({ datasources: rows.map(datasourceJson), cv: state.cv }, { headers });
}

export function datasourceEndpoint({ rest, state }: ApiRequest): ServiceResponse {
  const found = [...state.datasources.values()].find(({ id }) => String(id) === rest);
  return found ? jsonResponse({ datasource: datasourceJson(found), cv: state.cv }) : notFound();
}

/** An entry without a value in the requested dimension has null, as has every entry without a dimension. */
export function datasourceEntriesEndpoint({ query, state }: ApiRequest): ServiceResponse {
  const wanted = query.get("datasource");
  const all = [...state.datasources.values()];
  const sources = wanted ? all.filter(({ id, slug }) => slug === wanted || String(id) === wanted) : all;
  if (wanted && sources.length === 0) return notFound();
  const dimension = query.get("dimension") ?? "";
  const entries = sources.flatMap((source) => source.entries);
  const { rows, headers } = paged(entries, query, MAX_PER_PAGE);
  const listed = rows.map((entry) => entryJson(entry, dimension));
  return jsonResponse({ datasource_entries: listed, cv: state.cv }, { headers });
}

/** An entry as both APIs answer it. */
export function entryJson({ id, name, value, dimensions }: StoredEntry, dimension: string) {
  return { id, name, value, dimension_value: dimensions[dimension] ?? null };
}

export function dimensionId(slug: string, name: string): number {
  return idFrom(`dimension:${slug}/${name}`);
}

/** A datasource as both APIs answer it. */
export function datasourceJson(source: Pick<StoredDatasource, "id" | "name" | "slug" | "dimensions">) {
  const dates = { created_at: UNDATED, updated_at: UNDATED };
  const dimensions = source.dimensions.map((name) => ({
    id: dimensionId(source.slug, name),
    name,
    entry_value: name,
    datasource_id: source.id,
    ...dates,
  }));
  return { id: source.id, name: source.name, slug: source.slug, dimensions, ...dates };
}

/** GET cdn/spaces/me: the version, and the languages except the default. */
export function spaceEndpoint({ state }: ApiRequest): ServiceResponse {
  const { id, name, domain = "", languages } = state.info;
  return jsonResponse({ space: { id, name, domain, version: state.cv, language_codes: languages } });
}
