/** `filter_query[path][op]=value` and `filter_query[__or][][path][op]=value`. */
import { appendTo } from "../../content/append-to.ts";

type FieldReader = (path: string) => unknown;
type Test = (value: unknown) => boolean;

export function contentCondition(query: URLSearchParams): ((read: FieldReader) => boolean) | null {
  const all: ((read: FieldReader) => boolean)[] = [];
  const either = new Map<string, ((read: FieldReader) => boolean)[]>();
  let unnumbered = 0;
  for (const [key, value] of query) {
    if (!key.startsWith("filter_query[")) continue;
    const parts = [...key.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? "");
    const isOr = parts[0] === "__or";
    const [path = "", op = ""] = isOr ? parts.slice(2) : parts;
    const test = OPERATIONS[op]?.(value);
    if (!test) continue;
    const condition = (read: FieldReader) => test(read(path));
    if (!isOr) all.push(condition);
    else {
      // `[]` starts a new alternative; equal numbers belong to one.
      const group = parts[1] === "" ? `[]${unnumbered++}` : (parts[1] ?? "");
      appendTo(either, group, condition);
    }
  }
  if (all.length === 0 && either.size === 0) return null;
  const groups = [...either.values()];
  return (read) =>
    all.every((condition) => condition(read)) &&
    (groups.length === 0 || groups.some((group) => group.every((condition) => condition(read))));
}

const OPERATIONS: Readonly<Record<string, (argument: string) => Test>> = {
  in: (argument) => isOneOf(argument),
  not_in: (argument) => not(isOneOf(argument)),
  like: (argument) => isLike(argument),
  not_like: (argument) => not(isLike(argument)),
  is: (argument) => STATES[argument] ?? (() => false),
  in_array: (argument) => holdsAny(argument),
  any_in_array: (argument) => holdsAny(argument),
  all_in_array: (argument) => (value) =>
    wordsOf(argument).every((word) => Array.isArray(value) && value.includes(word)),
  gt_date: (argument) => (value) => dateOf(value) > dateOf(argument),
  lt_date: (argument) => (value) => dateOf(value) < dateOf(argument),
  gt_int: (argument) => (value) => Number.parseInt(textOf(value), 10) > Number.parseInt(argument, 10),
  lt_int: (argument) => (value) => Number.parseInt(textOf(value), 10) < Number.parseInt(argument, 10),
  gt_float: (argument) => (value) => Number.parseFloat(textOf(value)) > Number.parseFloat(argument),
  lt_float: (argument) => (value) => Number.parseFloat(textOf(value)) < Number.parseFloat(argument),
  exists: (argument) => (value) => (value !== undefined) === (argument !== "false" && argument !== "0"),
};

const STATES: Readonly<Record<string, Test>> = {
  empty: (value) => value === "" || value === null || value === undefined,
  not_empty: (value) => value !== "" && value !== null && value !== undefined,
  empty_array: (value) => Array.isArray(value) && value.length === 0,
  not_empty_array: (value) => Array.isArray(value) && value.length > 0,
  null: (value) => value === null || value === undefined,
  not_null: (value) => value !== null && value !== undefined,
  true: (value) => value === true,
  false: (value) => value === false,
};

function not(test: Test): Test {
  return (value) => !test(value);
}

function wordsOf(argument: string): string[] {
  return argument.split(",").map((word) => word.trim());
}

function isOneOf(argument: string): Test {
  const words = new Set([argument, ...wordsOf(argument)]);
  return (value) => words.has(textOf(value));
}

function holdsAny(argument: string): Test {
  const words = wordsOf(argument);
  return (value) => Array.isArray(value) && words.some((word) => value.includes(word));
}

function isLike(argument: string): Test {
  const source = argument
    .split("*")
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join(".*");
  const pattern = new RegExp(`^${source}$`, "is");
  return (value) => pattern.test(textOf(value));
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function dateOf(value: unknown): number {
  const text = textOf(value).replace(/^(\d{4}-\d\d-\d\d) (\d)/, "$1T$2");
  return Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text);
}
