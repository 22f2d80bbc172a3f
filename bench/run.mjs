// Compares sitegen with the plain script on a synthetic space: `node bench/run.mjs [--stories 1000] [--runs 5]
// [--result FILE]`. Prints a table of medians with their spread, what the sample site's pages weigh, and writes
// bench/result.json. It judges nothing.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { buildCli } from "../scripts/build-cli.mjs";
import { treeRssMb } from "./process-tree.mjs";
import { pageWeights } from "./weight.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1];
};
const stories = Number(option("stories", 1000));
const runs = Number(option("runs", 5));
const resultFile = option("result", join(root, "bench/result.json"));
process.env.NODE_ENV = "production";

await buildCli(root);
await build({
  absWorkingDir: root,
  entryPoints: ["bench/service.ts", "bench/plain.ts"],
  outdir: "dist",
  outExtension: { ".js": ".mjs" },
  entryNames: "bench-[name]",
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  target: "node20",
  jsx: "automatic",
  define: { "process.env.NODE_ENV": '"production"' },
});

const work = mkdtempSync(join(tmpdir(), "sitegen-bench-"));
const config = join(work, "sitegen.config.json");
writeFileSync(
  config,
  JSON.stringify({
    definition: join(root, "src/blocks/site.ts"),
    site: { origin: "https://www.bench.example", companyName: "Bench" },
    storyblok: { requestsPerSecond: 1000 },
  }),
);

const service = spawn(process.execPath, [join(root, "dist/bench-service.mjs"), String(stories)], {
  stdio: ["pipe", "pipe", "inherit"],
});
const lines = createInterface({ input: service.stdout })[Symbol.asyncIterator]();
const nextLine = async () => (await lines.next()).value;
const { endpoint, token } = JSON.parse(await nextLine());
const env = { ...process.env, STORYBLOK_ENDPOINT: endpoint, STORYBLOK_TOKEN: token };
const edit = async (what) => {
  service.stdin.write(`${what}\n`);
  await nextLine();
};

/** Runs a program; answers wall time in ms, its JSON, if it prints any, and if watched, peak MB of all its processes. */
function time(args, { environment = env, watched = false } = {}) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, args, { env: environment, cwd: work, stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    let peak = 0;
    const look = () => {
      peak = Math.max(peak, treeRssMb(child.pid));
    };
    const watch = watched ? setInterval(look, 50) : undefined;
    child.stdout.on("data", (data) => {
      text += data;
    });
    child.on("close", (code) => {
      clearInterval(watch);
      if (code !== 0) reject(new Error(`${args[0]} ended with ${code}`));
      else resolve({ ms: performance.now() - started, peak, report: text.startsWith("{") ? JSON.parse(text) : null });
    });
  });
}

const out = join(work, "out");
const state = join(work, "state");
const clear = (...paths) => {
  for (const path of paths) rmSync(path, { recursive: true, force: true });
};
const sitegen = (options) =>
  time(
    [
      ...[join(root, "dist/sitegen.mjs"), "generate", "--config", config],
      ...["--out", out, "--state", state, "--json", "--quiet"],
    ],
    options,
  );
const plain = (options) => {
  const folders = [join(work, "plain"), join(work, "plain-state")];
  return time([join(root, "dist/bench-plain.mjs"), endpoint, token, ...folders, config], options);
};

const results = {};
/** Looking at memory takes time from what is looked at: so it has a run of its own. */
async function measure(name, prepare, run) {
  const samples = [];
  for (let index = 0; index < runs; index += 1) {
    await prepare();
    samples.push(await run());
  }
  await prepare();
  const { peak } = await run({ watched: true });
  const times = samples.map((sample) => sample.ms).sort((a, b) => a - b);
  const last = samples.at(-1).report;
  results[name] = {
    median: Math.round(times[Math.floor(times.length / 2)]),
    min: Math.round(times[0]),
    max: Math.round(times.at(-1)),
    "peak MB": peak,
    ...(last && {
      requests: last.requests.total,
      written: last.pages.written,
      pages: last.pages.total,
      ms: last.ms,
    }),
  };
}

try {
  await measure("plain script", () => clear(join(work, "plain"), join(work, "plain-state")), plain);
  await measure("clean build", () => clear(out, state), sitegen);
  await measure("nothing published", async () => {}, sitegen);
  await measure("one story published", () => edit("story"), sitegen);
  await measure("global story changed", () => edit("global"), sitegen);
  await measure(
    "node -e 0",
    async () => {},
    (options) => time(["-e", "0"], options),
  );
  await measure(
    "sitegen --help",
    async () => {},
    (options) => time([join(root, "bin/sitegen.mjs"), "--help"], options),
  );
  const sample = join(work, "sample"); // its pictures are kept between runs
  const { STORYBLOK_ENDPOINT: _, STORYBLOK_TOKEN: __, ...bare } = env;
  await time(
    [
      join(root, "bin/sitegen.mjs"),
      "generate",
      "--quiet",
      "--out",
      sample,
      "--state",
      join(root, "node_modules/.cache/sitegen-bench"),
    ],
    { environment: bare },
  );
  const weights = pageWeights(sample);
  console.log(`${stories} stories × 2 languages, ${runs} runs each, Node ${process.version}`);
  console.table(Object.fromEntries(Object.entries(results).map(([name, { ms: _, ...row }]) => [name, row])));
  for (const [name, { ms }] of Object.entries(results)) if (ms) console.log(name, JSON.stringify(ms));
  console.log("KB after gzip, sample site");
  console.table(weights);
  writeFileSync(resultFile, `${JSON.stringify({ stories, runs, node: process.version, results, weights }, null, 2)}\n`);
} finally {
  service.kill();
  clear(work);
}
