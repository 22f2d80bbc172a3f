/** The jobs of templates/ci/kubernetes-shards.yml: what their containers run, with a folder for each pod's disk. */
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { parseAllDocuments } from "yaml";
import { expectDeployed } from "../deploy/deploy-folders.ts";
import { KEY, openMachines } from "./machines.ts";

// The bucket's server runs in this thread, which waits for no other.
vi.mock("../../src/files/script-file.ts", () => ({ scriptFile: () => null }));

test("Kubernetes' jobs: each pod with a disk of its own, the state in a bucket that is encrypted", async () => {
  const machines = await openMachines("S3");
  const env = { SITEGEN_STATE_KEY: KEY };
  const text = readFileSync(join(import.meta.dirname, "../../templates/ci/kubernetes-shards.yml"), "utf8");
  const [render, publish] = parseAllDocuments(text).map((one) => one.toJS().spec.template.spec);
  const work = join(machines.dir, "bucket-of-parts");
  /** Runs what a pod's containers run, in a folder instead of /build. `aws s3 sync` copies. */
  const pod = async (name: string, spec: typeof render, index = "") => {
    const build = join(machines.dir, name);
    const values: Record<string, string> = { TARGET: machines.address, WORK: work, JOB_COMPLETION_INDEX: index };
    const fill = (word: string) =>
      word.replace(/\$\((\w+)\)|"\$(\w+)"/g, (_, a, b) => values[a ?? b] ?? "").replaceAll("/build", build);
    for (const { command = [], args = [], env: own = [] } of [...spec.initContainers, ...spec.containers]) {
      const words: string[] = [...command, ...args].map(fill);
      if (words[0] === "s3") {
        expect(words[1]).toBe("sync");
        cpSync(words[2] ?? "", words[3] ?? "", { recursive: true });
        continue;
      }
      const variables = Object.fromEntries(own.map((one: { name: string; value: string }) => [one.name, one.value]));
      const lines = words[0] === "sh" ? (words[2] ?? "").split("\n") : [words.join(" ")];
      for (const line of lines.filter((one) => one.startsWith("npx sitegen "))) {
        const parts = line
          .split(" ")
          .slice(2)
          .flatMap((word) => filesOf(word));
        const done = await machines.sitegen(parts, { ...env, ...variables, JOB_COMPLETION_INDEX: index });
        expect(done, done.stderr).toMatchObject({ code: 0 });
      }
    }
  };
  const filesOf = (word: string) =>
    word.endsWith("/*") ? readdirSync(word.slice(0, -2)).map((one) => join(word.slice(0, -2), one)) : [word];
  try {
    expect(await machines.on("first", ["generate"])).toMatchObject({ code: 0 });
    expect(await machines.deploy("first", env)).toMatchObject({ code: 0 });
    const hero = "blocks/hero/hero.tsx";
    machines.write({ [hero]: readFileSync(join(machines.dir, hero), "utf8").replaceAll("h1", "h2") });
    for (const index of ["0", "1", "2", "3"]) await pod(`render-${index}`, render, index);
    await pod("publish", publish);
    expect(await machines.on("whole", ["generate"])).toMatchObject({ code: 0 });
    const tree = Object.entries(await machines.target.tree("www"));
    const site = tree.filter(([path]) => !path.startsWith(".sitegen-deploy/state/"));
    await expectDeployed(join(machines.dir, "whole/out"), Object.fromEntries(site));
  } finally {
    await machines.close();
  }
});
