/**
 * A build after edits equals a build of the same space from nothing: published files, problems, and what `sitegen why`
 * says that pages were built from. Each kind of edit by itself, and random sequences of them, at once and while a build
 * runs. `SITEGEN_SCRIPTS=1000 npx vitest run test/incremental/oracle` tries so many; a sequence that fails is named by its
 * number, and `SITEGEN_SEED=<number> SITEGEN_SCRIPTS=1` repeats it.
 */
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../helpers/build-site.ts";
import { IS_EXHAUSTIVE } from "../../helpers/exhaustive.ts";
import { EDIT_KINDS, kindsOn } from "./edits.ts";
import { type Chosen, describeSequence, type Sequence, sequenceOf } from "./sequences.ts";
import { openSite, SITE_NAMES, type SiteName } from "./spaces.ts";
import { type Bench, openWorkshop, type Workshop } from "./workshop.ts";

const SEQUENCES = Number(process.env.SITEGEN_SCRIPTS ?? (IS_EXHAUSTIVE ? 30 : 2));
const FIRST_SEED = Number(process.env.SITEGEN_SEED ?? 20);

const folder = temporaryFolder();
afterAll(() => folder.remove());

const workshops = new Map<SiteName, Promise<Workshop>>();
async function withBench(name: SiteName, use: (bench: Bench) => Promise<void>): Promise<void> {
  const found = workshops.get(name) ?? openWorkshop((code) => openSite(name, code), join(folder.dir, name));
  workshops.set(name, found);
  const bench = await (await found).open();
  await use(bench).finally(() => bench.close());
}

/** Builds what edits need to be published before, then the edits at once. */
async function publish(bench: Bench, edits: readonly Chosen[], also: readonly Chosen[] = []): Promise<void> {
  const prepared = [...edits, ...also].filter(({ kind }) => kind.prepare);
  for (const { kind, choice } of prepared) await kind.prepare?.(bench, choice);
  if (prepared.length > 0) await bench.build();
  for (const { kind, choice } of edits) await kind.apply(bench, choice);
}

/** Builds, and publishes an edit at that moment, or afterwards if the build asks nothing of the kind; then builds again. */
async function buildDuring(bench: Bench, { kind, choice, moment }: NonNullable<Sequence["during"]>): Promise<void> {
  let isPublished = false;
  const hook = async () => {
    isPublished = true;
    await kind.apply(bench, choice);
  };
  bench.service.faults.push({ kind: "hook", match: moment, hook });
  await bench.build();
  bench.service.faults.length = 0;
  if (!isPublished) await hook();
  await bench.build();
}

/** Each kind on every site; by default on the one with the smallest builds that has it. */
const sitesOf = (name: string) => {
  const having = SITE_NAMES.filter((site) => kindsOn(site).some((kind) => kind.name === name));
  return IS_EXHAUSTIVE ? having : having.slice(-1);
};
const ALONE = { at: 2, to: 4 };

const SITES_ALONE = SITE_NAMES.filter((site) => kindsOn(site).some(({ name }) => sitesOf(name).includes(site)));
describe.each(SITES_ALONE)("by itself, on the site %s", (site) => {
  const kinds = kindsOn(site).filter(({ name }) => sitesOf(name).includes(site));
  test.for(kinds.map((kind) => [kind.name, kind] as const))("%s", async ([, kind]) => {
    await withBench(site, async (bench) => {
      await publish(bench, [{ kind, choice: ALONE }]);
      await bench.build();
      expect(await bench.difference()).toBe("");
      expect(bench.hasChanged()).toBe(true);
    });
  });
});

test("each site says which kinds of edits are not possible there, and why", () => {
  const lacking = SITE_NAMES.map((site) => [
    site,
    EDIT_KINDS.flatMap(({ name, lacks }) => (lacks?.[site] ? [`${name}: ${lacks[site]}`] : [])),
  ]);
  expect(Object.fromEntries(lacking)).toEqual({
    sample: [],
    mixed: [],
    folders: [
      "text in another language: its languages are folders",
      "picture of the home page, which others show for shared links: pages have no such picture",
      "translated slug: its languages are folders",
      "global story: it has no global story",
      "label: it has no labels",
    ],
  });
});

describe("at once and while a build runs, sequence", () => {
  const sequences = Array.from({ length: SEQUENCES }, (_, nth) => sequenceOf(FIRST_SEED + nth));
  test.for(sequences.map((sequence) => [describeSequence(sequence), sequence] as const))("%s", async ([, sequence]) => {
    await withBench(sequence.site, async (bench) => {
      const { rounds, during, seed } = sequence;
      for (const [nth, round] of rounds.entries()) {
        const isLast = nth === rounds.length - 1;
        await publish(bench, round, isLast && during ? [during] : []);
        if (isLast && during) await buildDuring(bench, during);
        else await bench.build();
      }
      const repeat = `SITEGEN_SEED=${seed} SITEGEN_SCRIPTS=1 npx vitest run test/incremental/oracle -t sequence`;
      expect(await bench.difference(), `${repeat}\n${describeSequence(sequence)}`).toBe("");
    });
  });
});
