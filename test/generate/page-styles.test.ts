/** A page's stylesheets contain what its blocks need, in the same order on every page, and their number is bounded. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createPageStyles, type PageStyleOptions, type PageStyles } from "../../src/generate/page-styles.ts";

const sheets = {
  late: "_assets/late.css",
  whole: "_assets/blocks.css",
  units: [".a{}", '@import "https://x.example/y.css";.b{}', ".c{}"],
  uses: { Hero: [2, 0], Quote: [1], Plain: [], constructor: [0] },
  lateUses: { Form: [1] },
};
const pathsOf = (styles: PageStyles, blocks: readonly string[]) => styles.sheetsOf(blocks).map(({ path }) => path);
const textOf = (styles: PageStyles, blocks: readonly string[]) =>
  styles
    .sheetsOf(blocks)
    .map((sheet) => sheet.text())
    .join("");

/** A block for each of so many parts. */
function manyBlocks(count: number, options: PageStyleOptions = {}) {
  const names = Array.from({ length: count }, (_, place) => `B${place}`);
  const units = names.map((name) => `.${name}{}`);
  const uses = Object.fromEntries(names.map((name, place) => [name, [place]]));
  return { names, units, styles: createPageStyles({ ...sheets, units, uses }, options) };
}

test("the same blocks give the same files, in whatever order and number they stand on the page", () => {
  const styles = createPageStyles(sheets);
  expect(pathsOf(styles, ["Hero", "Quote"])).toEqual(pathsOf(styles, ["Quote", "Hero", "Quote", "Plain", "Unknown"]));
  expect(pathsOf(styles, ["Hero"])).not.toEqual(pathsOf(styles, ["Quote"]));
  expect(pathsOf(styles, ["Hero"])).toEqual([expect.stringMatching(/^_assets\/page-0-[0-9a-f]{16}\.css$/)]);
  expect(textOf(styles, ["Quote", "Hero"])).toBe('@import "https://x.example/y.css";.a{}.b{}.c{}');
});

test("blocks without styles have no file; names of objects' own things are no blocks", () => {
  const styles = createPageStyles(sheets);
  expect([pathsOf(styles, []), pathsOf(styles, ["Plain", "Unknown", "toString"])]).toEqual([[], []]);
  expect(pathsOf(createPageStyles({ ...sheets, units: [".a{}", "", ".c{}"] }), ["Quote"])).toEqual([]);
});

test("the name follows the content: another block's styles do not change it", () => {
  const before = createPageStyles(sheets);
  const after = createPageStyles({ ...sheets, units: [".a{color:red}", ...sheets.units.slice(1)] });
  expect(pathsOf(after, ["Quote"])).toEqual(pathsOf(before, ["Quote"]));
  expect(pathsOf(after, ["Hero"])).not.toEqual(pathsOf(before, ["Hero"]));
});

test("any page has what its blocks need and nothing else, in the order of the cascade", () => {
  const { names, units, styles } = manyBlocks(45);
  fc.assert(
    fc.property(fc.subarray(names), (blocks) => {
      expect(textOf(styles, [...blocks].reverse())).toBe(blocks.map((name) => units[names.indexOf(name)]).join(""));
      expect(styles.sheetsOf(blocks).length).toBeLessThanOrEqual(Math.ceil(45 / 13));
    }),
  );
});

test("the number of files is bounded by the code, not by the pages", () => {
  const { names, styles } = manyBlocks(18);
  const files = new Set<string>();
  // Every set of blocks that 20,000 pages can have, each another one.
  for (let page = 1; page <= 20_000; page += 1) {
    const blocks = names.filter((_, place) => ((page * 2654435761) >>> place) & 1);
    for (const path of pathsOf(styles, blocks)) files.add(path);
  }
  expect(files.size).toBeGreaterThan(6000);
  expect(files.size).toBeLessThanOrEqual(2 ** 13 - 1 + (2 ** 5 - 1));
});

test("a site of few parts has one file a page", () => {
  const { names, styles } = manyBlocks(13);
  expect(pathsOf(styles, names)).toHaveLength(1);
  expect(pathsOf(styles, names.slice(3, 9))).toHaveLength(1);
});

test("one file a page where the configuration asks for it, however many parts there are", () => {
  const { names, units, styles } = manyBlocks(45, { isSingle: true });
  fc.assert(
    fc.property(fc.subarray(names), (blocks) => {
      expect(pathsOf(styles, blocks)).toHaveLength(Math.min(1, blocks.length));
      expect(textOf(styles, blocks)).toBe(blocks.map((name) => units[names.indexOf(name)]).join(""));
    }),
  );
});

test("what a block shows at once and an overlay later is before the markup where the page has the block", () => {
  const styles = createPageStyles(sheets);
  expect(textOf(styles, ["Form", "Hero"])).toBe('@import "https://x.example/y.css";.a{}.b{}.c{}');
  expect(styles.sheetsOf(["Hero", "Form"], ["Hero"])).toEqual(styles.sheetsOf(["Hero"]));
});

test("the visual editor's pages have everything from the start", () => {
  const styles = createPageStyles(sheets, { isWhole: true });
  expect(pathsOf(styles, [])).toEqual(["_assets/blocks.css"]);
  expect(textOf(styles, [])).toBe('@import "https://x.example/y.css";.a{}.b{}.c{}');
});
