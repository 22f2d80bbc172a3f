// Measures the time from a webhook to the changed file: `node bench/webhook.mjs [--stories N] [--runs 10] [--idle 0] [--rate 5] [--verbose]`.
// Uses the sample site, or with --stories a synthetic space of N stories in both languages. `sitegen listen` runs in
// its own process, with the default of 5 requests a second unless --rate gives another; the time starts when the webhook
// is sent and ends when the changed text is in the page's file.
import { existsSync, readFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openListener, until } from "./listener.mjs";
import { medianOf } from "./measure-program.mjs";
import { numberOption } from "./options.mjs";
import { treeRssMb } from "./process-tree.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const stories = numberOption("stories", 0);
const runs = numberOption("runs", 10);
/** Seconds between the first build and the first publish; a new builder may not be ready at once. */
const idleSeconds = numberOption("idle", 0);
const opened = await openListener(root, { stories, rate: numberOption("rate", 5), args: ["--port", "0"] });
const { work, space, listener } = opened;

const ms = (value) => `${Math.round(value)} ms`;

try {
  await listener.idle();
  const first = await listener.facts();
  if (!first.ok) throw new Error(first.last.summary);
  await wait(idleSeconds * 1000);
  const times = [];
  const memory = [treeRssMb(listener.child.pid)];
  for (let run = 0; run < runs; run += 1) {
    const { slug, path, text } = await space.edit("story");
    const file = join(work, "out", path, "index.html");
    const started = performance.now();
    await listener.call(slug);
    await until(() => existsSync(file) && readFileSync(file, "utf8").includes(text));
    times.push(performance.now() - started);
    await listener.idle();
    if (process.argv.includes("--verbose")) console.log(ms(times.at(-1)), (await listener.facts()).last);
    await wait(500);
    memory.push(treeRssMb(listener.child.pid));
  }
  const what = stories === 0 ? "the sample site" : `${stories} stories × 2 languages`;
  console.log(`${what}, Node ${process.version}, ${cpus().length} cores, load ${loadavg()[0].toFixed(2)}`);
  console.log(`first build: ${ms(first.last.ms)}, ${first.last.summary}`);
  console.log(
    `webhook to changed file, ${runs} publishes: median ${ms(medianOf(times))}, ` +
      `fastest ${ms(Math.min(...times))}, slowest ${ms(Math.max(...times))}, the first ${ms(times[0] ?? 0)}`,
  );
  const rest = memory.slice(1);
  console.log(
    `memory of the listener and what it started, between builds: ${memory[0]} MB after the first build, ` +
      `${rest[0]} to ${rest.at(-1)} MB over ${runs} publishes, at most ${Math.max(...memory)} MB`,
  );
} finally {
  await opened.close();
}
