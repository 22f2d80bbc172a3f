/** The list of a build's files: small parts, of which few change with a publish. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { contentHash } from "../../src/files/hash.ts";
import {
  buildIdOf,
  type FilesToList,
  type ListedFile,
  listParts,
  namesOf,
  parsePart,
  parseRoot,
  partPath,
  partsOf,
  renderFileList,
  rootPath,
} from "../../src/publish/file-list.ts";
import { propertyRuns } from "../helpers/property-runs.ts";

const NAME = { id: "b1", site: "https://www.example.com", base: "/" };
const rowOf = (path: string, text = path) => ({ path, hash: contentHash(text), size: text.length });

function filesIn(files: Iterable<ListedFile>): FilesToList {
  const rows = new Map([...files].map((file) => [file.path, file]));
  return {
    all: (isWanted) => [...rows.values()].filter(({ path }) => isWanted(path)),
    size: (path) => rows.get(path)?.size,
  };
}

const listOf = (files: readonly ListedFile[]) =>
  renderFileList({ ...NAME, parts: listParts(filesIn(files)) }).map(({ path, text }) => ({ path, text: text ?? "" }));

function read(files: readonly { path: string; text: string }[]) {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const root = parseRoot(texts.get(rootPath("b1")) ?? "");
  if (!root) throw new Error("no root");
  const rows = partsOf(root).flatMap((part) => parsePart(part, texts.get(partPath(part)) ?? "") ?? []);
  return { root, rows };
}

const path = fc
  .array(fc.stringMatching(/^[a-zäöü0-9"{}, -]{1,12}$/), { minLength: 1, maxLength: 3 })
  .map((parts) => `${parts.join("/")}/index.html`);

test("what is listed is read back, whatever the paths", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(
        fc.oneof(
          path,
          path.map((p) => `_assets/${p}`),
        ),
        { maxLength: 600 },
      ),
      (paths) => {
        const { root, rows } = read(listOf(paths.map((p) => rowOf(p))));
        expect(root).toMatchObject({ ...NAME, count: paths.length });
        expect(rows.map((row) => row.path).sort()).toEqual([...paths].sort());
      },
    ),
    { numRuns: propertyRuns(30) },
  );
});

test("the order of the files does not matter", () => {
  const files = Array.from({ length: 700 }, (_, n) => rowOf(`p/${n}/index.html`));
  expect(listOf(files.toReversed())).toEqual(listOf(files));
});

test.each([1_000, 20_000])("of %i files a publish of three changes three parts at most, of some kilobytes", (count) => {
  const files = Array.from({ length: count }, (_, n) => rowOf(`section/page-${n}/index.html`));
  const before = new Set(listOf(files).map((file) => file.path));
  const changed = files.map((file, n) => (n % Math.ceil(count / 3) === 0 ? rowOf(file.path, "new") : file));
  const written = listOf(changed).filter((file) => !before.has(file.path));
  expect(written.length).toBeLessThanOrEqual(3);
  expect(Math.max(...written.map(({ text }) => text.length))).toBeLessThan(30_000);
  // The root names every part, and is read at each deploy.
  expect(listOf(changed).at(-1)?.text.length).toBeLessThan(count);
});

test("the folder of builds is not listed", () => {
  const { rows } = read(listOf([rowOf("_assets/builds/latest.json"), rowOf("a")]));
  expect(rows.map((row) => row.path)).toEqual(["a"]);
});

test("what is damaged is not taken for a list", () => {
  const [part = { path: "", text: "" }] = listOf([rowOf("a")]);
  const name = part.path.slice("_assets/builds/files/parts/".length, -".json".length);
  expect(parsePart(name, part.text)).toHaveLength(1);
  expect(parsePart(name, part.text.replace("a", "b"))).toBeNull();
  for (const text of ["", "{}", "[]", "null", '{"version":2}', '{"version":1,"id":"b1","files":[]}']) {
    expect(parseRoot(text)).toBeNull();
  }
  const root = listOf([rowOf("a")]).at(-1)?.text ?? "";
  expect(parseRoot(root.replace('"b1"', '"../b1"'))).toBeNull();
});

test("the build id depends on paths and contents, not on the order or the files that carry it", () => {
  const idOf = (files: ListedFile[]) => buildIdOf([namesOf(listParts(filesIn(files)))]);
  const files = [rowOf("index.html", "1"), rowOf("team/index.html", "2"), rowOf("_assets/a.css")];
  const id = idOf(files);
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  expect(idOf(files.toReversed())).toBe(id);
  expect(idOf([...files, rowOf("_assets/builds/latest.json")])).toBe(id);
  expect(idOf([...files, rowOf("x")])).not.toBe(id);
  expect(idOf([rowOf("index.html", "1"), rowOf("team/index.html", "3"), rowOf("_assets/a.css")])).not.toBe(id);
});

test("with the last list, only parts with changes are rendered, and all are named as without it", () => {
  const some = fc.uniqueArray(fc.nat(999), { maxLength: 8 });
  const size = fc.constantFrom(1, 40, 127, 128, 300, 1000);
  fc.assert(
    fc.property(size, size, some, some, some, (pages, assets, edited, replaced, added) => {
      const files = Array.from({ length: pages }, (_, n) => rowOf(`p/${n}/index.html`));
      const shared = Array.from({ length: assets }, (_, n) => rowOf(`_assets/${n}.js`));
      const written = edited.filter((n) => n < pages).map((n) => rowOf(`p/${n}/index.html`, "new"));
      const dropped = replaced.filter((n) => n < assets).map((n) => `_assets/${n}.js`);
      const fresh = [...dropped.map((path) => path.replace(".js", "-b.js")), ...added.map((n) => `q/${n}/index.html`)];
      const now = new Map([...files, ...shared, ...written].map((file) => [file.path, file]));
      for (const path of dropped) now.delete(path);
      for (const path of fresh) now.set(path, rowOf(path));
      const before = listParts(filesIn([...files, ...shared]));
      const changed = [...written.map((row) => row.path), ...dropped, ...fresh];
      const after = listParts(filesIn(now.values()));
      const texts = new Map([...before.assets, ...before.others].map(({ name, text }) => [name, text ?? ""]));
      const following = listParts(filesIn(now.values()), [], {
        root: { parts: namesOf(before), count: before.count, assets: before.assetCount, bytes: before.bytes },
        size: filesIn([...files, ...shared]).size,
        changed,
      });
      expect(namesOf(following)).toEqual(namesOf(after));
      expect(following).toMatchObject({ count: after.count, assetCount: after.assetCount, bytes: after.bytes });
      const known = new Set([...before.assets, ...before.others].map(({ name }) => name));
      const rendered = new Map([...after.assets, ...after.others].map(({ name, text }) => [name, text]));
      for (const { name, text } of [...following.assets, ...following.others]) {
        if (text === null) expect(known).toContain(name);
        else expect(text).toBe(rendered.get(name));
      }
      const isNamed = (name: string) =>
        [...following.assets, ...following.others].some((part) => part.name === name && part.text !== null);
      for (const [name] of texts) if (!known.has(name)) expect(isNamed(name)).toBe(true);
    }),
    { numRuns: propertyRuns(60) },
  );
});
