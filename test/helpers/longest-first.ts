/** The order of the test files: those that take longest first, so that no worker ends long after the others. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { IS_EXHAUSTIVE } from "./exhaustive.ts";

/**
 * Files of `npm test` that took more than eight seconds, longest first; what waits for the sample site comes after what
 * does not. Vitest knows durations after a first run and starts with the largest files before that.
 */
export const LONGEST = [
  "test/e2e/navigation.test.ts", // builds the sample site
  "test/incremental/oracle/kinds.test.ts",
  "test/incremental/many-publishes.test.ts",
  "test/incremental/oracle/sequences.test.ts",
  "test/incremental/publishes.test.ts",
  "test/e2e/preview.test.ts",
  "test/serve/watch.test.ts",
  "test/deploy/deploy.test.ts",
  "test/cli/listen.test.ts",
  "test/cli/generate.test.ts",
  "test/e2e/motion.test.ts",
  "test/cli/serve.test.ts",
  "test/e2e/layout.test.ts",
  "test/definition/misfits.test.ts",
  "test/generate/shards.test.ts",
  "test/generate/environment.test.ts",
  "test/generate/client-cache.test.ts",
  "test/site/axe.test.ts",
  "test/security/preview-messages.test.ts",
  "test/fetch/faults.test.ts",
  "test/deploy/s3.test.ts",
];

const ROOT = resolve(import.meta.dirname, "../..");
const listed = new Map(LONGEST.map((path, place) => [resolve(ROOT, path), place]));

/**
 * In the exhaustive run, whose checkout is a fresh one in CI and has no durations: what makes the sample site, files of
 * that run alone, the listed ones, those that try more cases than `npm test` does, and the others.
 */
function rankOf({ moduleId }: TestSpecification): number {
  const place = listed.get(moduleId);
  if (place === 0) return -2;
  if (moduleId.includes(".exhaustive.test.")) return -1;
  if (place !== undefined) return place;
  const hasMoreCases = IS_EXHAUSTIVE && readFileSync(moduleId, "utf8").includes("/helpers/exhaustive.ts");
  return LONGEST.length + (hasMoreCases ? 0 : 1);
}

export class LongestFirst extends BaseSequencer {
  /** Projects stay together: another project needs other workers. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    const projects = [...new Set(usual.map(({ project }) => project))];
    const ranks = new Map(usual.map((file) => [file, rankOf(file)]));
    const rank = (file: TestSpecification) => ranks.get(file) ?? 0;
    return projects.flatMap((project) =>
      usual.filter((file) => file.project === project).sort((a, b) => rank(a) - rank(b)),
    );
  }
}
