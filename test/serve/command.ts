import { type ChildProcess, spawn } from "node:child_process";
import { join, resolve } from "node:path";

const PROGRAM = join(resolve(import.meta.dirname, "../.."), "bin", "sitegen.mjs");

export interface Command {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Waits for a matching line on stdout and returns the match. */
  line(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves to the exit code. */
  ended: Promise<number | null>;
  /** Interrupts like Ctrl-C. */
  interrupt(): Promise<number | null>;
}

/** Runs sitegen in its own process without this machine's content service. */
export function command(
  args: readonly string[],
  options: { cwd: string; env?: Record<string, string>; program?: string },
): Command {
  const { STORYBLOK_TOKEN, STORYBLOK_ENDPOINT, STORYBLOK_PREVIEW_TOKEN, STORYBLOK_SPACE_ID, ...env } = process.env;
  const child = spawn(process.execPath, [options.program ?? PROGRAM, ...args], {
    cwd: options.cwd,
    env: { ...env, NO_COLOR: "1", CI: "1", ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  const heard = new Set<() => void>();
  const tell = () => {
    for (const listener of heard) listener();
  };
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk;
    tell();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk;
  });
  const ended = new Promise<number | null>((done) => {
    child.on("close", (code) => {
      done(code);
      tell();
    });
  });
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    line: (pattern) =>
      new Promise((found, failed) => {
        const look = () => {
          const match = pattern.exec(stdout);
          const over = child.exitCode !== null || child.signalCode !== null;
          if (!match && !over) return;
          heard.delete(look);
          if (match) found(match);
          else failed(new Error(`It ended without printing ${pattern}:\n${stdout}${stderr}`));
        };
        heard.add(look);
        look();
      }),
    interrupt() {
      child.kill("SIGINT");
      return ended;
    },
  };
}
