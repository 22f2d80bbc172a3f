import { problemReportOf } from "../incremental/problem-report.ts";
import type { BuildOptions } from "./build-options.ts";
import { peakRssMb } from "./peak-memory.ts";

/** The result of a build that publishes nothing, because an earlier one was put back and the space is the same. */
export function heldBuild({ out }: BuildOptions, snapshot: string) {
  const pages = { total: 0, written: 0, unchanged: 0, removed: 0 };
  const summary = { ok: true, buildId: "", cv: 0, out, stories: 0, redirects: 0, pages, peakRssMb: peakRssMb() };
  return { summary, problemReport: problemReportOf([]), held: true, snapshot };
}
