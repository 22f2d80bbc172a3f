/**
 * A build after edits equals a build of the same space from nothing: published files, problems, and what `sitegen why`
 * says that pages were built from. Random sequences of edits, at once and while a build runs.
 * `SITEGEN_SCRIPTS=1000 npx vitest run test/incremental/oracle` tries so many; a sequence that fails is named by its
 * number, and `SITEGEN_SEED=<number> SITEGEN_SCRIPTS=1` repeats it.
 */
import { describe, expect, test } from "vitest";
import { IS_EXHAUSTIVE } from "../../helpers/exhaustive.ts";
import { openOracle, publish } from "./oracle.ts";
import { describeSequence, type Sequence, sequenceOf } from "./sequences.ts";
import type { SiteName } from "./spaces.ts";
import type { Bench } from "./workshop.ts";

const { SITEGEN_SCRIPTS, SITEGEN_SEQUENCES = "2", SITEGEN_SEED } = process.env;
const SEQUENCES = Number(SITEGEN_SCRIPTS ?? (IS_EXHAUSTIVE ? 30 : SITEGEN_SEQUENCES));
const FIRST_SEED = Number(SITEGEN_SEED ?? 20);

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

/** The sequences on a site, which has a test file of its own so that the three run side by side. */
export function testSequencesOn(site: SiteName): void {
  const { withBench } = openOracle();
  const all = Array.from({ length: SEQUENCES }, (_, nth) => sequenceOf(FIRST_SEED + nth));
  const own = all.filter((sequence) => sequence.site === site);
  describe.runIf(own.length > 0)("at once and while a build runs, sequence", () => {
    test.for(own.map((sequence) => [describeSequence(sequence), sequence] as const))("%s", async ([, sequence]) => {
      const { rounds, during, seed, keeps } = sequence;
      const use = async (bench: Bench) => {
        for (const [nth, round] of rounds.entries()) {
          const isLast = nth === rounds.length - 1;
          await publish(bench, round, isLast && during ? [during] : []);
          if (isLast && during) await buildDuring(bench, during);
          else await bench.build();
        }
        const repeat = `SITEGEN_SEED=${seed} SITEGEN_SCRIPTS=1 npx vitest run test/incremental/oracle -t sequence`;
        expect(await bench.difference(), `${repeat}\n${describeSequence(sequence)}`).toBe("");
      };
      await withBench(site, use, keeps);
    });
  });
}
