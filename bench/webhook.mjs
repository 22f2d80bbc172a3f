// Measures the time from a webhook to the changed file: `node bench/webhook.mjs [--stories N] [--runs 10] [--idle 0] [--rate 5] [--verbose]`.
// Uses the sample site, or with --stories a synthetic space of N stories in both languages. `sitegen listen` runs in
// its own process, with the default of 5 requests a second unless --rate gives another; the time starts when the webhook
// is sent and ends when the changed text is in the page's file.
import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { bundlePrograms } from "./bundle-programs.mjs";
import { treeRssMb } from "./process-tree.mjs";
import { startSpace } from "./space-process.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const stories = option("stories", 0);
const runs = option("runs", 10);
/** Seconds between the first build and the first publish; a new builder may not be ready at once. */
const idleSeconds = option("idle", 0);
const secret = "bench";
await bundlePrograms(root);

const work = mkdtempSync(join(tmpdir(), "sitegen-webhook-"));
const site = { origin: "https://www.bench.example", companyName: "Bench", platformName: "Lumen" };
writeFileSync(
  join(work, "sitegen.config.json"),
  JSON.stringify({
    definition: join(root, "src/blocks/site.ts"),
    site,
    storyblok: { requestsPerSecond: option("rate", 5) },
  }),
);

const space = await startSpace(root, stories);
const { endpoint, token } = space;
const env = {
  ...process.env,
  STORYBLOK_ENDPOINT: endpoint,
  STORYBLOK_TOKEN: token,
  STORYBLOK_WEBHOOK_SECRET: secret,
  SITEGEN_CONSOLE_KEY: secret,
};
const listener = spawn(process.execPath, [join(root, "dist/sitegen.mjs"), "listen", "--port", "0"], {
  cwd: work,
  env,
  stdio: ["ignore", "pipe", "ignore"],
});

/** Checks the condition every 2 ms, which takes no noticeable CPU time. */
async function until(condition) {
  while (!(await condition())) await wait(2);
}

async function publish(url, slug) {
  const body = JSON.stringify({ action: "published", full_slug: slug });
  const signature = createHmac("sha1", secret).update(body).digest("hex");
  const response = await fetch(url, { method: "POST", body, headers: { "webhook-signature": signature } });
  if (response.status !== 202) throw new Error(`The webhook was answered with ${response.status}.`);
}

const ms = (value) => `${Math.round(value)} ms`;

try {
  const { value: url } = await createInterface({ input: listener.stdout })[Symbol.asyncIterator]().next();
  // The listener may close a kept-alive connection in between.
  const headers = { connection: "close", authorization: `Bearer ${secret}` };
  const health = async () => (await fetch(new URL("console.json", url), { headers })).json();
  const idle = async () => {
    const { running, queued, last } = await health();
    return last !== null && !running && !queued;
  };
  await until(idle);
  const first = await health();
  if (!first.ok) throw new Error(first.last.summary);
  await wait(idleSeconds * 1000);
  const times = [];
  const memory = [treeRssMb(listener.pid)];
  for (let run = 0; run < runs; run += 1) {
    const { slug, path, text } = await space.edit("story");
    const file = join(work, "out", path, "index.html");
    const started = performance.now();
    await publish(url, slug);
    await until(() => existsSync(file) && readFileSync(file, "utf8").includes(text));
    times.push(performance.now() - started);
    await until(idle);
    if (process.argv.includes("--verbose")) console.log(ms(times.at(-1)), (await health()).last);
    await wait(500);
    memory.push(treeRssMb(listener.pid));
  }
  const fromFirst = ms(times[0] ?? 0);
  times.sort((a, b) => a - b);
  const what = stories === 0 ? "the sample site" : `${stories} stories × 2 languages`;
  console.log(`${what}, Node ${process.version}, ${cpus().length} cores, load ${loadavg()[0].toFixed(2)}`);
  console.log(`first build: ${ms(first.last.ms)}, ${first.last.summary}`);
  console.log(
    `webhook to changed file, ${runs} publishes: median ${ms(times[Math.floor(runs / 2)])}, ` +
      `fastest ${ms(times[0])}, slowest ${ms(times.at(-1))}, the first ${fromFirst}`,
  );
  const rest = memory.slice(1);
  console.log(
    `memory of the listener and what it started, between builds: ${memory[0]} MB after the first build, ` +
      `${rest[0]} to ${rest.at(-1)} MB over ${runs} publishes, at most ${Math.max(...memory)} MB`,
  );
} finally {
  listener.kill();
  space.close();
  await wait(500);
  rmSync(work, { recursive: true, force: true });
}
