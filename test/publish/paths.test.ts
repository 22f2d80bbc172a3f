import { describe, expect, test } from "vitest";
import { assertSafePath, isSafePath, parentsOf, pathError } from "../../src/publish/paths.ts";

describe("a path of the output", () => {
  test.each(["index.html", "de/über uns/index.html", "_assets/app-1f.js", `${"x".repeat(255)}/a`, "a/..b", "-/a"])(
    "%s is one",
    (path) => expect([pathError(path), isSafePath(path)]).toEqual(["", true]),
  );

  test.each([
    ["", "empty"],
    ["/a", "absolute"],
    ["a//b", "absolute or holds an empty segment"],
    ["a/", "empty segment"],
    ["a/../b", '".."'],
    ["./a", '"."'],
    ["a\\b", "backslash"],
    ["a\u0000", "control character"],
    [`${"ü".repeat(128)}/a`, "longer than 255 bytes"],
  ])("%j is none: %s", (path, fault) => {
    expect(pathError(path)).toContain(fault);
    expect(isSafePath(path)).toBe(false);
  });

  test("what is no text is none", () => expect(isSafePath(undefined)).toBe(false));
});

test("one that is refused is shown up to 120 characters", () => {
  const refusal = (length: number) => {
    try {
      assertSafePath(`/${"x".repeat(length - 1)}`, "test");
    } catch (error) {
      return String(error);
    }
    return "";
  };
  expect(refusal(120)).toContain(`"/${"x".repeat(119)}"`);
  expect(refusal(121)).toContain(`"/${"x".repeat(119)}…"`);
});

test("the folders above a path, nearest first", () => {
  expect(parentsOf("a/b/c.html")).toEqual(["a/b", "a"]);
  expect(parentsOf("c.html")).toEqual([]);
});
