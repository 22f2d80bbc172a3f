// Measures deploys and sharded builds: `node bench/deploy.mjs [--stories 5000] [--shards 4]`. Deploys a synthetic space
// to an S3-compatible server and to OpenSSH on loopback, first all of it and then one publish, verifies it, and
// compares the CPU time of a build on one machine with that of shards (none with `--shards 0`). Prints a table and does
// not judge it.
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { bundleService } from "./bundle-programs.mjs";
import { measureProgram } from "./measure-program.mjs";
import { numberOption } from "./options.mjs";
import { cpuOf } from "./process-tree.mjs";
import { startSpace, writeConfig } from "./space-process.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const stories = numberOption("stories", 5000);
const shards = numberOption("shards", 4);
await bundleService(root);

const work = mkdtempSync(join(tmpdir(), "sitegen-bench-deploy-"));
const config = writeConfig(root, work);

const space = await startSpace(root, stories);
const servers = spawn(process.execPath, [join(root, "bench/deploy-servers.mjs")], {
  stdio: ["pipe", "pipe", "inherit"],
  cwd: root,
});
const children = [servers];
const targets = JSON.parse((await createInterface({ input: servers.stdout })[Symbol.asyncIterator]().next()).value);
const env = { ...process.env, STORYBLOK_ENDPOINT: space.endpoint, STORYBLOK_TOKEN: space.token };

/** Runs a command: seconds, CPU seconds, peak megabytes, and the JSON it prints. */
async function run(args, more = {}) {
  const command = [join(root, "dist/sitegen.mjs"), ...args, "--config", config, "--json"];
  const { ms, cpu, ...found } = await measureProgram(command, { env: { ...env, ...more }, cwd: work, watched: true });
  return { seconds: ms / 1000, cpu: cpu / 1000, ...found };
}

const rows = {};
const round = (value) => Math.round(value * 100) / 100;
const note = (name, { seconds, cpu, peak }, more = {}) => {
  rows[name] = { seconds: round(seconds), "CPU s": round(cpu), "peak MB": peak, ...more };
  console.error(name, JSON.stringify(rows[name]));
};
const generate = (...args) => run(["generate", "--out", "out", "--state", "state", ...args]);

try {
  note("generate, all", await generate());
  for (const [kind, { target, env: access }] of Object.entries(targets)) {
    // The S3 process is limited to one core.
    const before = cpuOf(servers.pid);
    const first = await run(["deploy", target], access);
    const { files, requests, bytes, ms } = first.report;
    const rate = Math.round(files.uploaded / (ms / 1000));
    note(`${kind}: first deploy`, first, {
      files: files.uploaded,
      MB: Math.round(bytes / 1e6),
      requests,
      "files/s": rate,
      ...(kind === "s3" && { "server CPU s": round(cpuOf(servers.pid) - before) }),
    });
    note(`${kind}: nothing to do`, await run(["deploy", target], access));
    await space.edit("story");
    await generate();
    const after = await run(["deploy", target], access);
    const { uploaded, deleted } = after.report.files;
    note(`${kind}: one publish`, after, {
      files: uploaded,
      deleted,
      requests: after.report.requests,
      MB: round(after.report.bytes / 1e6),
      "deploy ms": after.report.ms,
    });
  }

  const served = spawn(
    process.execPath,
    [join(root, "dist/sitegen.mjs"), "serve", "--out", "out", "--config", config, "--port", "0", "--state", "state"],
    {
      env,
      cwd: work,
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  children.push(served);
  const [address] = await new Promise((done) =>
    served.stdout.once("data", (data) => done(/http:\S+/.exec(String(data)))),
  );
  const verified = await run(["verify", address, "--out", "out", "--state", "state"]);
  note("verify, all", verified, { files: verified.report.checked });
  note("verify --sample 50", await run(["verify", address, "--out", "out", "--state", "state", "--sample", "50"]));
  served.kill();

  if (shards > 0) await measureShards();
  const listBytes = readdirSync(join(work, "out/_assets/builds/files/parts")).map(
    (name) => statSync(join(work, "out/_assets/builds/files/parts", name)).size,
  );
  console.log(`${stories} stories × 2 languages, Node ${process.version}`);
  console.table(rows);
  console.log(`parts of the file list: ${listBytes.length}, at most ${Math.max(...listBytes)} bytes`);
} finally {
  space.close();
  for (const child of children) {
    child.stdin?.end();
    child.kill();
  }
  rmSync(work, { recursive: true, force: true });
}

/** The same build on one machine and in parts, all with one thread: threads that share cores use more CPU time each. */
async function measureShards() {
  const one = await run(["generate", "--offline", "--full", "--jobs", "1", "--out", "one", "--state", "state"]);
  note("generate offline, one machine", one);
  let total = (await run(["pull", "--state", "state"])).cpu;
  const parts = [];
  for (let index = 1; index <= shards; index += 1) {
    const part = await run([
      "generate",
      "--shard",
      `${index}/${shards}`,
      "--jobs",
      "1",
      "--out",
      `part-${index}`,
      "--state",
      "state",
    ]);
    note(`shard ${index} of ${shards}`, part);
    parts.push(`part-${index}`);
    total += part.cpu;
  }
  rmSync(join(work, "state/cache/pages.state"), { force: true });
  const merged = await run(["merge", ...parts, "--out", "many", "--state", "state"]);
  note("merge", merged);
  total += merged.cpu;
  console.log(
    `CPU of ${shards} shards with pull and merge: ${round(total)} s, ${round(total / one.cpu)} × one machine`,
  );
}
