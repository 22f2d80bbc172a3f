/**
 * Letters without accents in scripts where words are the same without them; compatibility forms, such as full width,
 * as the usual letters.
 */
export function plainLetters(text: string): string {
  // Unicode takes the Thai and Lao vowel AM apart, and nothing joins it again.
  return text.replace(/[^\u0e33\u0eb3]+/g, (part) =>
    part
      .normalize("NFKD")
      .replace(/([\p{sc=Latin}\p{sc=Greek}\p{sc=Arabic}\p{sc=Hebrew}])\p{M}+/gu, "$1")
      .normalize("NFKC"),
  );
}
