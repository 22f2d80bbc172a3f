/** A process may be killed while it writes the store: what is left is whole, or no store. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { DamagedStore } from "../../src/incremental/store/hash-tree.ts";
import type { Row } from "../../src/incremental/store/rows.ts";
import { createStore, openStore, type Store } from "../../src/incremental/store/store.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { stopAtWrite } from "../helpers/stop-writing.ts";

const folder = temporaryFolder();
const dir = join(folder.dir, "store");
afterAll(() => folder.remove());

const SITE: Row[] = Array.from({ length: 300 }, (_, n) => [`key ${n}`, "x".repeat(n * 5)]);
const CHANGED: Row[] = [
  ...SITE.slice(0, 100).map(([key]): Row => [key, "y".repeat(900)]),
  ["key 200", undefined],
  ["new", "new"],
];

/** All values; null if it is refused. */
function valuesNow(): string | null {
  let store: Store | null = null;
  try {
    store = openStore(dir);
    return store && JSON.stringify([...SITE.map(([key]) => store?.get(key)), store.get("new")]);
  } catch (error) {
    if (error instanceof DamagedStore) return null;
    throw error;
  } finally {
    store?.close();
  }
}

function update(): void {
  const store = openStore(dir);
  store?.update(CHANGED);
  store?.close();
}

/** Ends the work at each of its writes in turn, and checks what is left each time. Returns how many there are. */
function killEverywhere(work: () => void, before: () => void, right: (string | null)[]): number {
  for (let moment = 1; ; moment += 1) {
    before();
    const isStopped = stopAtWrite(moment, work);
    expect({ moment, isRight: right.includes(valuesNow()) }).toEqual({ moment, isRight: true });
    if (!isStopped) return moment;
  }
}

test("killed at any write, it has every row as before or after, or is refused; the next one is whole", () => {
  const start = () => createStore(dir).finish(SITE);
  start();
  const before = valuesNow();
  update();
  const after = valuesNow();
  expect([before === null, after === null, before === after]).toEqual([false, false, false]);
  expect(killEverywhere(update, start, [before, after, null])).toBeGreaterThan(10);
  const nothing = () => rmSync(dir, { recursive: true, force: true });
  expect(killEverywhere(start, nothing, [before, null])).toBeGreaterThan(10);
  start();
  expect(valuesNow()).toBe(before);
  const replace = () => {
    const next = createStore(dir);
    next.add(CHANGED.slice(0, 100));
    next.finish(CHANGED.slice(100));
  };
  replace();
  expect(killEverywhere(replace, start, [before, valuesNow(), null])).toBeGreaterThan(10);
});
