/** Earlier builds restored from the state folder: byte for byte, each content stored once, safe to delete. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import fg from "fast-glob";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openOutputTransaction } from "../../src/publish/output-transaction.ts";
import { listBuilds, rollBack } from "../../src/publish/rollback.ts";
import { propertyRuns } from "../helpers/property-runs.ts";
import { drop, publishBuild, readTree, type Sandbox, sandbox } from "./helpers.ts";
import { type Build, LATEST, makeBuild } from "./kill/site.ts";

let box: Sandbox;
beforeEach(() => {
  box = sandbox();
});
afterEach(() => drop(box));

/** Without the manifest and latest.json, which `publishBuild` writes. */
const filesOf = ({ files }: Build) =>
  Object.fromEntries([...files].filter(([path]) => !path.startsWith("_assets/builds/")));
const publish = (build: Build, keepBuilds = 3) =>
  publishBuild(box, { id: build.id, files: filesOf(build), keepBuilds });
/** The files of one build; hashed files of other builds are beside them. */
const visible = async () =>
  Object.fromEntries(
    Object.entries(await readTree(box.out)).filter(([path]) => path === LATEST || !path.startsWith("_assets/")),
  );
const history = () => {
  const [folder = ""] = fg.sync("output/*.history", { cwd: box.stateDir, onlyDirectories: true });
  return join(box.stateDir, folder);
};
const objects = () => fg.sync("objects/*/*", { cwd: history() });

test("every kept build comes back as it was, assets included, whatever was published in between", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ publish: fc.boolean(), n: fc.nat(12) }), { minLength: 4, maxLength: 12 }),
      async (steps) => {
        await drop(box);
        const seen = new Map<string, { tree: Record<string, string>; build: Build }>();
        for (const step of steps) {
          const kept = seen.size === 0 ? [] : (await listBuilds(box)).filter(({ published }) => !published);
          const back = kept[step.n % Math.max(1, kept.length)];
          if (step.publish || !back) {
            const build = makeBuild(step.n);
            await publish(build, 2);
            seen.set(build.id, { tree: await visible(), build });
            continue;
          }
          await rollBack({ ...box, build: back.id, keepBuilds: 2 });
          const was = seen.get(back.id);
          expect(await visible()).toEqual(was?.tree);
          const tree = await readTree(box.out);
          for (const [path, text] of Object.entries(was ? filesOf(was.build) : {}))
            expect([path, tree[path]]).toEqual([path, text]);
        }
      },
    ),
    { numRuns: propertyRuns(6) },
  );
});

test("a publish of one page keeps one file and latest.json, and no copy of them", async () => {
  const page = (text: string) => ({ ...filesOf(makeBuild(1)), "index.html": text });
  await publishBuild(box, { id: "a", files: page("one") });
  const inode = statSync(join(box.out, "index.html")).ino;
  await publishBuild(box, { id: "b", files: page("two") });
  expect(objects()).toHaveLength(2);
  expect(objects().map((path) => statSync(join(history(), path)).ino)).toContain(inode);
  // The same content is stored once, and what no kept build needs is removed.
  for (const [id, text] of [
    ["c", "one"],
    ["d", "two"],
    ["e", "three"],
    ["f", "four"],
  ] as const) {
    await publishBuild(box, { id, files: page(text), keepBuilds: 1 });
  }
  expect(objects().length).toBeLessThanOrEqual(2);
  expect(readdirSync(history()).filter((name) => /^\d+$/.test(name))).toHaveLength(1);
});

test("the list says when, how much, and what changed", async () => {
  await publish(makeBuild(1));
  await publish(makeBuild(2));
  const [now, before] = await listBuilds(box);
  expect(now).toMatchObject({ id: makeBuild(2).id, published: true });
  expect(now?.changed?.pages.length).toBeGreaterThan(0);
  expect(before).toMatchObject({ id: makeBuild(1).id, published: false, changed: null });
  expect([now?.at, before?.at]).toEqual([expect.stringMatching(/^\d{4}-/), expect.stringMatching(/^\d{4}-/)]);
  expect(before?.pages).toBe([...makeBuild(1).files.keys()].filter((path) => path.endsWith("_payload.json")).length);
});

test("a build that cannot be had back is refused, and nothing changes", async () => {
  await expect(rollBack({ ...box, keepBuilds: 1 })).rejects.toMatchObject({ code: "ROLLBACK_UNKNOWN" });
  await publish(makeBuild(1));
  await expect(rollBack({ ...box, keepBuilds: 1 })).rejects.toMatchObject({ code: "ROLLBACK_UNKNOWN" });
  await publish(makeBuild(2));
  const tree = await readTree(box.out);
  await expect(rollBack({ ...box, build: "nobody", keepBuilds: 1 })).rejects.toMatchObject({
    code: "ROLLBACK_UNKNOWN",
  });
  await expect(rollBack({ ...box, build: makeBuild(2).id, keepBuilds: 1 })).rejects.toMatchObject({
    message: expect.stringContaining("is the published one"),
  });
  const [object = ""] = objects();
  rmSync(join(history(), object));
  writeFileSync(join(history(), object), "damaged");
  await expect(rollBack({ ...box, keepBuilds: 1 })).rejects.toMatchObject({ code: "ROLLBACK_FAILED" });
  rmSync(history(), { recursive: true });
  await expect(rollBack({ ...box, keepBuilds: 1 })).rejects.toMatchObject({ code: "ROLLBACK_FAILED" });
  expect(await readTree(box.out)).toEqual(tree);
  expect(existsSync(join(box.root, ".out.sitegen"))).toBe(false);
});

test("a record that was lost does not lose the next build's way back", async () => {
  await publish(makeBuild(1));
  const before = await visible();
  for (const file of fg.sync("output/*.json", { cwd: box.stateDir, absolute: true })) rmSync(file);
  await publish(makeBuild(2));
  await rollBack({ ...box, keepBuilds: 3 });
  expect(await visible()).toEqual(before);
  expect(readFileSync(join(box.out, LATEST), "utf8")).toContain(makeBuild(1).id);
  const output = await openOutputTransaction(box);
  expect(output.isIntact(makeBuild(1).id)).toBe(true);
  await output.abort();
});
