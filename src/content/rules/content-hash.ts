import { fnv1a } from "./fnv1a.ts";

/** Equal for equal content, whatever the order of its keys. */
export function contentHash(content: unknown): string {
  return fnv1a(sorted(content)).toString(36);
}

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const entries = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}:${sorted(one)}`);
  return `{${entries.sort().join()}}`;
}
