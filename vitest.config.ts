import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/helpers/longest-first.ts";
import { propertyTimeout } from "./test/helpers/property-runs.ts";
import { leaveOut, splitTests } from "./test/helpers/split-tests.ts";
import { howToInstall, installMissing, missingPrograms } from "./test/helpers/test-programs.ts";

// Once: the projects load this file too.
const isFirst = !process.env.SITEGEN_TESTS_READY;
process.env.SITEGEN_TESTS_READY = "1";
if (isFirst && process.env.npm_lifecycle_event === "test") installMissing(console.info);
const tests = leaveOut(import.meta.dirname, splitTests(import.meta.dirname), missingPrograms());
const { unit, whole, mocking } = tests;
if (isFirst) {
  for (const [name, files] of tests.leftOut)
    console.warn(`${files.length} test files left out, which need the ${name}: ${howToInstall([name])}`);
}

// React as a build runs it. Its own development build is some times slower.
const system = {
  extends: true as const,
  oxc: { jsx: { development: false } },
  test: { env: { NODE_ENV: "production" } },
};

// Threads without isolation: 60 small files run in about 4 s instead of 36 s. Tests therefore never
// change the working directory, and put back what they change in process.env.
export default defineConfig({
  test: {
    pool: "threads",
    isolate: false,
    // More than cores: half of a test's time is spent waiting, for a browser, a process, a disk or a retry.
    maxWorkers: 6,
    sequence: { sequencer: LongestFirst },
    globalSetup: ["test/helpers/global-setup.ts"],
    setupFiles: ["test/helpers/property-setup.ts"],
    // A test that is given up goes on beside the next one: only what hangs is.
    testTimeout: propertyTimeout(240_000),
    // The first to need the sample site generates it, pictures included.
    hookTimeout: 240_000,
    // A state is waited for as long as a busy machine may need.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      { ...system, test: { ...system.test, name: "system", include: whole } },
      { ...system, test: { ...system.test, name: "mocking", include: mocking, isolate: true } },
      // `npm run test:unit`: what needs neither a browser nor a process. React says what is wrong with the markup.
      { extends: true, test: { name: "unit", include: unit } },
    ],
  },
});
