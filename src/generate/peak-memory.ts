import { readFileSync } from "node:fs";

/**
 * Peak memory of this process in MB. On Linux, `maxRSS` of a child process includes its parent's memory, so /proc is
 * read first.
 */
export function peakRssMb(): number {
  try {
    const found = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"));
    if (found) return Math.round(Number(found[1]) / 1024);
  } catch {
    // Not on Linux.
  }
  return Math.round(process.resourceUsage().maxRSS / 1024);
}
