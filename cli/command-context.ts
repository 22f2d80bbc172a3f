import type { Streams } from "./report.ts";

/** What a command gets besides its options. */
export interface CommandContext {
  streams: Streams;
  cwd: string;
  signal: AbortSignal;
  /** What is known of the result if the command fails: with --json it is printed beside the error. */
  onFailure(known: () => object): void;
}

export type OnExit = (exitCode: number) => void;
