/** Texts, paths and addresses for properties: all characters, and words with a meaning in JavaScript. */
import fc from "fast-check";

/** Surrogates, which only have a meaning in pairs. */
const HALVES = { first: 0xd800, after: 0xe000 };

const other = fc
  .integer({ min: 0x80, max: 0x10ffff })
  .map((code) => (code >= HALVES.first && code < HALVES.after ? code - HALVES.first : code));
const character = fc.oneof(fc.integer({ min: 0, max: 0x7f }), other).map((code) => String.fromCodePoint(code));

/**
 * Any text, control characters included. fast-check's own for this, `unit: "binary"`, which its `webPath` and `webUrl`
 * use too, first makes a table of all 1.1 million characters, in two seconds for each worker.
 */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.string({ unit: character }), weight: 15 },
  { arbitrary: fc.constantFrom("__proto__", "constructor", "toString", "valueOf", "then"), weight: 1 },
);

/** A path as a browser writes it, "" included. */
export const anyPath: fc.Arbitrary<string> = fc
  .array(anyText.map(encodeURIComponent), { maxLength: 5 })
  .map((segments) => segments.map((segment) => `/${segment}`).join(""));

/** An address on the web. */
export const anyUrl: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom("http", "https"), fc.domain(), anyPath, fc.option(anyText.map(encodeURIComponent)))
  .map(([scheme, host, path, query]) => `${scheme}://${host}${path}${query === null ? "" : `?${query}`}`);
