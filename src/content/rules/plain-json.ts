/**
 * Throws where a function of the site returned what JSON cannot hold: the browser would get something else. What may
 * follow from content (NaN, undefined in a list) fails no build, and a story of the reader gives its own properties.
 */
export function requirePlain(value: unknown, what: string): void {
  const fault = textOf(find(value, { around: new Set(), isStrict: false }), "");
  if (fault !== null) throw new Error(`${what} returns what JSON cannot hold: ${fault}.`);
}

/** Where a value is not plain JSON, and what is there; null if it is. Undefined properties count as missing. */
export function notPlain(value: unknown, path = ""): string | null {
  return textOf(find(value, { around: new Set(), isStrict: true }), path);
}

function textOf(fault: Fault | null, path: string): string | null {
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

interface Search {
  around: Set<object>;
  isStrict: boolean;
}

function find(value: unknown, search: Search): Fault | null {
  const { around, isStrict } = search;
  if (typeof value !== "object" || value === null) {
    const what = leafFault(value, isStrict);
    return what === null ? null : { keys: [], what };
  }
  if (around.has(value)) return { keys: [], what: "contains itself" };
  const isList = Array.isArray(value);
  if (!isList && !(isStrict ? isPlainObject(value) : isOrdinary(value)))
    return { keys: [], what: `is a ${value.constructor?.name ?? "special object"}` };
  around.add(value);
  // Not `Object.entries`, which makes a list of each: a source has many values, and plain ones inherit none.
  for (const key in value) {
    const one = (value as Record<string, unknown>)[key];
    if (one === undefined && !isList) continue;
    const found = find(one, search);
    if (found !== null) return { ...found, keys: [isList ? `[${key}]` : key, ...found.keys] };
  }
  around.delete(value);
  return null;
}

function leafFault(value: unknown, isStrict: boolean): string | null {
  if (value === null || typeof value === "string" || typeof value === "boolean") return null;
  if (typeof value === "number" || value === undefined)
    return !isStrict || Number.isFinite(value) ? null : `is ${value}`;
  return `is a ${typeof value}`;
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  // An object of another realm has another Object.prototype.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Of no kind that the language has for itself, such as a Map or a Date. */
function isOrdinary(value: object): boolean {
  return isPlainObject(value) || Object.prototype.toString.call(value) === "[object Object]";
}
