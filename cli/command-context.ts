import type { Streams } from "./report.ts";

/** What a command gets besides its options. */
export interface CommandContext {
  streams: Streams;
  cwd: string;
  signal: AbortSignal;
}

export type OnExit = (exitCode: number) => void;
