/** Two files of an editor's choice never get the same name: neither in the cache of downloads nor in out/. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type MirrorOptions, mirrorAssets } from "../../src/assets/mirror-assets.ts";
import { writeWithChecksum } from "../../src/files/checksum-file.ts";
import { temporaryFolder } from "../helpers/build-site.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Found in two seconds: the first forty bits of their SHA-256 are the same. */
const TWINS = ["file 379958", "file 1495383"] as const;
const FILES = new Map(TWINS.map((text, at) => [`/f/1/${at}/sheet.pdf`, text]));

let server: Server;
let folder: { dir: string; remove: () => void };
beforeAll(async () => {
  server = createServer((request, response) => response.end(FILES.get(request.url ?? "")));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
});
afterAll(() => {
  server.close();
});
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const mirror = (more: Partial<MirrorOptions> = {}) =>
  mirrorAssets({
    filenames: [...FILES.keys()],
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cacheDir: folder.dir,
    base: "/",
    timeoutMs: 2000,
    offline: false,
    ...more,
  });

test("two files whose hashes begin alike keep their own content", async () => {
  expect(sha256(TWINS[0]).slice(0, 10)).toBe(sha256(TWINS[1]).slice(0, 10));
  for (const run of [await mirror(), await mirror()]) {
    expect(run.problems).toEqual([]);
    const contentOf = (filename: string) => {
      const file = run.files.find(({ path }) => `/${path}` === run.lookup(filename)?.src);
      return readFileSync(file?.source ?? "", "utf8");
    };
    expect([...FILES.keys()].map(contentOf)).toEqual([...TWINS]);
  }
});

/** Writes what the cache knows of a file, as somebody who can write to the state folder would. */
function plant(filename: string, entry: { hash: string; extension: string }): void {
  const facts = { width: 0, height: 0, scalable: false, etag: "", lastModified: "" };
  mkdirSync(join(folder.dir, "index"), { recursive: true });
  writeWithChecksum(
    join(folder.dir, "index", `${sha256(filename).slice(0, 32)}.json`),
    JSON.stringify({ ...facts, ...entry }),
  );
}

test("of two files that would still have the same name, one is left out and reported", async () => {
  for (const [at, filename] of [...FILES.keys()].entries()) {
    plant(filename, { hash: sha256("x").slice(0, 63) + at, extension: ".pdf" });
  }
  const { files, problems } = await mirror({ offline: true, holds: () => true });
  expect(files).toHaveLength(1);
  expect(problems.map(({ problem }) => problem.message)).toEqual([expect.stringContaining("sheet.pdf")]);
});

test.each([
  ["a path instead of an extension", { hash: "", extension: "/../../../../../../../etc/hosts" }],
  ["the beginning of a hash", { hash: sha256(TWINS[0]).slice(0, 10), extension: ".pdf" }],
])("an entry of the cache with %s is not used", async (_what, entry) => {
  const [filename = ""] = FILES.keys();
  plant(filename, entry);
  mkdirSync(join(folder.dir, "files"));
  writeFileSync(join(folder.dir, "files", `${sha256(TWINS[0]).slice(0, 10)}.pdf`), TWINS[1]);
  const { files, requests } = await mirror({ filenames: [filename] });
  expect([requests, readFileSync(files[0]?.source ?? "", "utf8")]).toEqual([1, TWINS[0]]);
});
