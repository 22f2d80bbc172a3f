/** Servers may outlive the shell that started them; all other commands have somebody who waits for them. */
const SERVERS = new Set(["serve", "listen", "space"]);
const INTERVAL_MS = 500;

/**
 * Calls `end` when the terminal closes, and for commands that somebody waits for also when the parent process is gone:
 * `npx` or a CI's shell that was killed must not leave a build or a deploy running. Answers what ends the watching.
 */
export function endWithParent({ command, end }: { command: string; end: () => void }): () => void {
  process.on("SIGHUP", end);
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
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
