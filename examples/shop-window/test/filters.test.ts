import { expect, test } from "vitest";
import { bandOf, listPath, listTitle } from "../parts/filters.ts";

test("every price is in one band", () => {
  expect([14, 29.99, 30, 59, 60, 500].map(bandOf)).toEqual([
    "under-30",
    "under-30",
    "30-to-60",
    "30-to-60",
    "over-60",
    "over-60",
  ]);
});

test("a choice of filters has an address and a title", () => {
  expect([listPath({}), listTitle({})]).toEqual(["/shop/", "All pots"]);
  expect([
    listPath({ category: "bowls", band: "under-30" }),
    listTitle({ category: "bowls", band: "under-30" }),
  ]).toEqual(["/shop/bowls/under-30/", "Bowls under £30"]);
});
