/**
 * `npm run test:unit` starts neither a browser nor a process; each exhaustive file names the test that stands for it;
 * the files that start first exist.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import fg from "fast-glob";
import { afterAll, expect, test } from "vitest";
import { temporaryFolder } from "../helpers/build-site.ts";
import { LONGEST } from "../helpers/longest-first.ts";
import { leaveOut, splitTests } from "../helpers/split-tests.ts";

const ROOT = resolve(import.meta.dirname, "../..");
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
    "test/a/more.exhaustive.test.ts": "export {};",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.dir, path)), { recursive: true });
    writeFileSync(join(folder.dir, path), text);
  }
  expect(splitTests(folder.dir, false)).toEqual({
    unit: ["test/a/sum.test.ts", "test/a/words.test.tsx"],
    whole: ["test/a/browser.test.ts", "test/a/bundle.test.ts", "test/a/late.test.ts"],
    mocking: ["test/a/replaced.test.ts"],
  });
  expect(splitTests(folder.dir, true).unit).toContain("test/a/more.exhaustive.test.ts");
});

test("what needs a program that is missing is left out, and nothing else", () => {
  const all = splitTests(ROOT, false);
  const { leftOut, ...rest } = leaveOut(ROOT, all, ["nginx", "sshd", "whole browser"]);
  expect(leftOut.get("nginx")).toEqual(
    expect.arrayContaining(["test/init/container.test.ts", "test/render/hosts/real-servers.test.ts"]),
  );
  expect(leftOut.get("sshd")).toContain("test/deploy/sftp.test.ts");
  expect(leftOut.get("whole browser")).toEqual(["test/e2e/media.test.ts", "test/e2e/preview-storage.test.ts"]);
  const out = new Set([...leftOut.values()].flat());
  expect(Object.values(rest).flat().sort()).toEqual(
    Object.values(all)
      .flat()
      .filter((file) => !out.has(file))
      .sort(),
  );
  expect(rest.whole).toContain("test/e2e/old-page.test.ts");
  expect(leaveOut(ROOT, all, ["browser"]).leftOut.get("browser")).toContain("test/e2e/old-page.test.ts");
  expect(leaveOut(ROOT, all, []).leftOut.size).toBe(0);
});

test("a file of the exhaustive run names the test that stands for it in npm test", () => {
  const all = Object.values(splitTests(ROOT, true)).flat();
  const files = fg.sync("test/**/*.exhaustive.test.*", { cwd: ROOT });
  const without = files.filter((file) => {
    const [named] = /(?<=`npm test` has )test\/[\w/.-]+\.test\.tsx?/.exec(readFileSync(join(ROOT, file), "utf8")) ?? [];
    return named === undefined || !all.includes(named);
  });
  expect([files.length > 0, without]).toEqual([true, []]);
});

test("the files that start first exist", () => {
  const all = Object.values(splitTests(ROOT, true)).flat();
  expect(LONGEST.filter((file) => !all.includes(file))).toEqual([]);
});
