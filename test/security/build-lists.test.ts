/**
 * Lists of builds, records and journals lie where others may write. Whoever changed one, with checksums that fit, must not
 * make a deploy, a publish or a rollback delete or create a file anywhere else.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openTarget } from "../../src/deploy/open-target.ts";
import { parseTarget } from "../../src/deploy/parse-target.ts";
import { createRetry } from "../../src/deploy/retry.ts";
import type { Upload } from "../../src/deploy/target.ts";
import { openSnapshot, openTable, type SnapshotHead } from "../../src/fetch/snapshot/snapshot-table.ts";
import { addChecksum, verifyChecksum } from "../../src/files/checksum-file.ts";
import { openStateTable } from "../../src/files/state-table.ts";
import {
  type BuildRoot,
  type ListedFile,
  parsePart,
  partPath,
  renderListPart,
  renderRoot,
} from "../../src/publish/file-list.ts";
import { openHistory } from "../../src/publish/history.ts";
import { latestBuildId, readRoot } from "../../src/publish/kept-builds.ts";
import { openOutputTransaction } from "../../src/publish/output-transaction.ts";
import type { RecordHead } from "../../src/publish/publish-record.ts";
import { createDeployFolders, type DeployFolders, deployTo, expectDeployed } from "../deploy/deploy-folders.ts";
import { KINDS, openTargetFixture, type TargetFixture } from "../deploy/targets.ts";
import { readTree } from "../publish/helpers.ts";
import { makeBuild, putBuild } from "../publish/kill/site.ts";

let here: DeployFolders;
beforeEach(async () => {
  here = createDeployFolders();
  await here.publish(1);
  writeFileSync(join(here.root, "victim"), "untouched");
});
afterEach(() => here.remove());

const victim = () => readFileSync(join(here.root, "victim"), "utf8");

function listPart(files: ListedFile[]): { name: string; text: string } {
  const { name, text } = renderListPart(files);
  return { name, text: text ?? "" };
}

/** Adds a row to the list of the published build in a folder, as somebody would who knows the format. */
async function addRow(folder: string, path: string, hash = "0".repeat(32)): Promise<BuildRoot> {
  const root = await readRoot(folder, await latestBuildId(folder));
  if (!root) throw new Error("no build");
  const part = listPart([{ path, hash, size: 1 }]);
  writeFileSync(join(folder, partPath(part.name)), part.text);
  const changed = { ...root, parts: { ...root.parts, others: [...root.parts.others, part.name] } };
  writeFileSync(join(folder, renderRoot(changed).path), renderRoot(changed).text);
  return changed;
}

describe.each(KINDS)("%s target", (kind) => {
  let rig: TargetFixture;
  beforeEach(async () => {
    rig = await openTargetFixture(kind, here);
  });
  afterEach(() => rig.close());
  const options = () => ({ env: rig.env, endpoint: rig.endpoint, out: here.out });

  // A bucket has no outside: a key is only a name.
  const inFolders = kind === "S3" ? () => undefined : test;
  inFolders("a list on it that names a file outside deletes nothing outside", async () => {
    await deployTo(rig.address("www"), options());
    const www = join(here.root, "targets/www");
    writeFileSync(join(www, "../beside"), "untouched");
    await addRow(www, "../beside");
    await addRow(www, "../../victim");
    // Another machine, which has no list of that build and reads the target's.
    const other = createDeployFolders();
    try {
      await other.publish(2);
      await deployTo(rig.address("www"), { ...options(), out: other.out });
      await expectDeployed(other.out, await rig.tree("www"));
    } finally {
      await other.remove();
    }
    expect([victim(), readFileSync(join(www, "../beside"), "utf8")]).toEqual(["untouched", "untouched"]);
  });

  test("neither puts nor removes a path that leads out of it", async () => {
    const address = parseTarget(rig.address("www"), here.root);
    const target = await openTarget({ address, ...options(), jobs: 1 });
    const path = "../../victim";
    const upload: Upload = {
      ...{ path, hash: "", size: 1, contentType: "", cacheControl: "", redirect: null, md5: "", sha256: "" },
      ...{ bytes: new Uint8Array(1), file: join(here.out, "index.html") },
    };
    try {
      await expect(target.put(upload)).rejects.toMatchObject({ code: "PUBLISH_UNSAFE_PATH" });
      await expect(target.remove([path], createRetry({}))).rejects.toMatchObject({ code: "PUBLISH_UNSAFE_PATH" });
    } finally {
      await target.close();
    }
    expect(victim()).toBe("untouched");
  });
});

describe("out/", () => {
  test("a list in it that names a file outside: a publish without a record deletes nothing outside", async () => {
    await addRow(here.out, "../victim");
    await addRow(here.out, "../state/output");
    const fresh = { ...here, stateDir: join(here.root, "fresh-state") };
    // The list is refused as a whole, so that the files are nobody's.
    await expect(putBuild(await openOutputTransaction(fresh), makeBuild(2))).rejects.toMatchObject({
      code: "PUBLISH_FOREIGN_FILE",
    });
    expect(victim()).toBe("untouched");
  });

  test.each([
    ["a path", { path: "../victim", hash: "0".repeat(32), size: 1 }],
    ["an absolute path", { path: "/etc/passwd", hash: "0".repeat(32), size: 1 }],
    ["a hash that is a path", { path: "a", hash: "../../victim", size: 1 }],
    ["a size", { path: "a", hash: "0".repeat(32), size: -1 }],
  ])("%s that no list of sitegen holds makes the whole list unusable", async (_what, row) => {
    const part = listPart([row]);
    expect(parsePart(part.name, part.text)).toBeNull();
    const fine = listPart([{ path: "a/index.html", hash: "0".repeat(32), size: 1 }]);
    expect(parsePart(fine.name, fine.text)).toHaveLength(1);
  });
});

const RECORD = /^out-\w+\.ndjson$/;

describe("state folder", () => {
  /** Changes a file of the state folder and gives it a fitting checksum. */
  function change(file: string, edit: (text: string) => string): void {
    const text = verifyChecksum(readFileSync(file, "utf8"));
    if (text === null) throw new Error("its checksum is wrong");
    writeFileSync(file, addChecksum(edit(text)));
  }
  /** Adds a row to the output's record, with a fitting hash. */
  function changeRecord(path: string, text: string): void {
    const file = outputFile(RECORD);
    const version = Number(/ (\d+)\n/.exec(readFileSync(file, "utf8"))?.[1]);
    const table = openStateTable<RecordHead>(file, version);
    if (!table.head) throw new Error("there is no record");
    table.save([["file", path, text]], table.head);
  }
  const outputFile = (pattern: RegExp) => {
    const folder = join(here.stateDir, "output");
    const name = readdirSync(folder).find((found) => pattern.test(found));
    if (name === undefined) throw new Error("no such file");
    return join(folder, name);
  };

  test("a record that names a file outside deletes nothing there", async () => {
    changeRecord("../victim", " -1 -1");
    await here.publish(2);
    expect(victim()).toBe("untouched");
  });

  test.each(["../../victim", "/etc/passwd", ".."])("a snapshot of which a pack is %s is damaged", (name) => {
    const table = openTable(here.root);
    const head: SnapshotHead = {
      ...{ sum: "1", plan: "{}", spaceId: 1, version: 1, cv: 1, settled: true, cacheWindow: null, checksDue: false },
      ...{ defaultFromDimension: true, totalsTrue: true, packs: [], languages: {} },
    };
    table.save([], head);
    expect(openSnapshot(here.root).kind).toBe("ok");
    table.save([], { ...head, packs: [[name, null]] });
    expect(openSnapshot(here.root)).toEqual({ kind: "damaged", reason: `${name} is damaged` });
  });

  test("a record whose hash is a path keeps no copy elsewhere", async () => {
    changeRecord("sitemap.xml", "../../../created 8 1");
    await here.publish(2);
    expect(JSON.stringify(Object.keys(await readTree(here.root)))).not.toContain("created");
  });

  test("a history whose hash is a path deletes nothing elsewhere", async () => {
    await here.publish(2);
    const folder = outputFile(/^out-\w+\.history$/);
    const file = join(folder, "00000001");
    change(file, (text) => {
      const entry = JSON.parse(text) as { files: [string, string][] };
      return JSON.stringify({ ...entry, files: [["index.html", "../../../../victim"], ...entry.files] });
    });
    const target = openHistory(folder).fileOf("../../../../victim");
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, "untouched");
    for (const number of [3, 4, 5]) await here.publish(number);
    expect(readFileSync(target, "utf8")).toBe("untouched");
  });

  test("a journal is not carried out if a path leads out of out/, or through a link", async () => {
    const journal = (plan: object) => {
      const work = join(here.root, ".out.sitegen");
      mkdirSync(join(work, "stage"), { recursive: true });
      writeFileSync(join(work, "stage/file"), "planted");
      const record = { head: { buildId: "b", builds: ["b"], next: 0 }, rows: [], whole: false };
      const whole = { plan: { clear: [], moves: [], remove: [], ...plan }, record };
      writeFileSync(join(work, "journal"), JSON.stringify(whole));
    };
    for (const plan of [
      { remove: ["../victim"] },
      { clear: ["../victim"] },
      { moves: [[{ from: "file", to: "../created" }]] },
      { moves: [[{ from: "../../victim", to: "created" }]] },
    ]) {
      journal(plan);
      await here.publish(2);
    }
    mkdirSync(join(here.root, "elsewhere"));
    writeFileSync(join(here.root, "elsewhere/file"), "untouched");
    symlinkSync(join(here.root, "elsewhere"), join(here.out, "linked"));
    for (const plan of [{ clear: ["linked/file"] }, { remove: ["linked/file"] }]) {
      journal(plan);
      await expect(here.publish(3)).rejects.toMatchObject({ code: "PUBLISH_UNSAFE_PATH" });
    }
    expect(readFileSync(join(here.root, "elsewhere/file"), "utf8")).toBe("untouched");
    expect([victim(), existsSync(join(here.root, "created"))]).toEqual(["untouched", false]);
  });
});
