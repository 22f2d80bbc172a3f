/** Messages between a command and its builder process. All plain data. */

import type { ProblemGroup } from "../../incremental/problem-report.ts";
import type { ErrorCode } from "../../problems/errors.ts";
import type { BuildOptions } from "../build-options.ts";
import type { BuildResult, BuiltSite } from "../generate.ts";

/** Options that can be sent to another process. */
export type SerializableOptions = Omit<BuildOptions, "project" | "reporter" | "signal" | "testHooks">;

export type BuilderRequest =
  | { kind: "build"; options: SerializableOptions }
  /** Prepares for the next build of this site; there is no reply. */
  | { kind: "warm up"; options: SerializableOptions }
  | { kind: "abort" };

/** An error of a build, complete enough to be recreated in the other process. */
export interface SerializedError {
  message: string;
  /** Set for a SitegenError. */
  sitegen?: { code: ErrorCode; where: string; hint: string };
  /** Set for a file system error. */
  file?: { code: string; path: string };
}

export type BuilderReply =
  | { kind: "ready" }
  /** The build goes on. */
  | { kind: "alive"; done: number; expected: number }
  | { kind: "log"; level: "step" | "info" | "warn" | "detail"; text: string }
  | { kind: "done"; result: ResidentBuild; rssMb: number }
  | { kind: "failed"; error: SerializedError; rssMb: number };

export interface ResidentBuild extends BuiltSite {
  /** Each kind of problem with its first few. */
  problems: readonly ProblemGroup[];
}

/** Without `report`, which reads the whole list of problems. */
export function residentBuild(result: BuildResult): ResidentBuild {
  const { summary, kept, moved, staleForMs, sources, sourcesDueMs, snapshot, held, facts, problemReport } = result;
  const ofSources = { sources, sourcesDueMs };
  return { summary, kept, moved, staleForMs, ...ofSources, snapshot, held, facts, problems: problemReport.groups };
}
