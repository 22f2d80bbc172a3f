/** Processes that run one of sitegen's scripts and exchange messages with this one. */
import { type ChildProcess, fork } from "node:child_process";

export function forkScript(script: string): ChildProcess {
  // One malloc arena: with one per thread, less memory is returned to the system.
  const env = { ...process.env, MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? "1" };
  return fork(script, [], { env, serialization: "advanced", stdio: ["ignore", "ignore", "inherit", "ipc"] });
}

/** A process that has ended stays connected while one that it started, or a fork under way, has its channel open. */
export function hasEnded(child: ChildProcess): boolean {
  return !child.connected || child.exitCode !== null || child.signalCode !== null;
}
