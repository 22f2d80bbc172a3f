import { Writable } from "node:stream";
import { runCommand } from "../../cli/main.ts";
import { takeBundlesFor } from "./bundles.ts";
import { type CliResult, commandEnvironment } from "./run-cli.ts";

/**
 * A command in this process, with streams, folder and environment of its own: a third of what a process costs. What a
 * process does (signals, threads, its end) is asked of one: run-cli.ts.
 */
export async function runHere(
  args: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): Promise<CliResult> {
  takeBundlesFor(args, cwd);
  const [stdout, stderr] = [collector(), collector()];
  const streams = { stdout: stdout.stream, stderr: stderr.stream, env: commandEnvironment(env) };
  const signal = new AbortController().signal;
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
