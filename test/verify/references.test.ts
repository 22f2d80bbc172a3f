/** The files that a published page refers to, as `sitegen verify` reads them from its HTML. */
import { expect, test } from "vitest";
import { localReferences } from "../../src/verify/verify.ts";

test("an address is read as a browser does: character references, percent signs, query and anchor", () => {
  const html =
    '<a href="/o&#x27;brien/"><a href="/a&amp;b/?x#y"><a href="/caf%C3%A9/"><a href="/50%25/"><a href="/außer haus/">';
  expect([...localReferences(Buffer.from(html), "/")]).toEqual([
    "o'brien/index.html",
    "a&b/index.html",
    "café/index.html",
    "50%/index.html",
    "außer haus/index.html",
  ]);
});
