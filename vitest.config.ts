import { defineConfig } from "vitest/config";

// Threads without isolation: 60 small files run in about 4 s instead of 36 s. Tests therefore never
// change the working directory, and put back what they change in process.env.
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
    pool: "threads",
    isolate: false,
    // More than cores: half of a test's time is spent waiting, for a browser, a process or a disk.
    maxWorkers: 3,
    globalSetup: ["test/helpers/global-setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A neighbour on the cores can make a browser late; on CI such a test gets two more tries.
    retry: process.env.CI ? 2 : 0,
  },
});
