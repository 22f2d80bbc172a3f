/** What a command and its builder process say to each other. All of it is plain data. */
import type { BuiltSite } from "../../build.ts";
import type { ErrorCode } from "../../errors.ts";
import type { BuildOptions } from "../build-options.ts";

/** Options without what only one process can hold. */
export type SerializableOptions = Omit<BuildOptions, "reporter" | "signal" | "testHooks">;

export type BuilderRequest = { kind: "build"; options: SerializableOptions } | { kind: "abort" };

/** An error of a build, whole enough to be made again on the other side. */
export interface SerializedError {
  message: string;
  /** Of an error a person can act on. */
  sitegen?: { code: ErrorCode; where: string; hint: string };
  /** Of an error of the file system. */
  file?: { code: string; path: string };
}

export type BuilderReply =
  | { kind: "ready" }
  | { kind: "said"; how: "step" | "info" | "warn" | "detail"; text: string }
  | { kind: "done"; result: BuiltSite; rssMb: number }
  | { kind: "failed"; error: SerializedError; rssMb: number };
