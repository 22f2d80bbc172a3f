import type { Streams } from "./report.ts";

/** What a command gets beside its options. */
export interface CommandContext {
  streams: Streams;
  cwd: string;
  signal: AbortSignal;
}

/** Takes the exit code of a command that has run. */
export type OnExit = (exitCode: number) => void;
