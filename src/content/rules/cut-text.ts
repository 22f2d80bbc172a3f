/** Half of a character, and what belongs to the one before it: marks, skin tones, joiners. */
const CONTINUES = /^[\udc00-\udfff\p{M}\p{EMod}\u200d]/u;

/** At most the first characters of a text; none is cut in two, nor an accent or a joined emoji from its letter. */
export function cutText(text: string, length: number): string {
  let end = length;
  while (end > 0 && (CONTINUES.test(text.slice(end, end + 2)) || text[end - 1] === "\u200d")) end -= 1;
  return text.slice(0, end);
}
