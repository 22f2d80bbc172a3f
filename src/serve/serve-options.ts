import type { Config } from "../config/config.ts";
import type { Reporter } from "../problems/reporter.ts";

/** Of the command line; the signal ends serving. */
export interface ServeOptions {
  loadConfig: () => Promise<Config>;
  /** Absolute paths. */
  out: string;
  stateDir: string;
  host: string;
  port: number;
  /** Shows the gallery at /__sitegen/gallery/. */
  gallery: boolean;
  jobs: number;
  reporter: Reporter;
  signal: AbortSignal;
  onListening: (url: string) => void;
}

export interface WatchOptions extends ServeOptions {
  /** Working directory, whose .env is read. */
  cwd: string;
}
