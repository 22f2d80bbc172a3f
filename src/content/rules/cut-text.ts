/** At most the first characters of a text; none is cut in two, as a reader sees them. */
export function cutText(text: string, length: number): string {
  return text.slice(0, characterStart(text, length));
}

/** Where the character begins that a position is in. */
export function characterStart(text: string, position: number): number {
  return new Intl.Segmenter().segment(text).containing(position)?.index ?? text.length;
}
