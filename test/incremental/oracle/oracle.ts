/** The sites of the oracle as a test file uses them, and how edits are published there. */
import { join } from "node:path";
import { afterAll } from "vitest";
import { temporaryFolder } from "../../helpers/build-site.ts";
import type { Chosen } from "./sequences.ts";
import { openSite, type SiteName } from "./spaces.ts";
import { type Bench, openWorkshop, type Workshop } from "./workshop.ts";

export interface Oracle {
  /** `keeps`: one process makes all builds and keeps in memory what it knows, as `sitegen listen` does. */
  withBench(name: SiteName, use: (bench: Bench) => Promise<void>, keeps?: boolean): Promise<void>;
}

export function openOracle(): Oracle {
  const folder = temporaryFolder();
  afterAll(() => folder.remove());
  const workshops = new Map<SiteName, Promise<Workshop>>();
  return {
    async withBench(name, use, keeps = false) {
      const found = workshops.get(name) ?? openWorkshop((code) => openSite(name, code), join(folder.dir, name));
      workshops.set(name, found);
      const bench = await (await found).open(keeps);
      await use(bench).finally(() => bench.close());
    },
  };
}

/** Builds what edits need to be published before, then the edits at once. */
export async function publish(bench: Bench, edits: readonly Chosen[], also: readonly Chosen[] = []): Promise<void> {
  const prepared = [...edits, ...also].filter(({ kind }) => kind.prepare);
  for (const { kind, choice } of prepared) await kind.prepare?.(bench, choice);
  if (prepared.length > 0) await bench.build();
  for (const { kind, choice } of edits) await kind.apply(bench, choice);
}
