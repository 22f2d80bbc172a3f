import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Boot and start time of a process on Linux (proc(5), field 22 of stat); "" elsewhere. */
export function processStart(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    // A zombie has ended; it only waits for its parent to ask for the exit code.
    return fields[0] === "Z" ? "ended" : `${bootId()}/${fields[19]}`;
  } catch {
    return "";
  }
}

function bootId(): string {
  return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
}

/** Names where a process id means something: a host name alone may be given to two containers. */
export function processNamespace(): string {
  try {
    return `${hostname()} ${bootId()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}

/** True while the process that had this id and start runs. */
export function isRunning(pid: number, started: string): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  return processStart(pid) === started;
}
