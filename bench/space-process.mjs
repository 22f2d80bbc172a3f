import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** Writes a configuration with the sample's definition into a folder; returns its path. */
export function writeConfig(root, folder, requestsPerSecond = 1000) {
  const file = join(folder, "sitegen.config.json");
  const site = { origin: "https://www.bench.example", companyName: "Bench", platformName: "Lumen" };
  const config = { definition: join(root, "src/blocks/site.ts"), site, storyblok: { requestsPerSecond } };
  writeFileSync(file, JSON.stringify(config));
  return file;
}

/** Starts a generated space with this many stories; 0 is the sample space. */
export async function startSpace(root, stories) {
  const args = [join(root, "dist/bench-service.mjs"), String(stories)];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"], cwd: root });
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
