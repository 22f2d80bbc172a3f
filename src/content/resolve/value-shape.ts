import { isRecord } from "../../site/blocks/field-values.ts";

/** What a stored value is, for messages. */
export function valueShape(value: unknown): string {
  if (Array.isArray(value)) {
    if (value.some((item) => isRecord(item) && "component" in item)) return "a list of blocks";
    return value.some((item) => isRecord(item) && "filename" in item) ? "a list of assets" : "a list";
  }
  if (!isRecord(value)) return typeof value === "string" ? "text" : `the ${typeof value} ${String(value)}`;
  if (value.type === "doc") return "rich text";
  if (Array.isArray(value.tbody)) return "a table";
  if ("linktype" in value) return "a link";
  if ("filename" in value) return "an asset";
  return "component" in value ? "a block" : "an object";
}
