import { CommanderError } from "commander";
import { SitegenError } from "../src/errors.ts";
import { createProgram } from "./program.ts";
import { renderError, type Streams } from "./report.ts";

/** What a command gets beside its options. */
export interface CommandContext {
  streams: Streams;
  cwd: string;
  signal: AbortSignal;
}

/** Runs one command and answers its exit code (product contract §3). The only catch that prints. */
export async function main(argv: readonly string[]): Promise<number> {
  const streams: Streams = { stdout: process.stdout, stderr: process.stderr, env: process.env };
  const interrupt = new AbortController();
  const onSignal = () => {
    if (interrupt.signal.aborted) process.exit(130); // the second Ctrl-C does not wait
    process.stderr.write("\nStopping; the output folder stays as it was.\n");
    interrupt.abort(new SitegenError("INTERRUPTED", { message: "The command was interrupted." }));
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  try {
    return await run(argv, { streams, cwd: process.cwd(), signal: interrupt.signal });
  } catch (error) {
    if (interrupt.signal.aborted) return 130;
    streams.stderr.write(renderError(error, streams, argv.includes("--verbose")));
    return error instanceof SitegenError ? error.exit : 1;
  } finally {
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
}

async function run(argv: readonly string[], context: CommandContext): Promise<number> {
  let code = 0;
  const program = createProgram(context, (result) => {
    code = result;
  });
  try {
    await program.parseAsync([...argv]);
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
}
