import { Writable } from "node:stream";
import { runCommand } from "../../cli/main.ts";
import { takeBundlesFor } from "./bundles.ts";
import { type CliResult, commandEnvironment } from "./run-cli.ts";

/**
 * Runs a command in this process with its own streams, folder and environment, at a third of a process's cost. Signals,
 * threads and exit are tested with a process: run-cli.ts.
 */
export async function runHere(
  args: readonly string[],
  {
    cwd,
    env = {},
    signal = new AbortController().signal,
  }: { cwd: string; env?: Record<string, string>; signal?: AbortSignal },
): Promise<CliResult> {
  takeBundlesFor(args, cwd);
  const [stdout, stderr] = [collector(), collector()];
  const streams = { stdout: stdout.stream, stderr: stderr.stream, env: commandEnvironment(env) };
  const code = await runCommand([process.execPath, "sitegen", ...args], { streams, cwd, signal });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function collector() {
  const chunks: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  return { stream, text: () => chunks.join("") };
}
