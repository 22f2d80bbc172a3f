/** Texts held as bytes outside of the heap, in few large buffers, where a collection has nothing to go through. */
export interface TextList {
  /** Adds a text and returns its number, counted from 0. */
  add(text: string): number;
  /** The text's UTF-8 bytes, which must not be changed. */
  bytes(number: number): Uint8Array;
  text(number: number): string;
}

/** Bytes of a buffer; a longer text has one of its own. */
const CHUNK = 256 * 1024;

export function createTextList(): TextList {
  const chunks: Buffer[] = [];
  /** Of each text the chunk, where it starts there, and its length. */
  const places: number[] = [];
  let free = 0;
  const bytes = (number: number): Buffer => {
    const [chunk = 0, start = 0, length = 0] = places.slice(number * 3, number * 3 + 3);
    return (chunks[chunk] ?? Buffer.alloc(0)).subarray(start, start + length);
  };
  return {
    add(text) {
      const length = Buffer.byteLength(text);
      if (length > free) {
        chunks.push(Buffer.allocUnsafeSlow(Math.max(CHUNK, length)));
        free = chunks.at(-1)?.length ?? 0;
      }
      const chunk = chunks.length - 1;
      const start = (chunks[chunk]?.length ?? 0) - free;
      chunks[chunk]?.write(text, start);
      free -= length;
      return places.push(chunk, start, length) / 3 - 1;
    },
    bytes,
    text: (number) => bytes(number).toString(),
  };
}
