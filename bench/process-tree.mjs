// What /proc says of processes, which only Linux has.
import { readdirSync, readFileSync } from "node:fs";

/** Memory of a process and its children in MB; 0 if the system does not report it. */
export function treeRssMb(root) {
  try {
    const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    const facts = new Map(processes.flatMap((pid) => factsOf(pid)));
    let pages = 0;
    for (const [pid, { rss }] of facts) {
      let at = pid;
      while (at !== root && facts.has(at)) at = facts.get(at).parent;
      if (at === root) pages += rss;
    }
    return Math.round((pages * 4096) / 1024 / 1024);
  } catch {
    return 0;
  }
}

function factsOf(pid) {
  try {
    const stat = statOf(pid);
    return [[Number(pid), { parent: stat[1], rss: stat[21] }]];
  } catch {
    return []; // it has exited meanwhile
  }
}

/** Fields of a process's stat in proc(5), starting with its state. */
function statOf(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text
    .slice(text.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
}

/** CPU seconds of a process (utime and stime). */
export const cpuOf = (pid) => (statOf(pid)[11] + statOf(pid)[12]) / 100;

/** CPU seconds of all exited children of this one (cutime and cstime). */
export const childrenCpu = () => (statOf("self")[13] + statOf("self")[14]) / 100;
