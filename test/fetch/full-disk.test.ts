/** A state folder whose disk fills up: nothing is half-written, and the error says how much space was needed. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createPackWriter } from "../../src/fetch/snapshot/pack.ts";
import { appendOrRestoreSync, writeOrRemoveSync } from "../../src/files/full-disk.ts";

const dir = mkdtempSync(join(tmpdir(), "sitegen-full-"));
afterAll(() => rmSync(dir, { recursive: true }));

/** /dev/full answers every write as a full disk does. */
function fullFile(name: string): string {
  symlinkSync("/dev/full", join(dir, name));
  return join(dir, name);
}

test("a pack of stories counts on to its end and tells the size of all of it", () => {
  fullFile("pack");
  const writer = createPackWriter(dir, "pack");
  const line = Buffer.from("x".repeat(99_999));
  for (let n = 0; n < 35; n++) expect(writer.append(line)).toEqual({ offset: n * 100_000, length: 99_999 });
  expect(() => writer.finish()).toThrow(
    expect.objectContaining({
      code: "DISK_FULL",
      message: expect.stringMatching(/: the stories need 3\.5 MB, .* free\.$/),
    }),
  );
  writer.discard();
  expect(readdirSync(dir)).toEqual([]);
});

test("a file that does not fit goes again, one that is appended to stays as it was", () => {
  const file = fullFile("file");
  expect(() => writeOrRemoveSync(file, ["x".repeat(2000)])).toThrow(/at least 2\.0 kB more are needed/);
  expect(readdirSync(dir)).toEqual([]);
  const list = join(dir, "list");
  writeFileSync(list, "one\n");
  appendOrRestoreSync(list, "two\n");
  expect(readFileSync(list, "utf8")).toBe("one\ntwo\n");
});
