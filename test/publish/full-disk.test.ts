/** A disk without space for the build: reported before anything changes, with the needed and the free space. */
import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sizeText } from "../../src/files/full-disk.ts";
import { openOutputTransaction } from "../../src/publish/output-transaction.ts";
import { openStage } from "../../src/publish/stage.ts";
import { drop, LATEST, publishBuild, readTree, type Sandbox, sandbox } from "./helpers.ts";

let box: Sandbox;
beforeEach(() => {
  box = sandbox();
});
afterEach(() => drop(box));

const OPTIONS = { buildId: "b2", keepBuilds: 3, site: { site: "test", base: "/" } };

async function publishWith(free: number | null) {
  const output = await openOutputTransaction({ ...box, freeSpace: () => free });
  for (let n = 0; n < 40; n++) await output.put(`page-${n}/index.html`, `page ${n}`, { source: String(n) });
  await output.put("_assets/builds/meta/b2.json", "{}");
  await output.put(LATEST, JSON.stringify({ id: "b2" }));
  return output.publish(OPTIONS).finally(() => output.abort());
}

describe("before publishing", () => {
  test("the space that is left is held against what is still written, and out/ stays as it was", async () => {
    await publishBuild(box, { id: "b1", files: { "index.html": "home" } });
    const before = await readTree(box.out);
    const error = await publishWith(1000).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: "DISK_FULL", exit: 1, where: box.out });
    expect(String(error)).toMatch(/this build needs \d+\.\d kB, 1\.0 kB are free/);
    expect(await readTree(box.out)).toEqual(before);
    expect(readdirSync(box.root).sort()).toEqual([".sitegen", "out"]);
  });

  test("what is said to be needed is enough, and a kilobyte less is not", async () => {
    await publishBuild(box, { id: "b1", files: { "index.html": "home" } });
    const refused = await publishWith(0).catch((cause: unknown) => String(cause));
    const [, amount = ""] = /needs (\d+\.\d) kB/.exec(String(refused)) ?? [];
    await expect(publishWith((Number(amount) - 1) * 1000)).rejects.toMatchObject({ code: "DISK_FULL" });
    await expect(publishWith((Number(amount) + 1) * 1000)).resolves.toMatchObject({ removed: 1 });
  });

  test("a file system that does not say how much is left is written to", async () => {
    await expect(publishWith(null)).resolves.toMatchObject({ removed: 0 });
    expect(existsSync(`${box.out}/page-39/index.html`)).toBe(true);
  });
});

describe("a stage whose disk fills up", () => {
  /** /dev/full answers every write as a full disk does. */
  test("gives free what it had written, and counts what comes", () => {
    const root = join(box.root, "stage");
    mkdirSync(join(root, "flat"), { recursive: true });
    symlinkSync("/dev/full", join(root, "flat", "main-2"));
    const stage = openStage({ root, mirrored: false });
    expect(stage.write("a/index.html", "first")).toMatchObject({ size: 5 });
    expect(stage.write("b/index.html", "söcond")).toMatchObject({ size: 7, isCounted: true });
    expect(stage.write("c/index.html", "third")).toMatchObject({ size: 5, isCounted: true });
    expect(readdirSync(join(root, "flat"))).toEqual([]);
  });

  test("is not published; the error tells all that the build needs", async () => {
    const output = await openOutputTransaction(box);
    const at = { from: "tree/a", size: 5_000_000, mtimeMs: 0, isCounted: true } as const;
    await output.adopt("a/index.html", { hash: "h", size: 5_000_000, at }, { source: "a" });
    await output.put(LATEST, "{}");
    const error = await output.publish(OPTIONS).catch((cause: unknown) => cause);
    await output.abort();
    expect(String(error)).toContain("this build needs 5.0 MB");
    expect(readdirSync(box.root)).toEqual([]);
  });
});

test.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1000, "1.0 kB"],
  [12_345_678, "12.3 MB"],
])("%d bytes read as %s", (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
