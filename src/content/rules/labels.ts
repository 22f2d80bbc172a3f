import type { DatasourceEntry } from "../model.ts";

/** Only this many entries are searched (specification §5, §9). */
export const LABEL_SCAN_LIMIT = 25;

/** Looks up a label by name: dimension_value if not null, else value, else "" (specification §5). */
export function label(entries: readonly DatasourceEntry[], name: string): string {
  const entry = entries.slice(0, LABEL_SCAN_LIMIT).find((candidate) => candidate.name === name);
  return entry ? (entry.dimension_value ?? entry.value) : "";
}
