import type { Shared } from "../../content/payload.ts";
import type { Values, WordName } from "./words.ts";

/** One word of the interface, with its values filled in. */
export function word({ words }: Pick<Shared, "words">, name: WordName, values: Values = {}): string {
  return (words[name] ?? "").replace(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole));
}
