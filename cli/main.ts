import { readFileSync } from "node:fs";
import { CommanderError } from "commander";
import { SitegenError } from "../src/problems/errors.ts";
import type { CommandContext } from "./command-context.ts";
import { createProgram } from "./program.ts";
import { errorObject, renderError, type Streams } from "./report.ts";
import { safeStreams } from "./safe-streams.ts";

/** Runs a command, sets the exit code, and handles closed output streams. */
export async function start(argv: readonly string[]): Promise<void> {
  // The reader has closed the pipe (`sitegen schema | head`), or the disk of the log is full; the command continues without.
  process.stderr.on("error", () => undefined);
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
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
    process.stderr.write(`\nStopping${SERVERS.has(argv[2] ?? "") ? "" : "; the output folder is unchanged"}.\n`);
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
export async function runCommand(argv: readonly string[], given: Omit<CommandContext, "onFailure">): Promise<number> {
  let known = () => ({});
  const onFailure: CommandContext["onFailure"] = (tell) => {
    known = tell;
  };
  const context = { ...given, streams: safeStreams(given.streams), onFailure };
  const { streams, signal } = context;
  const fail = (error: unknown) => {
    if (!argv.includes("--json")) return;
    const ofError = error instanceof SitegenError ? error.known : {};
    streams.stdout.write(`${JSON.stringify({ ...errorObject(error, streams.env), ...known(), ...ofError })}\n`);
  };
  let code = 0;
  const program = createProgram(context, (result) => {
    code = result;
  });
  try {
    await program.parseAsync([...argv]);
    return code;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      fail(new SitegenError("USAGE", { message: error.message })); // commander has printed it already
      return 2;
    }
    if (signal.aborted) {
      fail(signal.reason);
      return 130;
    }
    fail(error);
    streams.stderr.write(renderError(error, streams, argv.includes("--verbose")));
    return error instanceof SitegenError ? error.exit : 1;
  }
}

/** Servers may outlive the shell that started them; for all other commands a process waits. */
const SERVERS = new Set(["serve", "listen", "space"]);
const INTERVAL_MS = 500;

/**
 * Calls `end` when the terminal closes, and, except for servers, when the parent process has exited: a killed `npx` or
 * CI shell must not leave a build or a deploy running. Returns a function that stops watching.
 */
function endWithParent({ command, end }: { command: string; end: () => void }): () => void {
  process.on("SIGHUP", end);
  const parents = parentsOf(process.env);
  const timer = setInterval(() => {
    if (parentsOf(process.env) === parents) return;
    clearInterval(timer);
    end();
  }, INTERVAL_MS);
  timer.unref();
  if (SERVERS.has(command)) clearInterval(timer);
  return () => {
    clearInterval(timer);
    process.off("SIGHUP", end);
  };
}

/**
 * The parent's id, and npm's if it started the command: `npx` and `npm run` use a shell that outlives them. Without npm
 * the grandparent does not count, since a background script may outlive its terminal. npm is only detected on Linux.
 */
function parentsOf({ npm_execpath: isNpm }: NodeJS.ProcessEnv): string {
  const { ppid } = process;
  return isNpm ? `${ppid} of ${parentOf(ppid)}` : String(ppid);
}

/** Field 4 of stat in proc(5), which follows a name that may contain spaces and parentheses; "" elsewhere. */
function parentOf(pid: number): string {
  try {
    return (
      readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ")[1] ?? ""
    );
  } catch {
    return "";
  }
}
