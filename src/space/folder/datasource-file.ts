/** A file in datasources/: a list of entries; keys besides name and value are dimensions. */
import { idFrom, sha1 } from "../identity.ts";
import type { StoredDatasource } from "../model.ts";
import { titleOf } from "../state.ts";
import { brokenFile } from "./story-file.ts";

export interface DatasourceEntryFields {
  name: string;
  value: string;
  [dimension: string]: string;
}

export function datasourceFrom(json: unknown, place: { file: string; slug: string }): StoredDatasource {
  if (!Array.isArray(json)) throw brokenFile(place.file, "expected a list of entries.");
  json.forEach((entry, index) => {
    if (!isEntry(entry)) {
      throw brokenFile(place.file, `entry ${index + 1}: expected an object of strings with "name" and "value".`);
    }
  });
  return storedDatasource(place.slug, json as DatasourceEntryFields[]);
}

export function storedDatasource(slug: string, entries: readonly DatasourceEntryFields[]): StoredDatasource {
  const stored = entries.map(({ name, value, ...dimensions }) => ({
    id: idFrom(`entry:${slug}/${name}`),
    name,
    value,
    dimensions,
  }));
  return {
    id: idFrom(`datasource:${slug}`),
    slug,
    name: titleOf(slug),
    dimensions: [...new Set(stored.flatMap((entry) => Object.keys(entry.dimensions)))].sort(),
    entries: stored,
    hash: sha1(JSON.stringify(stored)),
  };
}

function isEntry(entry: unknown): entry is DatasourceEntryFields {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return false;
  return "name" in entry && "value" in entry && Object.values(entry).every((value) => typeof value === "string");
}
