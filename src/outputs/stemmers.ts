/** Stemmers by language, from a library that has those of Snowball. */
import { readFileSync } from "node:fs";
import type { Stemmer } from "../content/search/search-words.ts";
import { ENGINE_LANGUAGE } from "../site/words.ts";
import { getOrInsert } from "../util/get-or-insert.ts";
import { importFile, ownModule } from "./libraries.ts";

/** English names of languages that have another name in the library. */
const NAMES: Readonly<Record<string, string>> = { hindi: "indian" };

/** The library's module for a language tag; null if it has none. */
function moduleOf(locale: string): string | null {
  const [subtag = ""] = locale.split(/[-_]/);
  const [name = ""] = (new Intl.DisplayNames([ENGINE_LANGUAGE], { type: "language" }).of(subtag) ?? "").split(" ");
  const english = name.toLowerCase();
  try {
    // The ES module beside it, which browsers load too.
    return ownModule(`@orama/stemmers/${NAMES[english] ?? english}`).replace(/\.cjs$/, ".js");
  } catch {
    return null;
  }
}

/** The stemmer of a language, or one that changes nothing; each word is reduced once. */
export async function stemmerOf(locale: string): Promise<Stemmer> {
  const module = moduleOf(locale);
  if (module === null) return (word) => word;
  const { stemmer } = await importFile<{ stemmer: Stemmer }>(module);
  const known = new Map<string, string>();
  return (word) => getOrInsert(known, word, () => stemmer(word));
}

/** The stemmer's module for the browser; null for a language that the library does not know. */
export function stemmerSource(locale: string): string | null {
  const module = moduleOf(locale);
  return module === null ? null : readFileSync(module, "utf8");
}
