/** Letters of scripts without spaces between words, within brackets of a regular expression. */
export const UNSPACED = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;

/**
 * Letters without accents in scripts where words are the same without them; compatibility forms, such as full width,
 * as the usual letters.
 */
export function plainLetters(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/([\p{sc=Latin}\p{sc=Greek}\p{sc=Arabic}\p{sc=Hebrew}])\p{M}+/gu, "$1")
    .normalize("NFKC");
}
