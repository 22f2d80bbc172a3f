/** A page's stylesheet is one file that holds what its blocks need, in an order that no page decides. */
import { expect, test } from "vitest";
import { createPageStyles } from "../../src/build/page-styles.ts";

const sheets = {
  late: "_assets/late.css",
  whole: "_assets/blocks.css",
  units: [".a{}", '@import "https://x.example/y.css";.b{}', ".c{}"],
  uses: { Hero: [2, 0], Quote: [1], Plain: [], constructor: [0] },
  early: ["Form"],
};

test("the same blocks give the same file, in whatever order and number they stand on the page", () => {
  const { pathOf, textOf } = createPageStyles(sheets);
  expect(pathOf(["Hero", "Quote"])).toBe(pathOf(["Quote", "Hero", "Quote", "Plain", "Unknown"]));
  expect(pathOf(["Hero"])).not.toBe(pathOf(["Quote"]));
  expect(pathOf(["Hero"])).toMatch(/^_assets\/page-[0-9a-f]{10}\.css$/);
  expect(textOf(["Quote", "Hero"])).toBe('@import "https://x.example/y.css";.a{}.b{}.c{}');
});

test("blocks without styles have no file; names of objects' own things are no blocks", () => {
  const { pathOf } = createPageStyles(sheets);
  expect([pathOf([]), pathOf(["Plain", "Unknown", "toString"])]).toEqual(["", ""]);
});

test("the name follows the content: another block's styles do not change it", () => {
  const before = createPageStyles(sheets);
  const after = createPageStyles({ ...sheets, units: [".a{color:red}", ...sheets.units.slice(1)] });
  expect(after.pathOf(["Quote"])).toBe(before.pathOf(["Quote"]));
  expect(after.pathOf(["Hero"])).not.toBe(before.pathOf(["Hero"]));
});

test("the visual editor's pages have everything from the start", () => {
  const styles = createPageStyles(sheets, true);
  expect([styles.pathOf([]), styles.needsLate([])]).toEqual(["_assets/blocks.css", true]);
  expect(createPageStyles(sheets).needsLate(["Hero"])).toBe(false);
  expect(createPageStyles(sheets).needsLate(["Hero", "Form"])).toBe(true);
});
