import { expect, test } from "vitest";
import { isOrigin } from "../../src/validation/origin.ts";

test("an origin with letters beyond ASCII is one however often it is asked", () => {
  for (let index = 0; index < 30_000; index += 1) isOrigin(`https://a${index % 7}.example`);
  expect(isOrigin("https://grün.example")).toBe(true);
  expect(isOrigin("https://grün.example/")).toBe(false);
});
