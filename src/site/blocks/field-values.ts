/** Reads values of fields as editors and the service leave them. */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A list; anything else is an empty one. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text or number as text; anything else is "". */
export function stringOf(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

/** A whole number, also one that is stored as text; 0 for anything else, such as an object, at which Number() may throw. */
export function wholeNumberOf(value: unknown): number {
  return Math.trunc(Number(stringOf(value))) || 0;
}

/** URL of an asset field: an object with `filename`, or a plain string for legacy field types. */
export function filenameOf(raw: unknown): string {
  return isRecord(raw) ? stringOf(raw.filename) : stringOf(raw);
}

/** True for the service's forms of empty content: a missing field, "", null or []. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** Of a story that was chosen; the editor sends some in full. */
export function uuidOf(raw: unknown): string {
  return stringOf(isRecord(raw) ? raw.uuid : raw);
}
