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
