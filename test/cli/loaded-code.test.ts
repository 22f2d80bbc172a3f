/** Which packages and how much code a command loads, since that takes time at every start. No clock is read. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { type Service, temporaryFolder } from "../helpers/build-site.ts";
import { ROOT, runCli } from "../helpers/run-cli.ts";
import { SAMPLE } from "../helpers/sample-definition.ts";

const folder = temporaryFolder();
let service: Service & { close(): Promise<void> };
beforeAll(async () => {
  service = await startSpaceService({ dir: join(ROOT, "test/fixtures/spaces/minimal"), watch: false, quiet: true });
});
afterAll(async () => {
  await service.close();
  folder.remove();
});

/** What an installed package runs on every Node. */
const run = (args: readonly string[], env: Record<string, string>) =>
  runCli(args, {
    cwd: folder.dir,
    env: { ...env, NODE_ENV: "production" },
    program: join(ROOT, "dist/sitegen.mjs"),
  });

/** The packages a command loads, and the bytes of the bundled program: V8 lists every module that was run. */
async function loadedBy(name: string, args: readonly string[], env: Record<string, string> = {}) {
  const coverage = join(folder.dir, `${name}-modules`);
  const { code, stderr } = await run(args, { ...env, NODE_V8_COVERAGE: coverage });
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const modules = readdirSync(coverage)
    .flatMap((file) => (JSON.parse(readFileSync(join(coverage, file), "utf8")) as { result: { url: string }[] }).result)
    .filter(({ url }) => url.startsWith("file:"))
    .map(({ url }) => relative(ROOT, fileURLToPath(url)).split(sep).join("/"));
  const packages = modules.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  const own = modules.filter((path) => path.startsWith("dist/"));
  return {
    packages: [...new Set(packages)].sort(),
    bytes: own.reduce((sum, path) => sum + statSync(join(ROOT, path)).size, 0),
  };
}

test("the help loads the command line alone", async () => {
  const { packages, bytes } = await loadedBy("help", ["--help"]);
  expect(packages).toEqual(["commander"]);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(80_000);
});

test("a build without changes loads neither React nor the blocks nor what finds files by pattern", async () => {
  const config = join(folder.dir, "sitegen.config.json");
  writeFileSync(config, JSON.stringify({ definition: SAMPLE, storyblok: { requestsPerSecond: 1000 } }));
  mkdirSync(join(folder.dir, "state"));
  const env = { STORYBLOK_ENDPOINT: service.endpoint, STORYBLOK_TOKEN: service.token };
  const args = ["generate", "--config", config, "--out", "out", "--state", "state", "--quiet"];
  expect(await run(args, env)).toMatchObject({ code: 0 });
  const { packages, bytes } = await loadedBy("unchanged", args, env);
  expect(packages).toEqual(["commander", "p-limit", "storyblok-js-client", "yocto-queue"]);
  expect(bytes).toBeLessThan(575_000);
});
