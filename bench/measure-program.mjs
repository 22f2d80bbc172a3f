import { spawn } from "node:child_process";
import { treeRssMb } from "./process-tree.mjs";

/** The shell reports its children's CPU time when they have exited. */
const SHELL = ["sh", "-c", '"$@"; code=$?; times; exit $code', "sh"];
const TIMES = /(\d+)m([\d.]+)s (\d+)m([\d.]+)s\s*$/;

/**
 * Runs a Node program to its end. Returns wall and CPU time in ms, the JSON it printed or the page counts it reported,
 * if any, and if watched the peak memory of all its processes in MB. `where` has `cwd` and `env`; `node` is this one unless
 * given.
 */
export function measureProgram(args, { watched = false, node = process.execPath, ...where }) {
  return new Promise((resolve, reject) => {
    const [shell, ...rest] = [...SHELL, node, ...args];
    const started = performance.now();
    const child = spawn(shell, rest, { ...where, stdio: ["ignore", "pipe", "pipe"] });
    let peak = 0;
    let said = "";
    let complained = "";
    const watch = watched ? setInterval(() => (peak = Math.max(peak, treeRssMb(child.pid))), 50) : undefined;
    child.stdout.on("data", (data) => (said += data));
    child.stderr.on("data", (data) => (complained += data));
    child.on("close", (code) => {
      clearInterval(watch);
      const ms = performance.now() - started;
      if (code !== 0) {
        reject(new Error(`${args.join(" ")} ended with ${code}\n${complained.slice(-4000)}${said.slice(-2000)}`));
        return;
      }
      const [, userMinutes, user, systemMinutes, system] = (TIMES.exec(said) ?? ["", 0, 0, 0, 0]).map(Number);
      const cpu = 1000 * (60 * (userMinutes + systemMinutes) + user + system);
      const json = said.split("\n").find((line) => line.startsWith("{"));
      resolve({ ms, cpu, peak, report: json ? JSON.parse(json) : pagesOf(complained) });
    });
  });
}

/** Page counts from the command's last line, or null. */
function pagesOf(said) {
  const [line, total, written] = /Published: (\d+) pages? \((\d+) written/.exec(said) ?? [];
  return line ? { pages: { total: Number(total), written: Number(written) } } : null;
}

export function medianOf(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
