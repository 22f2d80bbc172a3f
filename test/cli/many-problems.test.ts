/** Reporting tens of thousands of problems takes time in proportion to their number, not to its square. */
import { expect, test } from "vitest";
import { createStyle, renderProblems } from "../../cli/report.ts";
import { groupProblems } from "../../src/incremental/problem-report.ts";
import type { Problem } from "../../src/problems/problem.ts";

const style = createStyle({}, {});

function problems(count: number): Problem[] {
  return Array.from({ length: count }, (_, at) => ({
    code: "FIELD_EMPTY",
    severity: "warning",
    story: `story-${at}`,
    path: "",
    message: "It is empty.",
    hint: "Fill it.",
  }));
}

test("three of 300,000 are spelled out", () => {
  const started = process.cpuUsage();
  const text = renderProblems(groupProblems(problems(300_000), 3), { style });
  const { user } = process.cpuUsage(started);
  expect(text.split("\n")).toEqual([
    "warning FIELD_EMPTY × 300000",
    "  story-0: It is empty.",
    "  story-1: It is empty.",
    "  story-2: It is empty.",
    "  … and 299997 more",
    "  Fill it.",
  ]);
  // A new list for each problem takes minutes of processor time, one list a tenth of a second.
  expect(user).toBeLessThan(20_000_000);
});
