/** Helpers for tests that kill a process at many points. */
import type { ChildProcess } from "node:child_process";

/** Waits until a process has exited: its signal, and its output. */
export async function untilExit(child: ChildProcess): Promise<{ signal: string | null; printed: string }> {
  let printed = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    printed += chunk.toString();
  });
  return new Promise((resolve) => child.once("close", (_code, signal) => resolve({ signal, printed })));
}

/** A small seeded generator: the same sequence in every run. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}
