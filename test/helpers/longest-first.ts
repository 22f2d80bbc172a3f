/** The order of the test files: those that take longest first, so that no worker ends long after the others. */
import { resolve } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take longest, longest first; what waits for the sample site comes after what does not.
 * Vitest knows durations after a first run and starts with the largest files before that.
 */
export const LONGEST = [
  "test/e2e/navigation.test.ts", // builds the sample site
  "test/incremental/growth.exhaustive.test.ts",
  "test/incremental/oracle/sequences-sample.test.ts",
  "test/incremental/oracle/sequences-mixed.test.ts",
  "test/incremental/oracle/sequences-folders.test.ts",
  "test/incremental/oracle/kinds.test.ts",
  "test/definition/search-size.exhaustive.test.ts",
  "test/examples/packed.test.ts",
  "test/state/from-target.test.ts",
  "test/state/from-folder.test.ts",
  "test/incremental/publishes.test.ts",
  "test/init/kept-builds.test.ts",
  "test/incremental/block-code.test.ts",
  "test/deploy/switch.test.ts",
  "test/security/one-story.test.ts",
  "test/serve/watch.test.ts",
  "test/e2e/preview.test.ts",
  "test/e2e/preview-saved.test.ts",
  "test/definition/sources.test.ts",
  "test/incremental/typed-addresses.test.ts",
  "test/incremental/renames.test.ts",
  "test/cli/publish-threads.test.ts",
  "test/init/space.test.ts",
  "test/verify/verify.test.ts",
  "test/e2e/ten-deploys.test.ts",
  "test/cli/listen.test.ts",
  "test/deploy/deploy.test.ts",
  "test/definition/spaces.test.ts",
  "test/definition/own-routes.test.ts",
  "test/cli/generate.test.ts",
  "test/cli/listen-deploy.test.ts",
  "test/files/watch.test.ts",
  "test/cli/serve.test.ts",
  "test/incremental/many-publishes.test.ts",
  "test/site/axe.test.ts",
];

const ROOT = resolve(import.meta.dirname, "../..");
const ranks = new Map(LONGEST.map((path, rank) => [resolve(ROOT, path), rank]));
const rankOf = ({ moduleId }: TestSpecification) => ranks.get(moduleId) ?? LONGEST.length;

export class LongestFirst extends BaseSequencer {
  /** Projects stay together: another project needs other workers. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    const projects = [...new Set(usual.map(({ project }) => project))];
    return projects.flatMap((project) =>
      usual.filter((file) => file.project === project).sort((a, b) => rankOf(a) - rankOf(b)),
    );
  }
}
