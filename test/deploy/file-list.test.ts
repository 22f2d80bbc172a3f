/** The list of a build's files: small parts, of which few change with a publish. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { contentHash } from "../../src/publish/content-hash.ts";
import { parsePart, parseRoot, partPath, partsOf, renderFileList, rootPath } from "../../src/publish/file-list.ts";

const NAME = { id: "b1", site: "https://www.example.com", base: "/" };
const rowOf = (path: string, text = path) => ({ path, hash: contentHash(text), size: text.length });

function read(files: readonly { path: string; text: string }[]) {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const root = parseRoot(texts.get(rootPath("b1")) ?? "");
  if (!root) throw new Error("no root");
  const rows = partsOf(root).flatMap((part) => parsePart(part, texts.get(partPath(part)) ?? "") ?? []);
  return { root, rows };
}

const path = fc
  .array(fc.stringMatching(/^[a-zäöü0-9"\\{}, -]{1,12}$/), { minLength: 1, maxLength: 3 })
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
        const { root, rows } = read(renderFileList({ ...NAME, files: paths.map((p) => rowOf(p)) }));
        expect(root).toMatchObject({ ...NAME, count: paths.length });
        expect(rows.map((row) => row.path).sort()).toEqual([...paths].sort());
      },
    ),
    { numRuns: 30 },
  );
});

test("the order of the files does not matter", () => {
  const files = Array.from({ length: 700 }, (_, n) => rowOf(`p/${n}/index.html`));
  expect(renderFileList({ ...NAME, files: files.toReversed() })).toEqual(renderFileList({ ...NAME, files }));
});

test.each([1_000, 20_000])("of %i files a publish of three changes three parts at most, of some kilobytes", (count) => {
  const files = Array.from({ length: count }, (_, n) => rowOf(`section/page-${n}/index.html`));
  const before = new Set(renderFileList({ ...NAME, files }).map((file) => file.path));
  const changed = files.map((file, n) => (n % Math.ceil(count / 3) === 0 ? rowOf(file.path, "new") : file));
  const written = renderFileList({ ...NAME, files: changed }).filter((file) => !before.has(file.path));
  expect(written.length).toBeLessThanOrEqual(3);
  expect(Math.max(...written.map(({ text }) => text.length))).toBeLessThan(30_000);
  // The root names every part, and is read at each deploy.
  expect(renderFileList({ ...NAME, files: changed }).at(-1)?.text.length).toBeLessThan(count);
});

test("the folder of builds is not listed", () => {
  const { rows } = read(renderFileList({ ...NAME, files: [rowOf("_assets/builds/latest.json"), rowOf("a")] }));
  expect(rows.map((row) => row.path)).toEqual(["a"]);
});

test("what is damaged is not taken for a list", () => {
  const [part = { path: "", text: "" }] = renderFileList({ ...NAME, files: [rowOf("a")] });
  const name = part.path.slice("_assets/builds/files/parts/".length, -".json".length);
  expect(parsePart(name, part.text)).toHaveLength(1);
  expect(parsePart(name, part.text.replace("a", "b"))).toBeNull();
  for (const text of ["", "{}", "[]", "null", '{"version":2}', '{"version":1,"id":"b1","files":[]}']) {
    expect(parseRoot(text)).toBeNull();
  }
  const root = renderFileList({ ...NAME, files: [rowOf("a")] }).at(-1)?.text ?? "";
  expect(parseRoot(root.replace('"b1"', '"../b1"'))).toBeNull();
});
