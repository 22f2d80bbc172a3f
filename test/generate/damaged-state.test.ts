/** The state folder is checked before use: damage costs time, and no page is wrong. */
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { SILENT } from "../../src/problems/reporter.ts";
import { buildSite, filesOf, type Service, temporaryFolder } from "../helpers/build-site.ts";
import { casesOf, exhaustiveOnly, shareOf } from "../helpers/exhaustive.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { SAMPLE } from "../helpers/sample-definition.ts";

const SPACE = join(ROOT, "test/fixtures/spaces/minimal");
const folder = temporaryFolder();
const out = join(folder.dir, "out");
const stateDir = join(folder.dir, "state");
const config = join(folder.dir, "sitegen.config.json");
let service: Service & { close(): Promise<void> };
let whole: Record<string, string>;
let warned: string[] = [];

/** A build with pictures of every kind, variants included. */
async function build(): Promise<void> {
  warned = [];
  const reporter = { ...SILENT, warn: (line: string) => warned.push(line) };
  const result = await buildSite({ service, out, stateDir, config, overrides: { reporter } });
  const codes = result.report.problems.map(({ code }) => code);
  warned.push(...codes.filter((code) => code === "SNAPSHOT_DAMAGED"));
}

const stateFiles = () => fg.sync("**/*", { cwd: stateDir }).sort();

beforeAll(async () => {
  service = await startSpaceService({ dir: SPACE, watch: false, quiet: true });
  mkdirSync(stateDir);
  writeFileSync(config, JSON.stringify({ definition: SAMPLE }));
  await build();
  whole = filesOf(out);
  expect(stateFiles().map((file) => file.split("/")[0])).toEqual(
    expect.arrayContaining(["assets", "cache", "output", "snapshot"]),
  );
  expect(stateFiles().filter((file) => file.startsWith("assets/variants/")).length).toBeGreaterThan(1);
});

afterAll(async () => {
  await service.close();
  folder.remove();
});

beforeEach(async () => {
  await build(); // repaired
  expect(filesOf(out)).toEqual(whole);
});

/** Changes one letter or digit in the middle: the damaged file still looks valid. */
function changeByte(file: string): void {
  const bytes = readFileSync(file);
  const letters = [...bytes.keys()].filter((at) => /[a-y0-8]/.test(String.fromCharCode(bytes[at] ?? 0)));
  const at = letters[Math.floor(letters.length / 2)] ?? 0;
  bytes[at] = (bytes[at] ?? 0) + 1;
  writeFileSync(file, bytes);
}

const DAMAGE: [string, (file: string) => void][] = [
  ["one byte changed", changeByte],
  ["cut in half", (file) => writeFileSync(file, readFileSync(file).subarray(0, statSync(file).size / 2))],
  ["emptied", (file) => writeFileSync(file, "")],
  [
    "a folder in its place",
    (file) => {
      rmSync(file);
      mkdirSync(join(file, "inside"), { recursive: true });
    },
  ],
];

describe.each(shareOf(DAMAGE, 1))("%s", (name, spoil) => {
  test.each(
    shareOf(
      [true, false],
      DAMAGE.findIndex(([other]) => other === name),
    ),
  )("in every file of the state folder (out/ deleted: %j)", async (isDeleted) => {
    for (const file of stateFiles()) spoil(join(stateDir, file));
    if (isDeleted) rmSync(out, { recursive: true });
    await build();
    expect(filesOf(out)).toEqual(whole);
    expect(warned.join("\n")).toMatch(/changed or damaged/);
    expect(warned).toContain("SNAPSHOT_DAMAGED");
    await build();
    expect(warned).toEqual([]);
  });
});

exhaustiveOnly(() => {
  test("one byte changed in any single file, out/ deleted", async () => {
    const nameWithoutHash = (path: string) => path.replace(/[\da-f]{6,}|\d+/g, "");
    for (const file of shareOf(casesOf(stateFiles(), nameWithoutHash), 1, 3)) {
      changeByte(join(stateDir, file));
      rmSync(out, { recursive: true, force: true });
      await build();
      expect({ file, files: filesOf(out) }).toEqual({ file, files: whole });
      // Nothing is read of the last publish where its folder is gone, nor any row of what a build left by key, nor the list
      // of problems that a build without changes repeats; a source map is read where an error is told.
      if (!file.startsWith("output/") && !/\.(rows|index|map|sqlite)$|problems-/.test(file))
        expect({ file, warned }).toEqual({ file, warned: [expect.any(String)] });
      await build();
    }
  });
});

test("a damaged list of problems, where a build without changes would repeat it", async () => {
  const list = stateFiles().find((file) => file.includes("/problems-")) ?? "";
  const right = readFileSync(join(stateDir, list), "utf8");
  for (const spoil of DAMAGE.map(([, one]) => one)) {
    spoil(join(stateDir, list));
    await build();
    expect(warned).toEqual([expect.stringContaining(list)]);
    expect(readFileSync(join(stateDir, list), "utf8")).toBe(right);
    expect(filesOf(out)).toEqual(whole);
  }
});

exhaustiveOnly(() => {
  test("damage that leaves size and time as they were is found in assets and caches", async () => {
    for (const file of stateFiles().filter((path) => !path.startsWith("snapshot/pack"))) {
      const path = join(stateDir, file);
      const { atime, mtime } = statSync(path);
      changeByte(path);
      utimesSync(path, atime, mtime);
    }
    rmSync(out, { recursive: true });
    await build();
    expect(filesOf(out)).toEqual(whole);
  });
});

test("a pack that was damaged unseen stops the build before anything is published, and the next one drops it", async () => {
  const pack = join(stateDir, stateFiles().find((file) => file.startsWith("snapshot/pack")) ?? "");
  const { atimeMs, mtimeMs } = statSync(pack);
  writeFileSync(pack, readFileSync(pack, "utf8").replaceAll("e", "f"));
  utimesSync(pack, atimeMs / 1000, mtimeMs / 1000);
  rmSync(join(stateDir, "cache"), { recursive: true });
  rmSync(out, { recursive: true });
  await build().catch((error: unknown) => expect(String(error)).toMatch(/changed or damaged/));
  await build();
  expect(filesOf(out)).toEqual(whole);
});
