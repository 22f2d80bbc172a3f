/** Checks what a source's `load` returned: a list of plain JSON, each entry with a key of its own. */

import type { SourceRow } from "../content/lists/source-values.ts";
import { notPlain } from "../content/rules/plain-json.ts";
import type { Source } from "../site/sources.ts";

/** More would make every build slow. */
const MAX_ENTRIES = 50_000;

/** Throws what is wrong, as the end of "The source … could not be loaded: ". */
export function rowsOf(loaded: unknown, source: Pick<Source<unknown>, "key">): SourceRow[] {
  if (!Array.isArray(loaded)) throw new Error(`it returned ${described(loaded)} instead of a list.`);
  if (loaded.length > MAX_ENTRIES)
    throw new Error(
      `it has ${loaded.length} entries, more than ${MAX_ENTRIES}. Let \`load\` return those that pages show.`,
    );
  const positions = new Map<string, number>();
  return loaded.map((value: unknown, position) => {
    const fault = notPlain(value, `[${position}]`);
    if (fault !== null) throw new Error(`its values have to be plain JSON, but ${fault}.`);
    const key = keyOf(value, position, source);
    const other = positions.get(key);
    if (other !== undefined)
      throw new Error(
        `two entries have the key ${JSON.stringify(key)}: number ${other + 1} and number ${position + 1}.`,
      );
    positions.set(key, position);
    return [key, value];
  });
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
