import { expect, test } from "vitest";
import { parseConfig } from "../../src/config/parse-config.ts";
import { collectProblems } from "../../src/generate/collect-problems.ts";
import type { Problem } from "../../src/problems/problem.ts";

const problem = (given: Partial<Problem>): Problem => ({
  ...{ severity: "warning", code: "CONTENT_BROKEN_ADDRESS", message: "A link", story: "home", path: "", hint: "" },
  ...given,
});

function collect(lists: Problem[][], { strict = false, severities = {} } = {}): Problem[] {
  const config = parseConfig({ check: { severities } }, "sitegen.config.json");
  return collectProblems({ config, strict, lists });
}

test("each is told once, the gravest first, then by code, story and place", () => {
  const [error, late, early, info] = [
    problem({ severity: "error", story: "z" }),
    problem({ story: "b" }),
    problem({ story: "a" }),
    problem({ severity: "info", code: "A_NOTE", story: "a" }),
  ];
  expect(collect([[info, late], [early, error], [late]])).toEqual([error, early, late, info]);
});

test("the owner's severity counts, and what is ignored is not told", () => {
  const severities = { CONTENT_BROKEN_ADDRESS: "error", CONTENT_UNKNOWN_COMPONENT: "ignore" };
  const lists = [[problem({}), problem({ code: "CONTENT_UNKNOWN_COMPONENT" })]];
  expect(collect(lists, { severities })).toEqual([problem({ severity: "error" })]);
});

test("--strict stops at a warning or an error, never at a note, and shows twenty", () => {
  const notes = [problem({ severity: "info" })];
  expect(collect([notes], { strict: true })).toEqual(notes);
  const warnings = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      problem({ story: `story-${String(at).padStart(2, "0")}`, path: "body[0]" }),
    );
  const refusal = (count: number) => {
    try {
      collect([warnings(count)], { strict: true });
    } catch (error) {
      return error;
    }
    return null;
  };
  expect(refusal(1)).toMatchObject({
    code: "BUILD_STRICT",
    message: "CONTENT_BROKEN_ADDRESS story-00 › body[0]: A link",
  });
  expect(refusal(20)).not.toMatchObject({ message: expect.stringContaining("more") });
  expect(refusal(21)).toMatchObject({ message: expect.stringMatching(/story-19 .*\nand 1 more$/) });
});
