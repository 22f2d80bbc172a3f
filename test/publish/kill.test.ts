import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseRoot, partPath, partsOf, rootPath } from "../../src/publish/file-list.ts";
import { openOutputTransaction } from "../../src/publish/output-transaction.ts";
import { IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";
import { seededRandom, untilExit } from "../helpers/killed-process.ts";
import { drop, readTree, type Sandbox, sandbox } from "./helpers.ts";
import { type Build, LATEST, makeBuild, putBuild } from "./kill/site.ts";

const MOMENTS = IS_EXHAUSTIVE ? 50 : 12;
let box: Sandbox;
let program: string;

beforeAll(async () => {
  box = sandbox();
  program = join(box.root, "publisher.mjs");
  const entry = fileURLToPath(new URL("kill/publisher.ts", import.meta.url));
  await build({
    entryPoints: [entry],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: program,
    logLevel: "error",
  });
});
afterAll(() => drop(box));

function start(number: number, killAt: number): ChildProcess {
  const args = [program, box.out, box.stateDir, String(number), String(killAt)];
  return spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
}

/** Invariant at every moment: each page is whole and was published, and everything it refers to exists. */
async function checkInvariants(builds: readonly Build[]): Promise<void> {
  if (!existsSync(box.out)) return;
  const faults: string[] = [];
  const pages = new Set(builds.flatMap(({ files }) => [...files.keys()]).filter((path) => path.endsWith(".html")));
  for (const path of pages) {
    const text = await readFile(join(box.out, path), "utf8").catch(() => null);
    if (text === null) continue;
    if (!builds.some(({ files }) => files.get(path) === text))
      faults.push(`${path} is no page of these builds: ${text}`);
    for (const [, ref = ""] of text.matchAll(/src="\/([^"]+)"/g)) {
      if (!existsSync(join(box.out, ref))) faults.push(`${path} refers to ${ref}, which does not exist`);
    }
  }
  const latest = await readFile(join(box.out, LATEST), "utf8").catch(() => null);
  const announced = latest === null ? undefined : builds.find(({ id }) => id === JSON.parse(latest).id);
  if (latest !== null && !announced) faults.push(`latest.json names no build: ${latest}`);
  // Once latest.json names a build, all of it is there; what it does not use goes afterwards.
  for (const path of announced?.files.keys() ?? []) {
    if (path.startsWith("_assets/") && !existsSync(join(box.out, path))) faults.push(`${path} is not there`);
  }
  expect(faults).toEqual([]);
}

async function readWhile(child: ChildProcess, builds: readonly Build[]): Promise<{ signal: string | null }> {
  let running = true;
  const end = untilExit(child).finally(() => {
    running = false;
  });
  while (running) {
    await checkInvariants(builds);
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
  return end;
}

/** The folder of a clean build that is given the same kept builds. */
async function expectClean(current: Build, kept: readonly Build[]): Promise<void> {
  const tree = await readTree(box.out);
  const expected = new Map<string, string>();
  const addList = (id: string): void => {
    const root = parseRoot(tree[rootPath(id)] ?? "");
    const paths = root ? [rootPath(id), ...partsOf(root).map(partPath)] : [rootPath(id)];
    for (const path of paths) expected.set(path, tree[path] ?? `the list of build ${id} is not there`);
  };
  for (const { id, files } of kept) {
    for (const [path, text] of files) if (path.startsWith("_assets/")) expected.set(path, text);
    addList(id);
  }
  for (const [path, text] of current.files) expected.set(path, text);
  addList(current.id);
  expect(Object.keys(tree).sort()).toEqual([...expected.keys()].sort());
  expect(tree).toEqual(Object.fromEntries(expected));
}

async function publishHere(number: number): Promise<void> {
  const output = await openOutputTransaction(box);
  await putBuild(output, makeBuild(number));
}

/** Some rounds begin without an output folder, some with an empty one, most with the last build in it. */
async function prepare(round: number): Promise<Build | null> {
  if (round % 10 === 0 || round % 10 === 5) {
    await rm(box.out, { recursive: true, force: true });
    if (round % 20 >= 10) await rm(box.stateDir, { recursive: true, force: true });
    if (round % 10 === 5) await mkdir(box.out);
    return null;
  }
  return makeBuild(round - 1);
}

test(`killed at ${MOMENTS} moments, out/ is never broken and the next run ends where a clean one would`, {
  timeout: 300_000,
}, async () => {
  const next = seededRandom(20_261_121);
  const fresh = Number((await untilExit(start(0, 0))).printed);
  const incremental = Number((await untilExit(start(1, 0))).printed);
  expect(Math.min(fresh, incremental)).toBeGreaterThan(50);
  let killed = 0;
  for (let round = 1; round <= MOMENTS; round += 1) {
    const before = await prepare(round);
    const builds = [...(before ? [before] : []), makeBuild(round)];
    const child = start(round, 1 + Math.floor(next() * (before ? incremental : fresh)));
    const { signal } = await readWhile(child, builds);
    if (signal === "SIGKILL") killed += 1;
    await checkInvariants(builds);
    await publishHere(round);
    await expectClean(makeBuild(round), before ? [before] : []);
    expect(existsSync(join(box.root, ".out.sitegen"))).toBe(false);
  }
  // Builds differ a little in size, so a moment near the end may come after it.
  expect(killed).toBeGreaterThan(MOMENTS * 0.9);
});

test("the run after a kill may be another build", { timeout: 300_000 }, async () => {
  const next = seededRandom(7);
  await rm(box.out, { recursive: true, force: true });
  await publishHere(0);
  for (let round = 1; round <= (IS_EXHAUSTIVE ? 12 : 4); round += 1) {
    await untilExit(start(round * 2, 40 + Math.floor(next() * 60)));
    const builds = [makeBuild(round * 2 - 1), makeBuild(round * 2)];
    await checkInvariants([...builds, makeBuild(round * 2 - 2)]);
    await publishHere(round * 2 + 1);
    const tree = await readTree(box.out);
    const pages = [...makeBuild(round * 2 + 1).files].filter(([path]) => !path.startsWith("_assets/"));
    expect(Object.fromEntries(Object.entries(tree).filter(([path]) => !path.startsWith("_assets/")))).toEqual(
      Object.fromEntries(pages),
    );
  }
});
