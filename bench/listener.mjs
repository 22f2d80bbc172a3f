// `sitegen listen` in a process of its own, for the programs that measure it.
import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { bundlePrograms } from "./bundle-programs.mjs";
import { startSpace, writeConfig } from "./space-process.mjs";

const SECRET = "bench";

/** Checks the condition every 2 ms, which takes no noticeable processor time. */
export async function until(condition) {
  while (!(await condition())) await wait(2);
}

/** A folder with the sample's blocks, a space of so many stories (0: the sample's), and a listener over both. */
export async function openListener(root, { stories, rate, args = [] }) {
  await bundlePrograms(root);
  const work = mkdtempSync(join(tmpdir(), "sitegen-listen-"));
  writeConfig(root, work, rate);
  const space = await startSpace(root, stories);
  const env = { STORYBLOK_ENDPOINT: space.endpoint, STORYBLOK_TOKEN: space.token };
  const listener = await startListener(root, { cwd: work, env, args });
  return {
    ...{ work, space, listener },
    async close() {
      await listener.end("SIGINT");
      space.close();
      rmSync(work, { recursive: true, force: true });
    },
  };
}

/** Starts it with a console and signed webhooks. */
export async function startListener(root, { cwd, env, args }) {
  const secrets = { STORYBLOK_WEBHOOK_SECRET: SECRET, SITEGEN_CONSOLE_KEY: SECRET };
  const child = spawn(process.execPath, [join(root, "dist/sitegen.mjs"), "listen", ...args], {
    ...{ cwd, env: { ...process.env, ...env, ...secrets } },
    stdio: ["ignore", "pipe", process.argv.includes("--verbose") ? "inherit" : "ignore"],
  });
  const ended = new Promise((done) => child.once("exit", done));
  const { value: url } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  // The listener may close a kept-alive connection in between.
  const headers = { connection: "close", authorization: `Bearer ${SECRET}` };
  /** What the console knows. */
  const facts = async () => (await fetch(new URL("console.json", url), { headers })).json();
  return {
    ...{ url, child, headers, facts },
    /** Waits until nothing is built any more. */
    idle: () =>
      until(async () => {
        const { running, queued, last } = await facts();
        return last !== null && !running && !queued;
      }),
    /** A call of the content service, or of a source's: `sources/NAME`. */
    async call(slug, path = "") {
      const body = JSON.stringify({ action: "published", full_slug: slug });
      const signature = createHmac("sha1", SECRET).update(body).digest("hex");
      const response = await fetch(new URL(path, url), {
        method: "POST",
        body,
        headers: { "webhook-signature": signature },
      });
      if (response.status !== 202) throw new Error(`The webhook was answered with ${response.status}.`);
    },
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
