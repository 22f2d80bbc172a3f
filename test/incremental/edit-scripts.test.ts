/**
 * "Incremental equals clean", over random scripts of edits that fast-check shrinks. `SITEGEN_SCRIPTS=1000 npx vitest run
 * test/incremental/edit-scripts.test.ts` runs so many; SITEGEN_SEED repeats a run.
 */
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import type { Problem } from "../../src/problem.ts";
import { filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";
import { propertyRuns, propertyTimeout } from "../helpers/property-runs.ts";
import { openBuildFixture, openEdited, writeSampleWithDomains } from "./builds.ts";
import { applyEdit, EDITS, type Edit } from "./edits.ts";

const SCRIPTS = Number(process.env.SITEGEN_SCRIPTS ?? (IS_EXHAUSTIVE ? 60 : 2));
const NAMES = Object.keys(EDITS) as Edit["name"][];

/** Redirects from and to paths that stories get and leave, and a pattern that matches none. */
const RULES = [
  { from: "/first/", to: "/careers/one/" },
  { from: "/careers/renamed-1/", to: "/pages/moved-1/" },
  { from: "/pages/moved-2/?lang=de", to: "/de/pages/moved-2/" },
  { from: "/old/*", to: "/insights/:splat" },
];
/** What concerns paths, and the edits beside which a publish of that is derived. */
const PATHS: Edit["name"][] = ["rename", "move", "renameBack", "renameToLeft", "renameInGerman", "swap"];
const QUIET: Edit["name"][] = [
  ...(["publishNote", "publishNote", "moveNote", "unpublishNote"] as const),
  "title",
  "body",
  "first",
  "category",
  "publishPage",
  "linkTyped",
  "unpublish",
  "translatedSlug",
];
const folder = temporaryFolder();
/** The sample's site, on one domain with redirects and with a domain for each language. */
const sites = {
  one: openBuildFixture(join(folder.dir, "one"), undefined, { redirects: RULES, hosts: ["netlify", "apache"] }),
  domains: openBuildFixture(join(folder.dir, "domains"), writeSampleWithDomains(join(folder.dir, "domains"))),
};
afterAll(() => folder.remove());

const edits = (names: readonly Edit["name"][]): fc.Arbitrary<Edit> =>
  fc.record({
    name: fc.constantFrom(...names),
    at: fc.nat(21),
    to: fc.nat(11),
  });
const roundsOf = (edit: fc.Arbitrary<Edit>) =>
  fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 });

/** What a build looks for once it has published stories, and publishes with a second build. */
const AFTERWARDS: readonly Edit["name"][] = ["lateAsset", "label", "categories", "industryNames", "solutionNames"];

/** Those edits in a round of their own, so that there is one build to compare with. */
function afterwardsLast(round: readonly Edit[]): (readonly Edit[])[] {
  const isLater = ({ name }: Edit) => AFTERWARDS.includes(name);
  return [round.filter((one) => !isLater(one)), round.filter(isLater)].filter((edits) => edits.length > 0);
}

/** Builds after each round of edits, then once from nothing, and compares every file and problem. */
async function check(
  name: keyof typeof sites,
  isComplete: boolean,
  rounds: readonly (readonly Edit[])[],
): Promise<void> {
  const workshop = sites[name];
  const edited = await openEdited(isComplete);
  const grown = await workshop.grown(undefined, isComplete);
  try {
    let before = workshop.copyOut(grown);
    let problems: readonly Problem[] = [];
    for (const round of rounds.flatMap(afterwardsLast)) {
      for (const one of round) await applyEdit(one, edited);
      before = workshop.copyOut(grown);
      problems = (await workshop.build(edited, grown)).report.problems;
      edited.isReplaced = false;
    }
    const { files, result } = await workshop.cleanBuild(edited, grown, before);
    expect(filesOf(grown.out)).toEqual(files);
    expect(problems).toEqual(result.report.problems);
  } finally {
    await edited.space.close();
    workshop.clear(grown);
  }
}

describe("incremental equals clean", () => {
  test(
    `after ${SCRIPTS} random scripts of edits, byte for byte`,
    async () => {
      const rounds = fc.oneof(roundsOf(edits(NAMES)), roundsOf(edits([...PATHS, ...PATHS, ...QUIET])));
      const seed = Number(process.env.SITEGEN_SEED ?? 20);
      const site = fc.constantFrom("one" as const, "domains" as const);
      await fc.assert(fc.asyncProperty(site, fc.boolean(), rounds, check), {
        numRuns: propertyRuns(SCRIPTS),
        seed,
        endOnFailure: false,
      });
    },
    propertyTimeout(SCRIPTS * 30_000),
  );
});
