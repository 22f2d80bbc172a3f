import { isRecord, stringOf } from "./resolve/context.ts";

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
    const value = fields[name];
    return stringOf(isRecord(value) ? value[part] : value);
  });
  return texts.find((text) => text !== "") ?? "";
}
