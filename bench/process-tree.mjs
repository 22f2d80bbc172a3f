// Memory of a process and its children in MB; 0 if the system does not report it (only Linux has /proc).
import { readdirSync, readFileSync } from "node:fs";

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
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const rest = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return [[Number(pid), { parent: Number(rest[1]), rss: Number(rest[21]) }]];
  } catch {
    return []; // it has exited meanwhile
  }
}
