// Compares sitegen with a plain script and with other generators that render the same React blocks from the same space:
// `node bench/run.mjs [--stories 1000,5000] [--runs 5] [--minutes 30] [--peers astro,astro-incremental,next,eleventy] [--peer-runs 5]
// [--rows "clean build,nothing published,one story published"] [--ceiling] [--result FILE]`. Prints one table per size:
// wall and CPU time (medians), peak memory, requests, output size, and the time of a second run after one story was
// published. Every peer's pages are checked to have the same text, links and images. After the given minutes, each
// remaining row is run once, and the sample site is not measured. `--rows` measures those rows of sitegen only, for a
// size that takes long. Peers are installed on first use. The times are not judged.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundlePrograms } from "./bundle-programs.mjs";
import { comparePages } from "./compare-pages.mjs";
import { measureProgram, medianOf } from "./measure-program.mjs";
import { option } from "./options.mjs";
import { folderMb } from "./output-size.mjs";
import { preparePeer } from "./peers/peers.mjs";
import { startSpace, writeConfig } from "./space-process.mjs";
import { pageWeights } from "./weight.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const sizes = option("stories", "1000").split(",").map(Number);
const runs = Number(option("runs", 5));
const peers = option("peers", "").split(",").filter(Boolean);
const peerRuns = Number(option("peer-runs", runs));
const wanted = option("rows", "").split(",").filter(Boolean);
const end = performance.now() + Number(option("minutes", 30)) * 60_000;
const resultFile = option("result", join(root, "bench/result.json"));

await bundlePrograms(root);
const work = mkdtempSync(join(tmpdir(), "sitegen-bench-"));
const config = writeConfig(root, work);

const clear = (...paths) => {
  for (const path of paths) rmSync(path, { recursive: true, force: true });
};

/**
 * Measures a program several times, and its memory in an additional run, since watching it takes time. If only one run
 * is wanted, both are measured in it.
 */
async function measure(run, { prepare = () => {}, space, runs }) {
  const samples = [];
  let requests = 0;
  do {
    await prepare();
    const before = (await space.edit("")).requests;
    samples.push(await run(runs === 1));
    requests = (await space.edit("")).requests - before;
  } while (samples.length < runs && performance.now() < end);
  if (runs > 1) await prepare();
  const { peak, report } = runs > 1 ? await run(true) : samples[0];
  const walls = samples.map(({ ms }) => ms);
  return {
    "wall ms": Math.round(medianOf(walls)),
    fastest: Math.round(Math.min(...walls)),
    slowest: Math.round(Math.max(...walls)),
    "cpu ms": Math.round(medianOf(samples.map(({ cpu }) => cpu))),
    "peak MB": peak,
    requests,
    ...(report?.pages && { pages: report.pages.total, written: writtenPages(samples) }),
    runs: samples.length,
  };
}

/** Pages that the measured runs wrote: a number, or the fewest and the most. */
function writtenPages(samples) {
  const written = samples.map(({ report }) => report.pages.written);
  const [fewest, most] = [Math.min(...written), Math.max(...written)];
  return fewest === most ? most : `${fewest}–${most}`;
}

/** Two programs started together: the most that two threads could gain on this machine. */
function atOnce(...programs) {
  return async (watched) => {
    const found = await Promise.all(programs.map((program) => program(watched)));
    const sum = (key) => found.reduce((all, one) => all + one[key], 0);
    return { ms: Math.max(...found.map(({ ms }) => ms)), cpu: sum("cpu"), peak: sum("peak"), report: found[0].report };
  };
}

/** All rows at one size; `report` is called after each, so that an aborted run keeps its results. */
async function measureSize(stories, report) {
  const space = await startSpace(root, stories);
  const env = { ...process.env, STORYBLOK_ENDPOINT: space.endpoint, STORYBLOK_TOKEN: space.token };
  const at = (name) => join(work, `${name}-${stories}`);
  const [out, state] = [at("out"), at("state")];
  // As it is run by hand and by a CI; with `--json` the list of problems, 170 bytes a page here, is printed too.
  const flags = ["--config", config, "--out", out, "--state", state];
  const sitegen = (...more) => [join(root, "dist/sitegen.mjs"), "generate", ...flags, ...more];
  const plain = [
    join(root, "dist/bench-plain.mjs"),
    space.endpoint,
    space.token,
    at("plain"),
    at("plain-state"),
    config,
  ];
  const run =
    (args, where = { cwd: work, env }) =>
    (watched) =>
      measureProgram(args, { ...where, watched });
  const rows = {};
  const different = {};
  const row = async (name, program, { prepare, times = runs, folder } = {}) => {
    if (wanted.length > 0 && !wanted.includes(name)) return;
    rows[name] = await measure(program, { prepare, space, runs: times });
    if (folder) rows[name]["output MB"] = folderMb(folder);
    report({ stories, rows, different });
    console.log(`${stories} × 2, ${name}: ${JSON.stringify(rows[name])}`);
  };
  try {
    const clearPlain = () => clear(at("plain"), at("plain-state"));
    await row("plain script", run(plain), { prepare: clearPlain, folder: at("plain") });
    const clearOwn = () => clear(out, state);
    await row("clean build, one thread", run(sitegen("--jobs", "1")), { prepare: clearOwn });
    if (process.argv.includes("--ceiling")) {
      const translation = ["--config", config, "--out", at("translation"), "--state", at("translation-state")];
      const other = [join(root, "dist/sitegen.mjs"), "generate", ...translation, "--jobs", "1"];
      const both = atOnce(run(sitegen("--jobs", "1")), run(other));
      const prepare = () => clear(out, state, at("translation"), at("translation-state"));
      await row("two clean builds at once", both, { prepare });
      clear(at("translation"), at("translation-state"));
    }
    await row("clean build", run(sitegen()), { prepare: clearOwn, folder: out });
    await row("nothing published", run(sitegen()));
    await row("nothing published, --json", run(sitegen("--json")));
    const publish = () => space.edit("story");
    await row("one story published", run(sitegen()), { prepare: publish });
    await row("picture replaced", run(sitegen()), { prepare: () => space.edit("picture") });
    await row("newest story published", run(sitegen()), { prepare: () => space.edit("newest") });
    await row("new page published", run(sitegen()), { prepare: () => space.edit("new page") });
    await row("new story published", run(sitegen()), { prepare: () => space.edit("new") });
    await row("story unpublished", run(sitegen()), { prepare: () => space.edit("unpublish") });
    await row("global story changed", run(sitegen()), { prepare: () => space.edit("global") });
    if (wanted.length > 0) return { stories, rows, different };
    const paths = pathsOf(out);
    const compare = async (name, pages) => {
      await run(sitegen())(false); // both then include what was published for the last peer
      different[name] = comparePages(paths, out, pages);
    };
    await row("plain script, one story published", run(plain), { prepare: publish, times: peerRuns });
    await compare("plain script", at("plain"));
    const measurePeer = async (name) => {
      const peer = preparePeer(root, name, work);
      const where = {
        cwd: peer.cwd,
        node: peer.node,
        env: { ...env, ...peer.env, BENCH_ENDPOINT: space.endpoint, BENCH_TOKEN: space.token, BENCH_CONFIG: config },
      };
      const program = run(peer.args, where);
      await row(name, program, { prepare: () => clear(...peer.clears), times: peerRuns, folder: peer.out });
      await compare(name, peer.out);
      await row(`${name}, one story published`, program, { prepare: publish, times: peerRuns });
      clear(...peer.clears);
    };
    for (const name of peers) {
      // A peer that cannot build a space of this size must not stop the others.
      await measurePeer(name).catch((error) => {
        different[name] = [`not measured: ${error.message}`];
        report({ stories, rows, different });
      });
    }
    return { stories, rows, different };
  } finally {
    space.close();
  }
}

function pathsOf(out) {
  const { id } = JSON.parse(readFileSync(join(out, "_assets/builds/latest.json"), "utf8"));
  return JSON.parse(readFileSync(join(out, `_assets/builds/meta/${id}.json`), "utf8")).prerendered;
}

const startTimes = async () => {
  const rows = {};
  const programs = { "node -e 0": ["-e", "0"], "sitegen --help": [join(root, "bin/sitegen.mjs"), "--help"] };
  for (const [name, args] of Object.entries(programs)) {
    const walls = [];
    for (let index = 0; index < runs; index += 1) walls.push((await measureProgram(args, { cwd: work })).ms);
    rows[name] = { "wall ms": Math.round(medianOf(walls)) };
  }
  return rows;
};

const results = [];
const save = (more = {}) =>
  writeFileSync(resultFile, `${JSON.stringify({ runs, node: process.version, results, ...more }, null, 2)}\n`);

try {
  for (const [index, stories] of sizes.entries()) {
    const result = await measureSize(stories, (rows) => {
      results[index] = rows;
      save();
    });
    console.log(`${stories} stories × 2 languages, Node ${process.version}`);
    console.table(result.rows);
    for (const [name, pages] of Object.entries(result.different)) {
      console.log(
        `${name}: ${pages.length === 0 ? "same text, links and images on every page" : `differs in ${pages.length} pages`}`,
      );
      for (const page of pages.slice(0, 5)) console.log(`  ${page}`);
    }
  }
  const starts = await startTimes();
  console.table(starts);
  const weights = wanted.length === 0 && performance.now() < end ? await sampleWeights() : null;
  if (weights) {
    console.log("KB after gzip, sample site");
    console.table(weights);
  }
  save({ starts, weights });
  if (results.some(({ different }) => Object.values(different).some((pages) => pages.length > 0))) process.exitCode = 1;
} finally {
  clear(work);
}

/** Sizes of the sample site's pages; its pictures are kept between runs. */
async function sampleWeights() {
  const out = join(work, "sample");
  const state = join(root, "node_modules/.cache/sitegen-bench");
  const args = [join(root, "bin/sitegen.mjs"), "generate", "--quiet", "--out", out, "--state", state];
  await measureProgram(args, { cwd: work });
  return pageWeights(out);
}
