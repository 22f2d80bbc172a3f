import type { Shared } from "../site/api/payload.ts";
import { filled } from "../site/filled.ts";

/** Values for `{name}` placeholders in a word. */
export type Values = Readonly<Record<string, string | number>>;

/** An interface word with its placeholders filled in. */
export function word({ words }: Pick<Shared, "words">, name: string, values?: Values): string {
  return filled(words[name] ?? "", values);
}
