/** A site's bundled code between two runs: reused only if this run would bundle the same. */

import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeWithChecksum } from "../../src/files/checksum-file.ts";
import { contentHash } from "../../src/files/hash.ts";
import { runSite } from "../../src/generate/load-site.ts";
import { type BundledSite, readBundledSite, writeBundledSite } from "../../src/generate/site-code-cache.ts";
import { temporaryFolder } from "../helpers/build-site.ts";

let folder: ReturnType<typeof temporaryFolder>;
let cache: string;
let site: BundledSite;
const at = (name: string) => join(folder.dir, name);

beforeEach(() => {
  folder = temporaryFolder();
  cache = at("cache");
  for (const name of ["site.ts", "hero.tsx"]) writeFileSync(at(name), "export {};");
  site = {
    file: at("site.ts"),
    code: "export const place = import.meta.url;\n",
    hash: "",
    map: "{}",
    inputs: [at("site.ts"), at("hero.tsx"), at("not-there.json")],
    imported: [],
    sources: [],
    spaces: [""],
    definers: [],
    reach: { modules: [], reached: {} },
    styles: [],
    common: [],
    kitUsers: [at("hero.tsx")],
    blocks: [],
    blockCode: { common: "", modules: {} },
    folders: [folder.dir],
    icons: {},
    siteFiles: [],
    env: {},
    bundledWith: { key: "", base: "/" },
  };
});
afterEach(() => folder.remove());

const codeFile = () => `site-${contentHash(site.code)}.mjs`;
/** What a run finds, and the files it reports as damaged. */
function read(file = site.file) {
  const damaged: string[] = [];
  const found = readBundledSite(cache, file, (path) => damaged.push(path));
  return { found, damaged };
}

test("what was written is read, until one of its files is another, is gone or has come", () => {
  expect(read()).toEqual({ found: null, damaged: [] });
  writeBundledSite(cache, site);
  expect(read()).toEqual({ found: expect.objectContaining({ ...site, map: "" }), damaged: [] });
  expect(read(at("other.ts")).found).toBeNull();

  for (const change of [
    () => writeFileSync(at("hero.tsx"), "export const a = 1;"),
    () => rmSync(at("hero.tsx")),
    () => writeFileSync(at("not-there.json"), "{}"),
  ]) {
    writeBundledSite(cache, site);
    expect(read().found).not.toBeNull();
    change();
    expect(read()).toEqual({ found: null, damaged: [] });
  }
});

test("a fresh checkout, whose files have other times, has the same code", () => {
  writeBundledSite(cache, site);
  for (const path of site.inputs.slice(0, 2)) utimesSync(path, 1, 1);
  expect(read().found).not.toBeNull();
});

test("a dangling link beside the code is in nobody's way", () => {
  mkdirSync(cache);
  symlinkSync("nowhere/at/all", join(cache, "site-0.mjs"));
  writeBundledSite(cache, site);
  expect(read().found).not.toBeNull();
});

test("a cache that an earlier version wrote is not read", () => {
  const { code: _code, map: _map, ...earlier } = site;
  mkdirSync(cache);
  const hash = contentHash(site.code);
  writeWithChecksum(join(cache, "site.json"), JSON.stringify({ ...earlier, stamps: site.inputs.map(() => ""), hash }));
  expect(read()).toEqual({ found: null, damaged: [] });
});

test.each(["{}", "[1]"])("hashes of files that another version wrote otherwise, as %s, are made again", (text) => {
  mkdirSync(cache);
  writeWithChecksum(join(cache, "hashes.json"), text);
  writeBundledSite(cache, site);
  expect(read()).toEqual({ found: expect.objectContaining({ hash: site.hash }), damaged: [] });
});

test.each([
  ["changed", (path: string) => writeFileSync(path, "export const place = 1;\n"), true],
  ["a folder", (path: string) => [rmSync(path), mkdirSync(path)], true],
  ["gone", (path: string) => rmSync(path), false],
])("code whose file is %s is bundled again", (_, damage, isTold) => {
  writeBundledSite(cache, site);
  const path = join(cache, codeFile());
  damage(path);
  expect(read()).toEqual({ found: null, damaged: isTold ? [path] : [] });
});

test("code of a run more than an hour ago goes; that of a run since, and other files, stay", () => {
  writeBundledSite(cache, { ...site, code: "export const a = 1;\n" });
  const recent = readdirSync(cache).filter((name) => /^site-.*mjs/.test(name));
  const hours = (count: number) => Date.now() / 1000 - count * 3600;
  const old = ["site-00aa.mjs", "site-00aa.mjs.map"];
  const foreign = ["own-site-00aa.mjs", "site-00aa.mjs.bak", "client.json"];
  for (const name of [...old, ...foreign]) writeFileSync(join(cache, name), "");
  mkdirSync(join(cache, "site-00bb.mjs"));
  writeFileSync(join(cache, "site-00bb.mjs/x"), "");
  for (const name of [...old, ...foreign, "site-00bb.mjs"]) utimesSync(join(cache, name), hours(1.1), hours(1.1));
  writeBundledSite(cache, site);
  utimesSync(join(cache, codeFile()), hours(2), hours(2));
  writeBundledSite(cache, site);
  expect(readdirSync(cache).sort()).toEqual(
    [...recent, ...foreign, codeFile(), `${codeFile()}.map`, "hashes.json", "site.json"].sort(),
  );
});

test("code runs from its file, so that an error names it, and without a file all the same", async () => {
  const placeOf = async (folder: string | null) => (await runSite(folder, site)).place;
  expect(await placeOf(null)).toMatch(/^data:text\/javascript;base64,/);
  expect(await placeOf(cache)).toMatch(/^data:/);
  writeBundledSite(cache, site);
  expect(existsSync(join(cache, codeFile()))).toBe(true);
  expect(await placeOf(cache)).toBe(pathToFileURL(join(cache, codeFile())).href);
  expect(await placeOf(null)).toMatch(/^data:/);
});
