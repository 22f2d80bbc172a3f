import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { stemsIn } from "../../src/content/search/search-words.ts";

const MB = 1024 * 1024;

test("the words that an index knows do not keep the texts that they come from", () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const common = "spindle bearing threshold ".repeat(800);
  const known = new Map<string, readonly string[]>();
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let page = 0; page < 2000; page += 1) stemsIn(`${common}anlagenverfügbarkeit${page}`, (word) => word, known);
  collect();
  expect(known.size).toBe(2003);
  expect((process.memoryUsage().heapUsed - before) / MB).toBeLessThan(10); // of 40 MB of texts
});
