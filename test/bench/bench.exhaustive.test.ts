/** The bench runs and tells what it should. `npm test` has test/generate/incremental.test.ts. */
import { execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { temporaryFolder } from "../helpers/build-site.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { sampleSite } from "../helpers/sample-site.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

test("the bench runs at a small size and tells every case; times are not judged", async () => {
  const file = join(folder.dir, "result.json");
  const args = [join(ROOT, "bench/run.mjs"), "--stories", "30", "--runs", "1", "--minutes", "0", "--result", file];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => {
    printed += chunk.toString();
  });
  expect(await new Promise((resolve) => child.once("close", resolve))).toBe(0);
  const { results, starts } = JSON.parse(readFileSync(file, "utf8"));
  const [{ rows, different }] = results;
  expect(Object.keys(rows)).toEqual([
    "plain script",
    "clean build, one thread",
    "clean build",
    "nothing published",
    "nothing published, --json",
    "one story published",
    "picture replaced",
    "newest story published",
    "new page published",
    "new story published",
    "story unpublished",
    "global story changed",
    "plain script, one story published",
  ]);
  const { pages } = rows["clean build"];
  expect(rows["clean build"].written).toBe(pages);
  expect(rows["nothing published"]).toMatchObject({ written: 0, requests: 1 });
  expect(rows["one story published"].written).toBeLessThan(pages / 2);
  expect(rows["global story changed"].written).toBe(rows["global story changed"].pages);
  expect(different).toEqual({ "plain script": [] });
  expect(Object.keys(starts)).toEqual(["node -e 0", "sitegen --help"]);
  expect(printed).toContain("30 stories × 2 languages");
}, 400_000);

test("the sample's pages are weighed", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, "bench/weight.mjs"), await sampleSite()]);
  expect(stdout).toMatch(/home .*\d/);
  expect(stdout).toContain("script before");
});
