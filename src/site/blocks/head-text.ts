import { isRecord, stringOf } from "./field-values.ts";

/**
 * The text of the first non-empty field, for a head or a card. A plugin field for search engines, such as the service's
 * own, holds its texts as `title` and `description`.
 */
export function headText(
  fields: Readonly<Record<string, unknown>>,
  part: "title" | "description",
  names: readonly string[] = [],
): string {
  const texts = names.map((name) => {
    const value = fieldAt(fields, name);
    return stringOf(isRecord(value) ? value[part] : value);
  });
  return texts.find((text) => text !== "") ?? "";
}

/** A field, or a value inside a plugin field: "seo.title". */
export function fieldAt(fields: Readonly<Record<string, unknown>> | undefined, path: string): unknown {
  let value: unknown = fields;
  for (const key of path.split(".")) value = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

/** The field of a path such as "seo.title". */
export function fieldOf(path: string): string {
  return path.split(".")[0] ?? "";
}
