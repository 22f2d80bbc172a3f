import { readFileSync } from "node:fs";

/**
 * Most memory that this process has held, in MB. Linux counts a parent's memory into `maxRSS` of what it starts, so
 * its own account is asked first.
 */
export function peakRssMb(): number {
  try {
    const found = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"));
    if (found) return Math.round(Number(found[1]) / 1024);
  } catch {
    // Not Linux.
  }
  return Math.round(process.resourceUsage().maxRSS / 1024);
}
