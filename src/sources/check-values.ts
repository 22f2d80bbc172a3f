/** Checks what a source's `load` returned: a list of plain JSON, each entry with a key of its own. */
import { notPlain } from "../content/rules/plain-json.ts";
import type { SourceRow } from "../content/source-values.ts";
import type { Source } from "../site/sources.ts";

/** More would make every build slow. */
const MAX_ENTRIES = 50_000;

/**
 * The entries with their keys, as JSON. Throws what is wrong, as the end of "The source … could not be loaded: ". What has
 * the same JSON as before was checked then, which for many entries takes longer than to load them.
 */
export function rowsJson(loaded: unknown, source: Pick<Source<unknown>, "key">, before: string | null): string {
  if (!Array.isArray(loaded)) throw new Error(`it returned ${described(loaded)} instead of a list.`);
  if (loaded.length > MAX_ENTRIES)
    throw new Error(
      `it has ${loaded.length} entries, more than ${MAX_ENTRIES}. Let \`load\` return those that pages show.`,
    );
  const positions = new Map<string, number>();
  const rows = loaded.map((value: unknown, position): SourceRow => {
    const key = keyOf(value, position, source);
    const other = positions.get(key);
    if (other !== undefined)
      throw new Error(
        `two entries have the key ${JSON.stringify(key)}: number ${other + 1} and number ${position + 1}.`,
      );
    positions.set(key, position);
    return [key, value];
  });
  const json = jsonOf(rows);
  if (json !== null && json === before) return json;
  for (const [position, value] of loaded.entries()) {
    const fault = notPlain(value, `[${position}]`);
    if (fault !== null) throw new Error(`its values have to be plain JSON, but ${fault}.`);
  }
  return json ?? JSON.stringify(rows);
}

/** Null for what JSON cannot hold. */
function jsonOf(rows: readonly SourceRow[]): string | null {
  try {
    return JSON.stringify(rows);
  } catch {
    return null;
  }
}

function keyOf(value: unknown, position: number, source: Pick<Source<unknown>, "key">): string {
  const key: unknown = source.key(value);
  if ((typeof key === "string" && key !== "") || (typeof key === "number" && Number.isFinite(key))) return String(key);
  throw new Error(`\`key\` returned ${described(key)} for entry number ${position + 1} instead of a text or a number.`);
}

function described(value: unknown): string {
  if (typeof value === "string") {
    const start = value.trim().slice(0, 40);
    return start === "" ? "an empty text" : `a text (${JSON.stringify(start)})`;
  }
  if (value === null || value === undefined) return "nothing";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
