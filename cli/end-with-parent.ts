/** Commands that somebody waits for. The others are servers, which may outlive the shell that started them. */
const WAITED_FOR = new Set(["generate", "check", "export"]);
const INTERVAL_MS = 500;

/**
 * Calls `end` when the terminal closes, and for commands that somebody waits for also when the parent process is gone:
 * `npx` or a CI's shell that was killed must not leave a build running. Answers what ends the watching.
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
  if (!WAITED_FOR.has(command)) clearInterval(timer);
  return () => {
    clearInterval(timer);
    process.off("SIGHUP", end);
  };
}
