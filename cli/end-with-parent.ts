import { readFileSync } from "node:fs";

/** Servers may outlive the shell that started them; for all other commands a process waits. */
const SERVERS = new Set(["serve", "listen", "space"]);
const INTERVAL_MS = 500;

/**
 * Calls `end` when the terminal closes, and, except for servers, when the parent process has exited: a killed `npx` or
 * CI shell must not leave a build or a deploy running. Returns a function that stops watching.
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
 * The parent's id, and npm's if it started the command: `npx` and `npm run` use a shell that outlives them. Without npm
 * the grandparent does not count, since a background script may outlive its terminal. npm is only detected on Linux.
 */
function parentsOf({ npm_execpath: isNpm }: NodeJS.ProcessEnv): string {
  const { ppid } = process;
  return isNpm ? `${ppid} of ${parentOf(ppid)}` : String(ppid);
}

/** Field 4 of stat in proc(5), which follows a name that may contain spaces and parentheses; "" elsewhere. */
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
