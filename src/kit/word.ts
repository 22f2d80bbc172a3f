import type { Shared } from "../content/payload.ts";

/** Values that replace `{name}` in a word. */
export type Values = Readonly<Record<string, string | number>>;

/** One word of the interface, with its values filled in. */
export function word({ words }: Pick<Shared, "words">, name: string, values: Values = {}): string {
  return (words[name] ?? "").replace(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole));
}
