import { readEnvironment } from "../src/config/env-file.ts";
import { loadConfig } from "../src/config/load-config.ts";
import type { Streams } from "./report.ts";

/** What a command gets besides its options. */
export interface CommandContext {
  streams: Streams;
  cwd: string;
  signal: AbortSignal;
  /** What is known of the result if the command fails: with --json it is printed beside the error. */
  onFailure(known: () => object): void;
}

/** Flags that most commands have. */
export interface CommonFlags {
  config?: string;
  json?: boolean;
  verbose?: boolean;
  quiet?: boolean;
}

/** Those of a command with an output and a state folder. */
export interface FolderFlags extends CommonFlags {
  out: string;
  state: string;
}

/** The environment of a command, with `.env`, and the configuration that it gives. */
export async function configOf({ config: file }: CommonFlags, { streams, cwd }: CommandContext) {
  const env = readEnvironment(cwd, streams.env);
  return { env, config: await loadConfig({ cwd, file, env }) };
}
