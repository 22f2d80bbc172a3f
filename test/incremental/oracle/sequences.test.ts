/**
 * A build after edits equals a build of the same space from nothing: published files, problems, and what `sitegen why`
 * says that pages were built from. Random sequences of edits, at once and while a build runs.
 * `SITEGEN_SCRIPTS=1000 npx vitest run test/incremental/oracle` tries so many; a sequence that fails is named by its
 * number, and `SITEGEN_SEED=<number> SITEGEN_SCRIPTS=1` repeats it.
 */
import { describe, expect, test, vi } from "vitest";
import { IS_EXHAUSTIVE } from "../../helpers/exhaustive.ts";
import { openOracle, publish } from "./oracle.ts";
import { describeSequence, type Sequence, sequenceOf } from "./sequences.ts";
import { SITE_NAMES } from "./spaces.ts";
import type { Bench } from "./workshop.ts";

/** The files of a large site are divided: here from thirty entries on, into parts of about nine. */
vi.mock("../../../src/content/rules/split-into-parts.ts", async (original) => ({
  ...(await original<typeof import("../../../src/content/rules/split-into-parts.ts")>()),
  partCount: (entries: number) => (entries <= 30 ? 1 : 2 ** Math.ceil(Math.log2(entries / 12))),
}));

const { SITEGEN_SCRIPTS, SITEGEN_SEQUENCES = "2", SITEGEN_SEED } = process.env;
const SEQUENCES = Number(SITEGEN_SCRIPTS ?? (IS_EXHAUSTIVE ? 30 : SITEGEN_SEQUENCES));
const FIRST_SEED = Number(SITEGEN_SEED ?? 20);

const { withBench } = openOracle();

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

describe("at once and while a build runs, sequence", () => {
  const sequences = Array.from({ length: SEQUENCES }, (_, nth) => sequenceOf(FIRST_SEED + nth));
  test.for(sequences.map((sequence) => [describeSequence(sequence), sequence] as const))("%s", async ([, sequence]) => {
    const { rounds, during, seed } = sequence;
    // Each site in turn with every build by itself, and with one process that keeps what it knows.
    const keeps = Math.floor(seed / SITE_NAMES.length) % 2 === 1;
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
    await withBench(sequence.site, use, keeps);
  });
});
