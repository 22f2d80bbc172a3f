// Measures how soon the console knows that a publish is live: `node bench/console.mjs [--stories N] [--runs 10]`.
// The time starts when the last uploaded file was written to the target, a folder, and ends when an open console page has
// been sent that it is live. Uses the sample site, or with --stories a synthetic space of N stories in both languages.
import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { bundlePrograms } from "./bundle-programs.mjs";
import { startSpace } from "./space-process.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const secret = "bench";
await bundlePrograms(root);
const work = mkdtempSync(join(tmpdir(), "sitegen-console-"));
const site = { origin: "https://www.bench.example", companyName: "Bench", platformName: "Lumen" };
writeFileSync(
  join(work, "sitegen.config.json"),
  JSON.stringify({ definition: join(root, "src/blocks/site.ts"), site, storyblok: { requestsPerSecond: 1000 } }),
);
const space = await startSpace(root, option("stories", 0));
const env = {
  ...process.env,
  STORYBLOK_ENDPOINT: space.endpoint,
  STORYBLOK_TOKEN: space.token,
  STORYBLOK_WEBHOOK_SECRET: secret,
  SITEGEN_CONSOLE_KEY: secret,
};
const args = [join(root, "dist/sitegen.mjs"), "listen", "--port", "0", "--deploy", "live"];
const listener = spawn(process.execPath, args, { cwd: work, env, stdio: ["ignore", "pipe", "ignore"] });
const [url] = await new Promise((done) => createInterface(listener.stdout).once("line", (line) => done([line.trim()])));

/** When each build's time of going live was first seen on the console. */
const seen = new Map();
const heard = [];
const events = await fetch(`${url}console/events`, { headers: { authorization: `Bearer ${secret}` } });
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
for (let run = 0; run < option("runs", 10); run += 1) {
  await new Promise((done) => setTimeout(done, 3_000));
  const live = next();
  await space.edit("story");
  const body = JSON.stringify({ action: "published" });
  const signature = createHmac("sha1", secret).update(body).digest("hex");
  await fetch(url, { method: "POST", body, headers: { "webhook-signature": signature } });
  await live;
  const shown = [...seen.values()].at(-1);
  times.push(Math.round(shown - statSync(join(work, "live/_assets/builds/latest.json")).mtimeMs));
}
times.sort((a, b) => a - b);
const median = times[Math.floor(times.length / 2)];
process.stdout.write(
  `live on the console after the last uploaded file: median ${median} ms, ${times[0]} to ${times.at(-1)} ms (load ${loadavg()[0].toFixed(1)})\n`,
);
listener.kill("SIGINT");
space.close();
rmSync(work, { recursive: true, force: true });
process.exit();
