/** What is recorded of out/ after a build of a few files: small beside the full record, which is written anew in time. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { changedRecord } from "../../src/publish/changed-record.ts";
import { contentHash } from "../../src/publish/content-hash.ts";
import { type FileRow, type PublishRecord, serializeRecord } from "../../src/publish/publish-record.ts";
import { emptyChanges, readChanges, readRecord } from "../../src/publish/record-changes.ts";

const dir = mkdtempSync(join(tmpdir(), "sitegen-test-"));
const place = { record: join(dir, "record"), changes: join(dir, "changes") };
afterAll(() => rmSync(dir, { recursive: true }));

const row = (build: string): FileRow => ({ hash: contentHash(build), size: 1, mtimeMs: 2 });

/** Publishes so often, each time with a new page, without the one before and with the same page again. */
function publishes(count: number) {
  const first: PublishRecord = { buildId: "b", builds: ["b"], files: new Map([["index.html", row("b")]]) };
  writeFileSync(place.record, serializeRecord(first));
  const known = new Map(first.files);
  const bytes: number[] = [];
  let recordOf = "b";
  let full = 0;
  for (let number = 0; number < count; number += 1) {
    const buildId = `b${number}`;
    const last = number === 0 ? "b" : `b${number - 1}`;
    const before =
      recordOf === last ? emptyChanges({ buildId: last, builds: [last] }) : readChanges(place.changes, recordOf);
    if (!before) throw new Error("The changes are not those of the record.");
    const files = new Map(["index.html", `${"long/".repeat(4000)}${number}.html`].map((path) => [path, row(buildId)]));
    const removed = [...known.keys()].filter((path) => !files.has(path));
    const written = changedRecord(before, { buildId, builds: [buildId], files, removed }, place);
    writeFileSync(written.changesOnly ? place.changes : place.record, written.text);
    if (!written.changesOnly) full += 1;
    recordOf = written.recordOf;
    for (const path of removed) known.delete(path);
    for (const [path, one] of files) known.set(path, one);
    bytes.push(written.text.length);
    expect(readRecord(place)).toEqual({ buildId, builds: [buildId], files: known });
  }
  return { bytes, full };
}

test("many builds write the full record a few times, and no more bytes after it than before", () => {
  const { bytes, full } = publishes(70);
  expect(full).toBe(2);
  expect(Math.max(...bytes)).toBeLessThan(560 * 1024);
});
