/** Messages between a command that keeps running and its site process. All plain data. */

import type { BuildOptions } from "../generate/build-options.ts";
import type { BuildResult, BuiltSite } from "../generate/generate.ts";
import type { ProblemGroup } from "../incremental/problem-report.ts";
import type { DraftFailure, DraftPage, DraftRequest } from "../preview/draft-renderer.ts";
import type { ErrorCode } from "../problems/errors.ts";
import type { DevFile } from "./dev/dev-files.ts";
import type { DevOptions, DevUpdate } from "./dev/dev-update.ts";
import type { Failure } from "./dev/failure.ts";

/** Options of a build that can be sent to another process. */
export type SerializableOptions = Omit<BuildOptions, "project" | "reporter" | "signal" | "testHooks">;

/** What a process is for: the builds of `sitegen listen`, or a site during development (`sitegen serve --watch`). */
export type ProcessPurpose = { kind: "builds"; mostMb: number } | { kind: "development"; options: DevOptions };

/** Requests and their responses, by name. */
export interface SiteRequests {
  build: { request: SerializableOptions; response: ResidentBuild };
  /** Prepares for the next build of this site. */
  warmUp: { request: SerializableOptions; response: null };
  /** By path below the output folder. */
  file: { request: { path: string; of: "whole" | "newest" }; response: DevFile | null };
  draft: { request: DraftRequest; response: DraftPage | DraftFailure | null };
  draftFile: { request: string; response: Uint8Array | null };
  /** By URL. */
  gallery: { request: string; response: string | null };
}

/** How a request reports, and whether it is still wanted. */
export type RequestRun = Pick<BuildOptions, "reporter"> & { signal: AbortSignal };

/** What responds to the requests of one purpose. */
export interface OpenedProcess {
  handlers: {
    [K in keyof SiteRequests]?: (
      request: SiteRequests[K]["request"],
      run: RequestRun,
    ) => Promise<SiteRequests[K]["response"]>;
  };
  contentChanged?(): void;
  /** Resolves when nothing is left half done. */
  close(): Promise<void>;
}

export type MessageToSite =
  | { kind: "open"; purpose: ProcessPurpose }
  | { kind: "content" }
  /** Ends a request early, which then fails. */
  | { kind: "abort"; id: number }
  | {
      [K in keyof SiteRequests]: { kind: "request"; id: number; name: K; request: SiteRequests[K]["request"] };
    }[keyof SiteRequests];

export type MessageFromSite =
  /** `id`, here and below: the request that it is about. */
  | { kind: "log"; level: "step" | "info" | "warn" | "detail"; text: string; id?: number | undefined }
  /** The request's work goes on. */
  | { kind: "alive"; done: number; expected: number; id: number }
  | { kind: "update"; update: DevUpdate }
  | { kind: "response"; id: number; response: SiteRequests[keyof SiteRequests]["response"] }
  | { kind: "failed"; id: number; error: SerializedError }
  /** The process uses too much memory or holds too many versions. */
  | { kind: "full"; reason: string };

/** An error, complete enough to be recreated in the other process. */
export interface SerializedError {
  message: string;
  /** Set for a FailureError. */
  failure?: Failure;
  /** Set for a SitegenError. */
  sitegen?: { code: ErrorCode; where: string; hint: string };
  /** Set for a file system error. */
  file?: { code: string; path: string };
}

export interface ResidentBuild extends Omit<BuiltSite, "kept" | "absent"> {
  /** Each kind of problem with its first few. */
  problems: readonly ProblemGroup[];
}

/** Without `report`, which reads the whole list of problems. */
export function residentBuild(result: BuildResult): ResidentBuild {
  const { summary, moved, staleForMs, sources, sourcesDueMs, snapshot, held, facts, problemReport } = result;
  const ofSources = { sources, sourcesDueMs };
  return { summary, moved, staleForMs, ...ofSources, snapshot, held, facts, problems: problemReport.groups };
}
