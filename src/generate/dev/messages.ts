/** Messages between `sitegen serve --watch` and the process that renders its pages. All plain data. */
import type { DraftPage, DraftRequest } from "../../serve/preview.ts";
import type { DevFile } from "./dev-files.ts";
import type { DevOptions, DevUpdate } from "./dev-update.ts";
import type { Failure } from "./failure.ts";

export interface DevProcessOptions extends Omit<DevOptions, "service"> {
  service: Omit<DevOptions["service"], "close">;
  /** The output folder of the last build, for the gallery. */
  out: string;
}

/** Requests and their responses, by name. */
export interface SiteRequests {
  /** By path below the output folder. */
  file: { request: { path: string; of: "whole" | "newest" }; response: DevFile | null };
  draft: { request: DraftRequest; response: DraftPage | null };
  draftFile: { request: string; response: Uint8Array | null };
  /** By URL. */
  gallery: { request: string; response: string | null };
}

export type MessageToSite =
  | { kind: "open"; options: DevProcessOptions }
  | { kind: "content" }
  | {
      [K in keyof SiteRequests]: { kind: "request"; id: number; name: K; request: SiteRequests[K]["request"] };
    }[keyof SiteRequests];

export type MessageFromSite =
  | { kind: "log"; level: "info" | "warn" | "detail"; text: string }
  | { kind: "update"; update: DevUpdate }
  | { kind: "response"; id: number; response: SiteRequests[keyof SiteRequests]["response"] }
  | { kind: "failed"; id: number; failure: Failure }
  /** sitegen's own code has changed. */
  | { kind: "own-code" }
  /** The process uses too much memory or holds too many versions. */
  | { kind: "full"; reason: string };
