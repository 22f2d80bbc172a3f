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
  file: { ask: { path: string; of: "whole" | "newest" }; answer: DevFile | null };
  draft: { ask: DraftRequest; answer: DraftPage };
  draftFile: { ask: string; answer: Uint8Array | null };
  /** By URL. */
  gallery: { ask: string; answer: string | null };
}

export type MessageToSite =
  | { kind: "open"; options: DevProcessOptions }
  | { kind: "content" }
  | {
      [K in keyof SiteRequests]: { kind: "ask"; id: number; name: K; ask: SiteRequests[K]["ask"] };
    }[keyof SiteRequests];

export type MessageFromSite =
  | { kind: "said"; how: "info" | "warn" | "detail"; text: string }
  | { kind: "update"; update: DevUpdate }
  | { kind: "answer"; id: number; answer: SiteRequests[keyof SiteRequests]["answer"] }
  | { kind: "failed"; id: number; failure: Failure }
  /** sitegen's own code has changed. */
  | { kind: "own-code" }
  /** The process uses too much memory or holds too many versions. */
  | { kind: "full"; reason: string };
