/** Addresses of the scripts that the page needs; behind that of a block's script, a "#" and the block's name. */
export function chunksOf({ dataset: { chunks = "" } }: HTMLElement): string[] {
  return chunks.split(" ").filter(Boolean);
}
