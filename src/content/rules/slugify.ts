import { plainLetters } from "./plain-letters.ts";

/** Letters and digits of any script joined by dashes, with umlauts transcribed: `Größe & Form` -> `groesse-form`. */
export function slugify(text: string): string {
  const umlauts = text
    .toLowerCase()
    .normalize("NFC")
    .replace(/ä/g, "ae")
    .replace(/ö/g, "oe")
    .replace(/ü/g, "ue")
    .replace(/ß/g, "ss");
  const joined = plainLetters(umlauts).replace(/[^\p{L}\p{N}\p{M}]+/gu, "-");
  return joined.slice(0, 80).replace(/^-|[^\p{L}\p{N}\p{M}]+$/gu, "");
}

/** The same for the name of a file, which every host takes: ASCII alone. */
export function fileStem(text: string): string {
  const plain = slugify(text).replace(/[^a-z0-9]+/g, "-");
  return plain.replace(/^-|-$/g, "").slice(0, 40) || "file";
}
