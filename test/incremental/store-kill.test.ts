/** A builder may be killed while it moves appended rows into the store's table: the store stays whole. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openStore, writeStore } from "../../src/incremental/store/store.ts";
import type { Row } from "../../src/row-table.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { stopAtWrite } from "../helpers/stop-writing.ts";

const folder = temporaryFolder();
const dir = join(folder.dir, "store");
afterAll(() => folder.remove());

/** Enough bytes for several writes; a publish replaces most of them, so that the second merge writes the table anew. */
const TEXT = "x".repeat(40_000);
const SITE: Row[] = Array.from({ length: 50 }, (_, n) => [`key ${n}`, TEXT]);
const publish = (text: string): Row[] => [
  ...SITE.slice(0, 45).map(([key]): Row => [key, `${text} ${TEXT}`]),
  ["key 48", undefined],
  [`only ${text}`, text],
];

function change(rows: readonly Row[]): void {
  const store = openStore(dir);
  store?.append(rows);
  store?.merge();
  store?.close();
}

function valuesNow(): (string | undefined)[] | null {
  const store = openStore(dir);
  const keys = [...SITE.map(([key]) => key), "only a", "only b", "only c"];
  const values = store && keys.map((key) => String(store.get(key)).slice(0, 3));
  store?.close();
  return values;
}

function start(): void {
  rmSync(dir, { recursive: true, force: true });
  writeStore(dir, "n".repeat(16), SITE);
  change(publish("a"));
  const store = openStore(dir);
  store?.append(publish("b"));
  store?.close();
}

test("killed at any write, it has every row as before or after, and the next publish goes on", () => {
  start();
  const right = valuesNow();
  const merge = () => {
    const store = openStore(dir);
    store?.merge();
    store?.close();
  };
  merge();
  const whole = { files: readdirSync(dir).length, values: valuesNow() };
  expect(whole.values).toEqual(right);
  change(publish("c"));
  const next = valuesNow();
  let moments = 0;
  for (let isStopped = true; isStopped; moments += 1) {
    start();
    isStopped = stopAtWrite(moments + 1, merge);
    expect({ moments, values: valuesNow() }).toEqual({ moments, values: right });
    change(publish("c"));
    expect({ moments, values: valuesNow() }).toEqual({ moments, values: next });
    expect(readdirSync(dir).length).toBeLessThanOrEqual(whole.files);
  }
  expect(moments).toBeGreaterThan(10);
});
