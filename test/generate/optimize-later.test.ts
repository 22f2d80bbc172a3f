/** V8 compiles code for speed later than by default. */
import { expect, test } from "vitest";
import { optimizeLater } from "../../src/generate/optimize-later.ts";

test("V8 of Node 20 waits four times as long, later ones decide themselves", () => {
  const set: string[] = [];
  for (const version of ["11.3.244.8-node.33", "12.4.254.21-node.33", "110.1"]) {
    optimizeLater(version, (flag) => set.push(flag));
  }
  expect(set).toEqual(["--interrupt-budget=540672"]);
});
