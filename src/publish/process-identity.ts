import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Boot id and start time of a process on Linux (proc(5), field 22 of stat); "" elsewhere. */
export function processStart(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    // A zombie has ended and waits for its parent to read the exit code.
    return fields[0] === "Z" ? "ended" : `${bootId()}/${fields[19]}`;
  } catch {
    return "";
  }
}

function bootId(): string {
  return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
}

/** Identifies the PID namespace: two containers may have the same host name. */
export function processNamespace(): string {
  try {
    return `${hostname()} ${bootId()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}

/** True while the process with this id and start time runs. */
export function isRunning(pid: number, started: string): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  return processStart(pid) === started;
}
