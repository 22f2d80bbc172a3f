import type { Config } from "../config/config.ts";
import type { Reporter } from "../problems/reporter.ts";
import type { ListenOptions } from "./listen.ts";

/** Options of the command; the signal ends serving. */
export interface ServeOptions {
  loadConfig: () => Promise<Config>;
  /** Working directory, whose .env is read. */
  cwd: string;
  /** Absolute paths. */
  out: string;
  stateDir: string;
  host: string;
  port: number;
  /** Key and certificate for https, made when the command starts. */
  tls?: ListenOptions["tls"];
  /** Shows the gallery at /__sitegen/gallery/. */
  gallery: boolean;
  jobs: number;
  reporter: Reporter;
  signal: AbortSignal;
  onListening: (url: string) => void;
}
