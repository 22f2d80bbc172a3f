// No publish is lost: `node bench/never-lost.mjs [--minute 60] [--outage 600] [--stories 300] [--every 60]`, about 13 minutes.
// Two publishes a second for a minute, of which every fifth is told by no webhook; then the content service is out of reach
// for ten minutes, in the middle of which the listener is killed and started again, while editors go on and their webhooks
// come. What they did last is told by nobody. Ends with a clean build, and fails if one file of it differs from the site.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { connect, createServer } from "node:net";
import { loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { bundlePrograms } from "./bundle-programs.mjs";
import { startListener } from "./listener.mjs";
import { openNewsSite } from "./news-site.mjs";
import { numberOption } from "./options.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const say = (text) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
await bundlePrograms(root);
const site = await openNewsSite(root, numberOption("stories", 300));
const gate = await openGate(new URL(site.service.env.STORYBLOK_ENDPOINT));
// The clean build goes through it too, since assets are known by the service's address.
const { env } = site.service;
env.STORYBLOK_ENDPOINT = gate.endpoint;
const listen = (port) =>
  startListener(root, {
    cwd: site.dir,
    env,
    args: ["--port", String(port), "--every", String(numberOption("every", 60))],
  });

/** What was published and when, by the text that the page then has; edits of a page that came before its turn are over. */
const waiting = new Map();
const seconds = [];
const counts = { edits: 0, calls: 0, lost: 0 };
let listener = await listen(0);
const port = Number(new URL(listener.url).port);
try {
  await until(async () => (await listener.facts()).last?.ok, 300);
  const watching = setInterval(look, 50);
  const started = Date.now();
  await editFor(numberOption("minute", 60), 500);
  say(
    `${counts.edits} publishes in ${Math.round((Date.now() - started) / 1000)} s, ${counts.lost} of them told by nobody`,
  );
  await until(() => waiting.size === 0, 180);
  report("from a publish to the page");

  gate.close();
  say("the content service is out of reach");
  const outage = numberOption("outage", 600);
  await editFor(outage / 2, 5000);
  const before = await listener.facts();
  await listener.end("SIGKILL");
  say(`killed after ${before.failuresInARow} failures in a row; started again`);
  listener = await listen(port);
  await editFor(outage / 2, 5000);
  for (const slug of site.posts.slice(0, 3)) edit(slug);
  site.remove(site.posts[9]);
  site.write("news/told-by-nobody", { ...site.storyOf(site.posts[8]), uuid: undefined });
  say(`${waiting.size} pages wait, ${(await listener.facts()).failuresInARow} failures in a row since the start`);
  await sleep(3000);
  await gate.open();
  const open = Date.now();
  const gone = join(site.dir, "out", site.posts[9], "index.html");
  const come = join(site.dir, "out/news/told-by-nobody/index.html");
  await until(() => waiting.size === 0 && !existsSync(gone) && existsSync(come), 600);
  say(`everything is live ${((Date.now() - open) / 1000).toFixed(1)} s after the service is back`);
  clearInterval(watching);
  await until(async () => !(await listener.facts()).running, 60);
  const { runs } = await listener.facts();
  await listener.end("SIGINT");
  await site.run("generate", "--out", "clean", "--state", "clean-state");
  const differ = compare();
  say(
    `${counts.edits} publishes, ${counts.calls} webhooks, ${runs} builds since the restart, load ${loadavg()[0].toFixed(1)}`,
  );
  say(
    `a clean build has ${differ.files} files, ${differ.names.length} of them differ ${differ.names.slice(0, 5).join(" ")}`,
  );
  process.exitCode = differ.names.length === 0 ? 0 : 1;
} finally {
  await listener.end("SIGKILL");
  gate.close();
  site.close();
}

/** Publishes for so long, at this pace; every fifth call gets lost. */
async function editFor(duration, everyMs) {
  const end = Date.now() + duration * 1000;
  for (let next = Date.now(); next < end; next += everyMs) {
    await sleep(Math.max(0, next - Date.now()));
    const slug = site.posts[10 + (counts.edits % 40)];
    edit(slug);
    if (counts.edits % 5 === 0) counts.lost += 1;
    else await listener.call(slug).then(() => (counts.calls += 1));
  }
}

function edit(slug) {
  counts.edits += 1;
  const text = `Publish number ${counts.edits}.`;
  site.change(slug, (content) => Object.assign(content, { title: text }));
  waiting.set(slug, { text, at: Date.now() });
}

function look() {
  for (const [slug, { text, at }] of waiting) {
    if (!read(join(site.dir, "out", slug, "index.html")).includes(text)) continue;
    waiting.delete(slug);
    seconds.push((Date.now() - at) / 1000);
  }
}

function report(what) {
  const sorted = seconds.toSorted((a, b) => a - b);
  const at = (part) => sorted[Math.floor((sorted.length - 1) * part)].toFixed(1);
  say(`${what}: median ${at(0.5)} s, at most ${at(1)} s of ${sorted.length} seen before the page's next one`);
}

/** Names of files that a clean build has and the site has not, or has otherwise, and of those that it should not have. */
function compare() {
  const [clean, out] = ["clean", "out"].map((folder) => filesIn(join(site.dir, folder)));
  const differ = [...clean].filter(([file, path]) => !out.has(file) || read(path) !== read(out.get(file)));
  // Files with hashed names stay for earlier builds.
  const more = [...out.keys()].filter((file) => !file.startsWith("_assets/") && !clean.has(file));
  return { files: clean.size, names: [...differ.map(([file]) => file), ...more] };
}

function filesIn(folder) {
  const names = readdirSync(folder, { recursive: true });
  const files = names.filter((name) => statSync(join(folder, name)).isFile() && !name.startsWith("_assets/builds/"));
  return new Map(files.map((name) => [name, join(folder, name)]));
}

function read(file) {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return ""; // being replaced, or not there yet
  }
}

async function until(condition, most) {
  const end = Date.now() + most * 1000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`It took more than ${most} s: ${[...waiting.keys()].join(", ")}`);
    await sleep(50);
  }
}

/** A door to the service that can be shut. */
async function openGate({ hostname, port, pathname }) {
  const sockets = new Set();
  const server = createServer((socket) => {
    const other = connect(Number(port), hostname);
    for (const [from, to] of [
      [socket, other],
      [other, socket],
    ]) {
      sockets.add(from);
      from.on("error", () => to.destroy()).on("close", () => sockets.delete(from) && to.destroy());
      from.pipe(to);
    }
  });
  const open = (at) => new Promise((done) => server.listen(at, "127.0.0.1", done));
  await open(0);
  const own = server.address().port;
  return {
    endpoint: `http://127.0.0.1:${own}${pathname}`,
    open: () => open(own),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
