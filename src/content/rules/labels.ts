import type { DatasourceEntry } from "../../site/api/model.ts";

/** Only this many entries are searched (specification §5, §9). */
export const LABEL_SCAN_LIMIT = 25;

/** Entries of the labels. `labelOf`: in a build, looks one up and records it (read-words.ts). */
export type Labels = readonly DatasourceEntry[] & { readonly labelOf?: (name: string) => string };

/** Looks up a label by name: dimension_value if not null, else value, else "" (specification §5). */
export function label(entries: Labels, name: string): string {
  if (entries.labelOf) return entries.labelOf(name);
  const entry = entries.slice(0, LABEL_SCAN_LIMIT).find((candidate) => candidate.name === name);
  return entry ? (entry.dimension_value ?? entry.value) : "";
}
