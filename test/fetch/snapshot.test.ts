import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { TABLE_FILE } from "../../src/fetch/snapshot/snapshot-table.ts";
import { propertyRuns } from "../helpers/property-runs.ts";
import { contentsOf, openPullFixture, type PullFixture, paths } from "./helpers.ts";

let bench: PullFixture;
afterEach(() => bench.close());

const folder = () => join(bench.stateDir, "snapshot");
const files = () => readdirSync(folder()).sort();

async function openPulled() {
  bench = await openPullFixture();
  return bench.pull();
}

function publish(text: string, slug = "home") {
  bench.service.publish(slug, (story) => {
    story.content = { ...story.content, meta_title: text };
  });
}

describe("the snapshot", () => {
  it("is a table, and a pack that is named by what it holds", async () => {
    await openPulled();
    expect(files()).toEqual([expect.stringMatching(/^pack-[0-9a-f]{32}\.ndjson$/), TABLE_FILE]);
  });

  it("is used only for the space it was made of", async () => {
    const first = await openPulled();
    const contents = bench.service.contents();
    await bench.reopen({ ...contents, info: { ...contents.info, id: 999 } });
    const other = await bench.pull();
    expect(other.requests.total).toBe(14);
    expect(other.changed.en?.published).toHaveLength([...first.space.stories("en")].length + 1);
    expect(other.renames).toEqual([]);
    expect(other.problems).toEqual([]);
  });

  it("of another format is ignored without a word", async () => {
    await openPulled();
    renameSync(join(folder(), TABLE_FILE), join(folder(), "snapshot-8.state"));
    const again = await bench.pull();
    expect(again.requests.total).toBe(14);
    expect(again.problems).toEqual([]);
  });

  it("stays as it was when a pull fails", async () => {
    const first = await openPulled();
    const before = files();
    publish("x");
    bench.service.faults.push({ kind: "500", match: "sort_by", times: 99 });
    await expect(bench.pull()).rejects.toMatchObject({ code: "FETCH_FAILED" });
    expect(files()).toEqual(before);
    const offline = await bench.pull({ offline: true });
    expect(contentsOf(offline.space)).toEqual(contentsOf(first.space));
  });

  it("stays as it was when a pull is interrupted", async () => {
    await openPulled();
    const before = files();
    const controller = new AbortController();
    publish("x");
    bench.service.faults.push({ kind: "hook", match: "sort_by", hook: () => controller.abort(new Error("Ctrl-C")) });
    await expect(bench.pull({ signal: controller.signal })).rejects.toThrow("Ctrl-C");
    expect(files()).toEqual(before);
  });

  it("lets an earlier pull be read after a later one replaced it", async () => {
    const first = await openPulled();
    const before = contentsOf(first.space);
    publish("x");
    await bench.pull();
    await bench.pull({ full: true });
    expect(contentsOf(first.space)).toEqual(before);
  });

  it("does not grow with the number of syncs", async () => {
    await openPulled();
    const size = () => files().reduce((sum, name) => sum + statSync(join(folder(), name)).size, 0);
    const first = size();
    for (let round = 0; round < 45; round += 1) {
      publish(`round ${round}`);
      await bench.pull();
      expect(files().length).toBeLessThanOrEqual(35);
      expect(size()).toBeLessThan(first * 3);
    }
    const clean = await bench.cleanPull();
    expect(contentsOf((await bench.pull()).space)).toEqual(contentsOf(clean.space));
  });

  it("survives two pulls over it at once", async () => {
    await openPulled();
    publish("x");
    const both = await Promise.all([bench.pull(), bench.pull({ full: true })]);
    expect(contentsOf(both[0].space)).toEqual(contentsOf(both[1].space));
    const offline = await bench.pull({ offline: true });
    expect(contentsOf(offline.space)).toEqual(contentsOf(both[0].space));
  });

  it("is swept of what a killed pull left, once it is old", async () => {
    await openPulled();
    const long = join(folder(), "tmp-1-long-ago");
    const now = join(folder(), "tmp-2-just-now");
    for (const path of [long, now]) writeFileSync(path, "half a pack");
    utimesSync(long, 0, 0);
    publish("x");
    await bench.pull();
    expect(existsSync(long)).toBe(false);
    expect(existsSync(now)).toBe(true);
  });
});

function linkNowhere(path: string): void {
  rmSync(path, { force: true });
  symlinkSync("nowhere/at/all", path);
}

function linkToItself(path: string): void {
  rmSync(path, { force: true });
  symlinkSync(basename(path), path);
}

describe("a damaged snapshot", () => {
  const damage: [string, (path: string) => void][] = [
    ["missing", (path) => rmSync(path)],
    ["empty", (path) => writeFileSync(path, "")],
    ["cut off", (path) => writeFileSync(path, readFileSync(path).subarray(0, -7))],
    ["changed", (path) => writeFileSync(path, readFileSync(path, "utf8").replace(/"[a-z]/, '"_'))],
    ["longer", (path) => writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.from("{}\n")]))],
    ["a dangling link", linkNowhere],
    ["a link to itself", linkToItself],
  ];
  const parts = ["pack-", TABLE_FILE];
  const rows = parts.flatMap((part) => damage.map(([how, spoil]) => ({ part, how, spoil })));

  // Without a table there is no snapshot to speak of.
  it.each(rows.filter(({ part, how }) => part !== TABLE_FILE || !["missing", "a dangling link"].includes(how)))(
    "is dropped with a notice: $part $how",
    async ({ part, spoil }) => {
      await openPulled();
      publish("published once more");
      const before = contentsOf((await bench.pull()).space);
      const name = files().find((file) => file.startsWith(part)) ?? "";
      spoil(join(folder(), name));
      await expect(bench.pull({ offline: true })).rejects.toMatchObject({ code: "SNAPSHOT_MISSING", exit: 1 });
      const again = await bench.pull();
      expect(again.problems).toEqual([expect.objectContaining({ code: "SNAPSHOT_DAMAGED", severity: "warning" })]);
      expect(again.requests.total).toBe(14);
      expect(contentsOf(again.space)).toEqual(before);
      const third = await bench.pull();
      expect(third.requests.total).toBe(1);
      expect(third.problems).toEqual([]);
    },
  );

  it("is found whichever byte changed", async () => {
    await openPulled();
    publish("published once more");
    await bench.pull();
    expect(files().map((name) => name.split("-")[0])).toEqual(["pack", "pack", "snapshot"]);
    const kept = new Map(files().map((name) => [name, readFileSync(join(folder(), name))]));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...kept.keys()),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (name, at, by) => {
          const bytes = Buffer.from(kept.get(name) ?? "");
          const index = at % bytes.length;
          bytes[index] = (bytes[index] ?? 0) ^ by;
          writeFileSync(join(folder(), name), bytes);
          await expect(bench.pull({ offline: true })).rejects.toMatchObject({ code: "SNAPSHOT_MISSING" });
          writeFileSync(join(folder(), name), kept.get(name) ?? "");
        },
      ),
      { numRuns: propertyRuns(60) },
    );
  });
});

it.each([
  ["a dangling link", linkNowhere],
  ["a link to itself", linkToItself],
])("%s in the folder stands in no pull's way, under a name of the snapshot or another", async (_, link) => {
  await openPulled();
  for (const name of ["anything", "tmp-1-old", "pack-0.ndjson", "snapshot-0.state"]) {
    link(join(folder(), name));
  }
  publish("beside a link");
  const pulled = await bench.pull();
  expect(contentsOf(pulled.space)).toEqual(contentsOf((await bench.cleanPull()).space));
  link(join(folder(), TABLE_FILE));
  expect(contentsOf((await bench.pull()).space)).toEqual(contentsOf(pulled.space));
  expect((await bench.pull()).requests.total).toBe(1);
});

describe("--offline", () => {
  it("asks nothing", async () => {
    const first = await openPulled();
    const from = bench.service.log.length;
    const offline = await bench.pull({ offline: true });
    expect(bench.service.log.length).toBe(from);
    expect(offline.requests).toEqual({ total: 0, retried: 0 });
    expect(offline.moved).toBe(false);
    expect(contentsOf(offline.space)).toEqual(contentsOf(first.space));
    expect(offline.problems).toEqual(first.problems);
  });

  it("says what is missing", async () => {
    bench = await openPullFixture();
    const attempt = bench.pull({ offline: true });
    await expect(attempt).rejects.toMatchObject({
      code: "SNAPSHOT_MISSING",
      exit: 1,
      message: /there is none in .*snapshot/,
    });
  });
});

describe("drafts", () => {
  it("are read whole each time and kept nowhere", async () => {
    bench = await openPullFixture();
    bench.service.saveDraft("home", (story) => {
      story.content = { ...story.content, meta_title: "not yet" };
    });
    bench.service.saveDraft("never-published", () => {});
    const leftBehind = () => readdirSync(tmpdir()).filter((name) => name.startsWith("sitegen-draft-"));
    const others = leftBehind();
    const draft = await bench.pull({ version: "draft" });
    expect(existsSync(folder())).toBe(false);
    expect(leftBehind().filter((name) => !others.includes(name))).toEqual([]);
    const home = [...draft.space.stories("en")].find((story) => story.full_slug === "home");
    expect(home?.content.meta_title).toBe("not yet");
    expect(home?.content._editable).toContain("#storyblok#");
    expect([...draft.space.stories("de")].some((story) => story.full_slug === "de/never-published")).toBe(true);
    expect((await bench.pull({ version: "draft" })).requests.total).toBe(13);
    expect(paths(bench.service).some((path) => path.includes("sort_by"))).toBe(false);
  });
});
