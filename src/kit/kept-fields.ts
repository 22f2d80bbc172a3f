import type { KeptFields } from "../site/blocks/fields.ts";

/** A block without what only its kept parts read. Texts become empty, values of which nothing remains become null. */
export function withoutKept<T extends object>(block: T, kept: KeptFields): T & { _kept: true } {
  const cut: T & { _kept: true } = { ...block, _kept: true };
  for (const [path, left] of Object.entries(kept)) replaceAt(cut, path.split("."), (value) => remainsOf(value, left));
  return cut;
}

/** The values that `withoutKept` removes. */
export function keptValues(block: object, kept: KeptFields): unknown[] {
  return Object.keys(kept).map((path) => path.split(".").reduce<unknown>(fieldOf, block));
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

function remainsOf(value: unknown, left: readonly string[]): unknown {
  if (typeof value === "string") return "";
  if (Array.isArray(value)) return value.map((entry: unknown) => picked(entry, left));
  if (typeof value !== "object" || value === null) return value;
  return left.length === 0 ? null : picked(value, left);
}

/** A value reduced to some of its paths. */
function picked(value: unknown, paths: readonly string[]): unknown {
  if (typeof value !== "object" || value === null) return value;
  const fields: Record<string, unknown> = {};
  for (const path of paths) {
    const [key = "", ...rest] = path.split(".");
    const field = fieldOf(value, key);
    if (field !== undefined) fields[key] = rest.length === 0 ? field : picked(field, [rest.join(".")]);
  }
  return fields;
}

/** Replaces a value inside a copy, copying the objects on the path. */
function replaceAt(target: object, [key = "", ...rest]: readonly string[], change: (value: unknown) => unknown): void {
  const record = target as Record<string, unknown>;
  const value = record[key];
  if (rest.length === 0) {
    if (value !== undefined) record[key] = change(value);
  } else if (typeof value === "object" && value !== null) {
    const copy = { ...value };
    replaceAt(copy, rest, change);
    record[key] = copy;
  }
}
