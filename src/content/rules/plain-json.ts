/** Where a value is not plain JSON, and what is there; null if it is. Undefined properties count as missing. */
export function notPlain(value: unknown, path = ""): string | null {
  return find(value, path, new Set());
}

function find(value: unknown, path: string, around: Set<object>): string | null {
  const at = path === "" ? "the value" : path;
  if (value === null || typeof value === "string" || typeof value === "boolean") return null;
  if (typeof value === "number") return Number.isFinite(value) ? null : `${at} is ${value}`;
  if (typeof value !== "object") return `${at} is ${value === undefined ? "undefined" : `a ${typeof value}`}`;
  if (around.has(value)) return `${at} contains itself`;
  const isList = Array.isArray(value);
  if (!isList && !isPlainObject(value)) return `${at} is a ${value.constructor?.name ?? "special object"}`;
  around.add(value);
  for (const [key, one] of Object.entries(value)) {
    if (one === undefined && !isList) continue;
    const found = find(one, isList ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`, around);
    if (found !== null) return found;
  }
  around.delete(value);
  return null;
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  // An object of another realm has another Object.prototype.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
