/** What `npm run test:unit` runs starts neither a browser nor a process. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { temporaryFolder } from "../helpers/build-site.ts";
import { splitTests } from "../helpers/split-tests.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

test("tests are split by what they import: types start nothing, helpers of helpers do", () => {
  const files = {
    "src/sum.ts": 'import type { Browser } from "playwright";\nexport const sum = 1;',
    "test/helpers/far.ts": 'export { chromium } from "playwright";',
    "test/helpers/near.ts": 'import "./far.ts";\nimport "./near.ts";',
    "test/a/sum.test.ts": 'import { sum } from "../../src/sum.ts";',
    "test/a/words.test.tsx": "export {};",
    "test/a/browser.test.ts": 'import {\n  a,\n} from "../helpers/near.ts";',
    "test/a/late.test.ts": 'const run = () => import("node:child_process");',
    "test/a/replaced.test.ts": `${"vi"}.mock("../../src/sum.ts", () => ({}));`,
    "test/a/bundle.test.ts": 'import { build } from "esbuild";',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.dir, path)), { recursive: true });
    writeFileSync(join(folder.dir, path), text);
  }
  expect(splitTests(folder.dir)).toEqual({
    unit: ["test/a/sum.test.ts", "test/a/words.test.tsx"],
    whole: ["test/a/browser.test.ts", "test/a/bundle.test.ts", "test/a/late.test.ts"],
    mocking: ["test/a/replaced.test.ts"],
  });
});
