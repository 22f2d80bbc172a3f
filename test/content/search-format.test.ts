/** Words of a search index as bytes, and back. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeWords, encodeWords, listsIn, WEIGHTS } from "../../src/content/search/search-format.ts";
import { anyText } from "../helpers/any-text.ts";

const numbers = fc.uniqueArray(fc.nat(2_200_000), { maxLength: 40 }).map((list) => list.sort((a, b) => a - b));
const dense = fc.nat(2000).map((count) => Array.from({ length: count }, (_, at) => at + 3));
const list = fc.oneof(numbers, dense);
const words = fc
  .uniqueArray(fc.tuple(anyText, fc.tuple(...WEIGHTS.map(() => list))), { selector: ([word]) => word, maxLength: 12 })
  .map((all) => all.sort(([one], [other]) => (one < other ? -1 : 1)));

function read(pieces: readonly [string, Uint8Array][], first = 0) {
  const read = new Map<string, number[][]>();
  for (const [, bytes] of pieces) decodeWords(bytes, listsIn(read), first);
  return [...read];
}

test("words in any script keep their pages, however they are cut into pieces", () => {
  fc.assert(
    fc.property(words, fc.nat(5000), fc.nat(1000), (all, piece, first) => {
      const pieces = encodeWords(all, piece);
      const moved = all.map(([word, lists]) => [word, lists.map((one) => one.map((number) => number + first))]);
      expect(read(pieces, first)).toEqual(moved);
      // A browser finds a word's piece by the first words.
      for (const piece of pieces) expect(read([piece])[0]?.[0]).toBe(piece[0]);
    }),
  );
});

test("bytes that end too early are an error", () => {
  const lists = WEIGHTS.map((_, at) => (at === 1 ? [] : [1000 * at]));
  const [[, bytes] = ["", new Uint8Array()]] = encodeWords([["wörter", lists]]);
  expect(read([["", bytes]])).toEqual([["wörter", lists]]);
  for (let end = 1; end < bytes.length; end += 1) expect(() => read([["", bytes.subarray(0, end)]])).toThrow();
});
