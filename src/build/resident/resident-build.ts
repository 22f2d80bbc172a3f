/** The part of a build's result that the kept process sends to its command. */
import type { BuildResult, BuiltSite } from "../../build.ts";
import type { ProblemGroup } from "../../incremental/problem-report.ts";

export interface ResidentBuild extends BuiltSite {
  /** Each kind of problem with its first few. */
  problems: readonly ProblemGroup[];
}

export function residentBuild({ summary, problemReport, ...rest }: BuildResult): ResidentBuild {
  const { kept, moved, staleForMs, sources, sourcesDueMs } = rest;
  return { summary, kept, moved, staleForMs, sources, sourcesDueMs, problems: problemReport.groups };
}
