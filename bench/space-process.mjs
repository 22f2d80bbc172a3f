import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** Starts a generated space with this many stories; 0 is the sample space. */
export async function startSpace(root, stories) {
  const args = [join(root, "dist/bench-service.mjs"), String(stories)];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async () => JSON.parse((await lines.next()).value);
  const { endpoint, token } = await answer();
  /**
   * Publishes "story", "picture" (the same story with a new drawing), "newest", "new page" (which no list shows), "new" or
   * "global", unpublishes for "unpublish", does nothing for ""; returns the expected result and the number of requests so
   * far.
   */
  const edit = (what) => {
    child.stdin.write(`${what}\n`);
    return answer();
  };
  return { endpoint, token, edit, close: () => child.kill() };
}
