import { existsSync, statSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openOutputTransaction } from "../../src/publish/output-transaction.ts";
import { propertyRuns } from "../helpers/property-runs.ts";
import { drop, LATEST, publishBuild, readTree, type Sandbox, sandbox, writeFiles } from "./helpers.ts";

let box: Sandbox;
beforeEach(() => {
  box = sandbox();
});
afterEach(() => drop(box));

const SITE = { "index.html": "home", "_payload.json": "{}", "team/index.html": "team", "_assets/app-1.js": "1" };

/** The parts of file lists have tests of their own (file-list.test.ts). */
const isNoPart = (path: string) => !path.startsWith("_assets/builds/files/parts/");

describe("publish", () => {
  test("a missing out/ becomes the stage, and nothing else stays behind", async () => {
    const result = await publishBuild(box, { id: "b1", files: SITE });
    expect(result).toMatchObject({ written: 9, unchanged: 0, removed: 0 });
    expect(Object.keys(await readTree(box.out)).filter(isNoPart)).toEqual([
      "_assets/app-1.js",
      "_assets/builds/files/b1.json",
      "_assets/builds/latest.json",
      "_assets/builds/meta/b1.json",
      "_payload.json",
      "index.html",
      "team/index.html",
    ]);
    expect(await readdir(box.root)).toEqual([".sitegen", "out"]);
  });

  test("an empty out/ keeps its identity", async () => {
    await mkdir(box.out);
    const before = statSync(box.out).ino;
    await publishBuild(box, { id: "b1", files: SITE });
    expect(statSync(box.out).ino).toBe(before);
    expect((await readTree(box.out))["team/index.html"]).toBe("team");
  });

  test("only what changed is written, what is gone is removed with its folder", async () => {
    await publishBuild(box, { id: "b1", files: { ...SITE, "old/deep/index.html": "old" } });
    const identity = () => {
      const { ino, mtimeMs, ctimeMs } = statSync(join(box.out, "index.html"));
      return [ino, mtimeMs, ctimeMs];
    };
    const untouched = identity();
    const result = await publishBuild(box, { id: "b2", files: { ...SITE, "team/index.html": "new team" } });
    expect(result.files.filter(isNoPart)).toEqual([
      "_assets/builds/files/b2.json",
      LATEST,
      "_assets/builds/meta/b2.json",
      "team/index.html",
    ]);
    expect(result.removedFiles).toEqual(["old/deep/index.html"]);
    expect(existsSync(join(box.out, "old"))).toBe(false);
    expect(identity()).toEqual(untouched);
    expect(await readFile(join(box.out, "team/index.html"), "utf8")).toBe("new team");
  });

  test("the same build again writes nothing", async () => {
    await publishBuild(box, { id: "b1", files: SITE });
    expect(await publishBuild(box, { id: "b1", files: SITE })).toMatchObject({ written: 0, unchanged: 9, removed: 0 });
  });

  test("a file that somebody changed or deleted is put right, also when size and time agree with nothing", async () => {
    await publishBuild(box, { id: "b1", files: SITE });
    await writeFile(join(box.out, "index.html"), "hack");
    await rm(join(box.out, "team/index.html"));
    const result = await publishBuild(box, { id: "b1", files: SITE });
    expect(result.files).toEqual(["index.html", "team/index.html"]);
    expect((await readTree(box.out))["index.html"]).toBe("home");
  });

  test("a file becomes a folder and back", async () => {
    await publishBuild(box, { id: "b1", files: { x: "file", "y/index.html": "page", "y/z/index.html": "page" } });
    await publishBuild(box, { id: "b2", files: { "x/index.html": "page", y: "file" } });
    expect(await readTree(box.out)).toMatchObject({ "x/index.html": "page", y: "file" });
    await publishBuild(box, { id: "b1", files: { x: "file", "y/index.html": "page", "y/z/index.html": "page" } });
    expect(await readTree(box.out)).toMatchObject({ x: "file", "y/index.html": "page", "y/z/index.html": "page" });
  });

  test("abort leaves out/ as it was and frees the lock", async () => {
    await publishBuild(box, { id: "b1", files: SITE });
    const before = await readTree(box.out);
    const output = await openOutputTransaction(box);
    await output.put("index.html", "never");
    await output.abort();
    expect(await readTree(box.out)).toEqual(before);
    expect(await readdir(box.root)).toEqual([".sitegen", "out"]);
  });
});

describe("keep", () => {
  test("takes an unchanged file over and says no to any other", async () => {
    await publishBuild(box, { id: "b1", files: SITE });
    const output = await openOutputTransaction(box);
    expect(output.keep("team/index.html")).toBe(true);
    expect(output.keep("index.html", { hash: "0".repeat(32) })).toBe(false);
    expect(output.keep("nowhere/index.html")).toBe(false);
    await writeFile(join(box.out, "_payload.json"), "[]");
    expect(output.keep("_payload.json")).toBe(false);
    expect(output.has("team/index.html")).toBe(true);
    await output.put(LATEST, "{}");
    const result = await output.publish({
      buildId: "b2",
      keepBuilds: 0,
      site: { site: "test", base: "/" },
    });
    expect(result.removedFiles).toContain("index.html");
    expect(await readFile(join(box.out, "team/index.html"), "utf8")).toBe("team");
  });
});

describe("hashed files of earlier builds", () => {
  const build = (n: number) => ({ id: `b${n}`, files: { "index.html": `page ${n}`, [`_assets/app-${n}.js`]: `${n}` } });
  const assets = async () =>
    Object.keys(await readTree(box.out)).filter((path) => isNoPart(path) && /app-|meta\/|files\//.test(path));

  test("stay for keepBuilds past builds, with their manifest, and then go", async () => {
    for (const n of [1, 2, 3, 4]) await publishBuild(box, { ...build(n), keepBuilds: 2 });
    expect(await assets()).toEqual([
      "_assets/app-2.js",
      "_assets/app-3.js",
      "_assets/app-4.js",
      "_assets/builds/files/b2.json",
      "_assets/builds/files/b3.json",
      "_assets/builds/files/b4.json",
      "_assets/builds/meta/b2.json",
      "_assets/builds/meta/b3.json",
      "_assets/builds/meta/b4.json",
    ]);
  });

  test("a build that is published again counts once, as the youngest", async () => {
    for (const n of [1, 2, 1, 3]) await publishBuild(box, { ...build(n), keepBuilds: 1 });
    expect(await assets()).toContain("_assets/app-1.js");
    expect(await assets()).not.toContain("_assets/app-2.js");
  });

  test("survive the loss of the state folder, which is rebuilt from the lists in out/", async () => {
    for (const n of [1, 2]) await publishBuild(box, { ...build(n), keepBuilds: 2 });
    await rm(box.stateDir, { recursive: true });
    await publishBuild(box, { ...build(3), keepBuilds: 2 });
    expect(await assets()).toContain("_assets/app-1.js");
    await rm(box.stateDir, { recursive: true });
    await publishBuild(box, { ...build(4), keepBuilds: 2 });
    expect(await assets()).not.toContain("_assets/app-1.js");
    expect(await assets()).toContain("_assets/app-2.js");
  });

  test("a damaged record is as good as none", async () => {
    await publishBuild(box, build(1));
    const folder = join(box.stateDir, "output");
    const [name = ""] = await readdir(folder);
    for (const damage of ["", "{", '{"version":1,"buildId":"b1","builds":[]}\n["../../x","h",1,1]\n']) {
      await writeFile(join(folder, name), damage);
      expect(await publishBuild(box, build(1))).toMatchObject({ written: 0, removed: 0 });
    }
  });
});

describe("files that sitegen did not write", () => {
  test("stay untouched", async () => {
    await writeFiles(box.out, { CNAME: "example.org", ".well-known/x": "y" });
    await publishBuild(box, { id: "b1", files: SITE });
    await publishBuild(box, { id: "b2", files: { "index.html": "2" } });
    expect(await readTree(box.out)).toMatchObject({ CNAME: "example.org", ".well-known/x": "y" });
  });

  test("are never overwritten, unless they hold the very bytes", async () => {
    await writeFiles(box.out, { "index.html": "mine" });
    await expect(publishBuild(box, { id: "b1", files: SITE })).rejects.toMatchObject({ code: "PUBLISH_FOREIGN_FILE" });
    expect(await readTree(box.out)).toEqual({ "index.html": "mine" });
    await writeFiles(box.out, { "index.html": "home" });
    expect(await publishBuild(box, { id: "b1", files: SITE })).toMatchObject({ unchanged: 1 });
  });
});

describe("what stands in the way", () => {
  test.each([
    ["a file where a folder must be", { team: "mine" }],
    ["a folder with contents where a file must be", { "team/index.html/mine": "mine" }],
  ])("%s", async (_name, files) => {
    await writeFiles(box.out, files);
    await expect(publishBuild(box, { id: "b1", files: SITE })).rejects.toMatchObject({ code: "PUBLISH_FOREIGN_FILE" });
    expect(await readTree(box.out)).toEqual(files);
  });

  test("an empty folder gives way", async () => {
    await mkdir(join(box.out, "team/index.html"), { recursive: true });
    await publishBuild(box, { id: "b1", files: SITE });
    expect((await readTree(box.out))["team/index.html"]).toBe("team");
  });
});

describe("paths", () => {
  test.each([
    ["../escape", "PUBLISH_UNSAFE_PATH"],
    ["/absolute", "PUBLISH_UNSAFE_PATH"],
    ["a/../../b", "PUBLISH_UNSAFE_PATH"],
    ["a//b", "PUBLISH_UNSAFE_PATH"],
    ["a\\b", "PUBLISH_UNSAFE_PATH"],
    ["a\u0000b", "PUBLISH_UNSAFE_PATH"],
    ["", "PUBLISH_UNSAFE_PATH"],
    [`${"ä".repeat(128)}/index.html`, "PUBLISH_UNSAFE_PATH"],
  ])("%j is refused", async (path, code) => {
    const output = await openOutputTransaction(box);
    await expect(output.put(path, "x", { source: "story x" })).rejects.toMatchObject({ code, where: "story x" });
    await output.abort();
  });

  test("whatever the slug, nothing outside out/ and the state folder appears", async () => {
    const segment = fc.oneof(
      fc.string(),
      fc.constantFrom("..", ".", "", "%2e%2e", "con", "nul.html", "a b", "ü", "'\"><", "-rf", "~", "C:"),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(segment, { minLength: 1, maxLength: 4 }), async (segments) => {
        const inner = sandbox();
        try {
          const output = await openOutputTransaction(inner);
          await output.put(segments.join("/"), "x").catch(() => undefined);
          await output.put("index.html", "x").catch(() => undefined);
          await output.put(LATEST, "{}");
          await output.publish({
            buildId: "b",
            keepBuilds: 0,
            site: { site: "test", base: "/" },
          });
          expect(await readdir(inner.root)).toEqual([".sitegen", "out"]);
          expect(await readdir(inner.stateDir)).toEqual(["output"]);
        } finally {
          await drop(inner);
        }
      }),
      { numRuns: propertyRuns(60), seed: 7 },
    );
  });

  test.each([
    ["two routes for one file", ["team/index.html", "team/index.html"]],
    ["a file where a folder is", ["team/index.html", "team"]],
    ["a folder where a file is", ["feed.xml", "feed.xml/index.html"]],
  ])("%s is an error that names both", async (_name, [first = "", second = ""]) => {
    const output = await openOutputTransaction(box);
    await output.put(first, "same", { source: "story a" });
    const error = output.put(second, "same", { source: "story b" });
    await expect(error).rejects.toMatchObject({ code: "PUBLISH_DUPLICATE", message: /story a.*story b/ });
    await output.abort();
  });

  test("pages may share a hashed asset", async () => {
    const output = await openOutputTransaction(box);
    await output.put("_assets/x-1.svg", "x", { source: "page a" });
    await output.put("_assets/x-1.svg", "x", { source: "page b" });
    await expect(output.put("_assets/x-1.svg", "y")).rejects.toMatchObject({ code: "PUBLISH_DUPLICATE" });
    await output.abort();
  });

  test("no symbolic link in out/ is followed", async () => {
    await publishBuild(box, { id: "b1", files: { ...SITE, "deep/x/index.html": "x" } });
    const aside = join(box.root, "aside");
    await mkdir(aside);
    await writeFile(join(aside, "index.html"), "aside");
    await rm(join(box.out, "team"), { recursive: true });
    await symlink(aside, join(box.out, "team"));
    await expect(publishBuild(box, { id: "b2", files: { "team/index.html": "new" } })).rejects.toMatchObject({
      code: "PUBLISH_UNSAFE_PATH",
    });
    await expect(publishBuild(box, { id: "b3", files: {} })).rejects.toMatchObject({ code: "PUBLISH_UNSAFE_PATH" });
    expect(await readFile(join(aside, "index.html"), "utf8")).toBe("aside");
  });
});

describe("folders that cannot hold the output", () => {
  test.each([
    ["the working directory", () => process.cwd()],
    ["a folder above it", () => join(process.cwd(), "..")],
    ["the root", () => "/"],
  ])("%s", async (_name, out) => {
    await expect(openOutputTransaction({ out: out(), stateDir: box.stateDir })).rejects.toMatchObject({
      code: "PUBLISH_NOT_WRITABLE",
    });
  });

  test("one with the state folder inside, and a file", async () => {
    const code = "PUBLISH_NOT_WRITABLE";
    await expect(openOutputTransaction({ out: box.root, stateDir: box.stateDir })).rejects.toMatchObject({ code });
    await writeFile(box.out, "a file");
    await expect(openOutputTransaction(box)).rejects.toMatchObject({ code });
  });

  test("a link to a disk that is not there, and a folder below it", async () => {
    await symlink("/nowhere/at/all", box.out);
    for (const out of [box.out, join(box.out, "www")])
      await expect(openOutputTransaction({ ...box, out })).rejects.toMatchObject({ code: "PUBLISH_NOT_WRITABLE" });
  });

  test.skipIf(process.getuid?.() === 0)("one without the right to write", async () => {
    await mkdir(box.out, { mode: 0o500 });
    await expect(openOutputTransaction(box)).rejects.toMatchObject({ code: "PUBLISH_NOT_WRITABLE" });
    await chmod(box.out, 0o700);
  });
});
