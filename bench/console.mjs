// Measures how soon the console knows that a publish is live: `node bench/console.mjs [--stories N] [--runs 10]`.
// The time starts when the last uploaded file was written to the target, a folder, and ends when an open console page has
// been sent that it is live. Uses the sample site, or with --stories a synthetic space of N stories in both languages.
import { statSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openListener } from "./listener.mjs";
import { medianOf } from "./measure-program.mjs";
import { numberOption } from "./options.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const args = ["--port", "0", "--deploy", "live"];
const opened = await openListener(root, { stories: numberOption("stories", 0), rate: 1000, args });
const { work, space, listener } = opened;

/** When each build's time of going live was first seen on the console. */
const seen = new Map();
const heard = [];
const events = await fetch(`${listener.url}console/events`, { headers: listener.headers });
(async () => {
  let text = "";
  for await (const part of events.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    const messages = text.split("\n\n");
    text = messages.pop();
    for (const message of messages) {
      const at = message.startsWith("event: status") && /dateTime=\\"([^"\\]+)/.exec(message)?.[1];
      if (!at || seen.has(at)) continue;
      seen.set(at, Date.now());
      for (const tell of heard.splice(0)) tell();
    }
  }
})().catch(() => undefined);
const next = () => new Promise((done) => heard.push(done));

if (seen.size === 0) await next();
const times = [];
for (let run = 0; run < numberOption("runs", 10); run += 1) {
  await new Promise((done) => setTimeout(done, 3_000));
  const live = next();
  const { slug } = await space.edit("story");
  await listener.call(slug);
  await live;
  const shown = [...seen.values()].at(-1);
  times.push(Math.round(shown - statSync(join(work, "live/_assets/builds/latest.json")).mtimeMs));
}
process.stdout.write(
  `live on the console after the last uploaded file: median ${medianOf(times)} ms, ${Math.min(...times)} to ${Math.max(...times)} ms (load ${loadavg()[0].toFixed(1)})\n`,
);
await opened.close();
process.exit();
