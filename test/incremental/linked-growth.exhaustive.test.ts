/**
 * What a publish makes where languages are folders and every story is linked: as much at any size, counted.
 * `npm test` has test/incremental/linked-folders.test.ts.
 */
import { expect, test } from "vitest";
import type { CountedWork } from "../../src/util/work-counter.ts";
import { exhaustiveOnly } from "../helpers/exhaustive.ts";
import { type LinkedFolders, openLinkedFolders, put } from "./linked-folders.ts";

const SMALL = 150;
const LARGE = 4 * SMALL;

type Edit = (site: LinkedFolders) => void;

const page = (slug: string, of: string) => put(slug, of, { component: "page" });
/** One after the other. */
const EDITS: Record<string, Edit> = {
  translation: page("fr/new", "en/pair"),
  story(site) {
    for (const lang of ["en", "fr", "de"]) page(`${lang}/own`, "en/own")(site);
  },
  renamed: ({ service }) => service.rename("de/own", "de/eigen"),
  unpublished: ({ service }) => service.unpublish("fr/own"),
  listed: ({ list }) => list("en/own", ["de/paar", "fr/more/7"]),
};

/** What each edit costs, by its name. */
async function costs(further: number): Promise<Record<string, Partial<Record<CountedWork, number>>>> {
  const site = await openLinkedFolders(further);
  const counted: Record<string, Partial<Record<CountedWork, number>>> = {};
  try {
    await site.run({});
    for (const [name, edit] of Object.entries(EDITS)) {
      edit(site);
      const counts: Partial<Record<CountedWork, number>> = {};
      await site.run({ count: (work, times = 1) => (counts[work] = (counts[work] ?? 0) + times) });
      counted[name] = counts;
    }
    return counted;
  } finally {
    await site.close();
  }
}

exhaustiveOnly(() => {
  test(`from ${SMALL} to ${LARGE} stories in each language`, async () => {
    const [small, large] = [await costs(SMALL), await costs(LARGE)];
    for (const name of Object.keys(EDITS)) {
      const { indexed: _, entries: __, ...made } = large[name] ?? {};
      expect([name, made]).toEqual([name, { ...small[name], indexed: undefined, entries: undefined }]);
    }
  }, 600_000);
});
