import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { takeBundlesFor } from "./bundles.ts";

export const ROOT = resolve(import.meta.dirname, "../..");

export interface CliResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** This process's environment without content service and colours, merged with a test's own. */
export function commandEnvironment(given: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { STORYBLOK_TOKEN: _t, STORYBLOK_ENDPOINT: _e, NO_COLOR: _n, FORCE_COLOR: _f, ...inherited } = process.env;
  return { ...inherited, ...given };
}

/** Runs the real command in a process, without a terminal and without this machine's content service. */
export function runCli(
  args: readonly string[],
  options: {
    cwd: string;
    env?: Record<string, string>;
    interruptAfter?: RegExp;
    /** The command's file; default: the repository's own. */
    program?: string;
    /** Bundle the site's code even if an earlier test has. */
    bundling?: boolean;
  } = { cwd: ROOT },
): Promise<CliResult> {
  if (!options.bundling) takeBundlesFor(args, options.cwd);
  const child = spawn(process.execPath, [options.program ?? resolve(ROOT, "bin/sitegen.mjs"), ...args], {
    cwd: options.cwd,
    env: commandEnvironment(options.env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const result: CliResult = { code: null, stdout: "", stderr: "" };
  child.stdout.on("data", (data: Buffer) => {
    result.stdout += data;
  });
  let interrupted = false;
  child.stderr.on("data", (data: Buffer) => {
    result.stderr += data;
    if (interrupted || !options.interruptAfter?.test(result.stderr)) return;
    interrupted = true; // a second Ctrl-C would exit at once
    child.kill("SIGINT");
  });
  return new Promise((done) => {
    child.on("close", (code) => done({ ...result, code }));
  });
}
