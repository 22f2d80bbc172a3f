import { readFileSync } from "node:fs";

/** Servers may outlive the shell that started them; all other commands have a process that waits for them. */
const SERVERS = new Set(["serve", "listen", "space"]);
const INTERVAL_MS = 500;

/**
 * Calls `end` when the terminal closes, and for commands that a process waits for also when the parent process is gone:
 * `npx` or a CI's shell that was killed must not leave a build or a deploy running. Answers what ends the watching.
 */
export function endWithParent({ command, end }: { command: string; end: () => void }): () => void {
  process.on("SIGHUP", end);
  const parents = parentsOf(process.env);
  const timer = setInterval(() => {
    if (parentsOf(process.env) === parents) return;
    clearInterval(timer);
    end();
  }, INTERVAL_MS);
  timer.unref();
  if (SERVERS.has(command)) clearInterval(timer);
  return () => {
    clearInterval(timer);
    process.off("SIGHUP", end);
  };
}

/**
 * The parent's id, and that of npm where it started us: `npx` and `npm run` put a shell between, which outlives them.
 * Without npm the parent's parent does not count: a script in the background may outlive its terminal. npm is seen on
 * Linux alone.
 */
function parentsOf({ npm_execpath: isNpm }: NodeJS.ProcessEnv): string {
  const { ppid } = process;
  return isNpm ? `${ppid} of ${parentOf(ppid)}` : String(ppid);
}

/** Field 4 of proc(5)'s stat, after a name that may hold spaces and parentheses; "" elsewhere. */
function parentOf(pid: number): string {
  try {
    return (
      readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ")[1] ?? ""
    );
  } catch {
    return "";
  }
}
