import { CommanderError } from "commander";
import { SitegenError } from "../src/problems/errors.ts";
import type { CommandContext } from "./command-context.ts";
import { endWithParent } from "./end-with-parent.ts";
import { createProgram } from "./program.ts";
import { errorObject, renderError, type Streams } from "./report.ts";
import { safeStreams } from "./safe-streams.ts";

/** Runs a command, sets the exit code, and handles closed output streams. */
export async function start(argv: readonly string[]): Promise<void> {
  // The reader has closed the pipe (`sitegen schema | head`); the command continues without output.
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  const code = await main(argv);
  // An interrupted command does not wait for pending requests, such as a DNS lookup.
  if (code === 130) process.exit(code);
  process.exitCode = code;
}

/** Runs a command with this process's streams, folder and signals; returns the exit code. */
async function main(argv: readonly string[]): Promise<number> {
  const streams: Streams = { stdout: process.stdout, stderr: process.stderr, env: process.env };
  const interrupt = new AbortController();
  const onSignal = () => {
    if (interrupt.signal.aborted) process.exit(130); // a second Ctrl-C exits at once
    process.stderr.write("\nStopping; the output folder is unchanged.\n");
    interrupt.abort(new SitegenError("INTERRUPTED", { message: "The command was interrupted." }));
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  const release = endWithParent({ command: argv[2] ?? "", end: onSignal });
  try {
    return await runCommand(argv, { streams, cwd: process.cwd(), signal: interrupt.signal });
  } finally {
    release();
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
}

/** Runs one command and returns its exit code, 130 if interrupted. Errors are caught and printed only here. */
export async function runCommand(argv: readonly string[], given: CommandContext): Promise<number> {
  const context = { ...given, streams: safeStreams(given.streams) };
  const { streams, signal } = context;
  const fail = (error: unknown) => {
    if (argv.includes("--json")) streams.stdout.write(`${JSON.stringify(errorObject(error))}\n`);
  };
  try {
    return await run(argv, context, fail);
  } catch (error) {
    if (signal.aborted) {
      fail(signal.reason);
      return 130;
    }
    fail(error);
    streams.stderr.write(renderError(error, streams, argv.includes("--verbose")));
    return error instanceof SitegenError ? error.exit : 1;
  }
}

async function run(argv: readonly string[], context: CommandContext, fail: (error: unknown) => void): Promise<number> {
  let code = 0;
  const program = createProgram(context, (result) => {
    code = result;
  });
  try {
    await program.parseAsync([...argv]);
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    fail(new SitegenError("USAGE", { message: error.message })); // commander has printed it already
    return 2;
  }
}
