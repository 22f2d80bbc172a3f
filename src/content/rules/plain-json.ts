/** Throws where a function of the site returned what JSON cannot hold: the browser would get something else. */
export function requirePlain(value: unknown, what: string): void {
  const fault = value === undefined ? null : notPlain(value);
  if (fault !== null) throw new Error(`${what} returns what JSON cannot hold: ${fault}.`);
}

/** Where a value is not plain JSON, and what is there; null if it is. Undefined properties count as missing. */
export function notPlain(value: unknown, path = ""): string | null {
  const fault = find(value, new Set());
  if (fault === null) return null;
  const at = fault.keys.reduce(
    (before, key) => (before === "" || key.startsWith("[") ? before : `${before}.`) + key,
    path,
  );
  return `${at === "" ? "the value" : at} ${fault.what}`;
}

interface Fault {
  /** The way to it, made once there is one: nearly all values are plain. */
  keys: string[];
  what: string;
}

function find(value: unknown, around: Set<object>): Fault | null {
  if (value === null || typeof value === "string" || typeof value === "boolean") return null;
  if (typeof value === "number") return Number.isFinite(value) ? null : { keys: [], what: `is ${value}` };
  if (typeof value !== "object")
    return { keys: [], what: value === undefined ? "is undefined" : `is a ${typeof value}` };
  if (around.has(value)) return { keys: [], what: "contains itself" };
  const isList = Array.isArray(value);
  if (!isList && !isPlainObject(value))
    return { keys: [], what: `is a ${value.constructor?.name ?? "special object"}` };
  around.add(value);
  // Not `Object.entries`, which makes a list of each: a source has many values, and plain ones inherit none.
  for (const key in value) {
    const one = (value as Record<string, unknown>)[key];
    if (one === undefined && !isList) continue;
    const found = find(one, around);
    if (found !== null) return { ...found, keys: [isList ? `[${key}]` : key, ...found.keys] };
  }
  around.delete(value);
  return null;
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  // An object of another realm has another Object.prototype.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
