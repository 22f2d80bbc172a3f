/** Only a production build may be indexed, wherever the environment is set. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { runHere } from "../helpers/run-here.ts";
import { SAMPLE } from "../helpers/sample-definition.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());
let close = () => Promise.resolve();
afterEach(() => close());

test.each([
  ["nobody", undefined, undefined, false],
  ["the configuration", "staging", undefined, true],
  ["the environment", undefined, "preview-42", true],
  ["the environment, which wins", "staging", "production", false],
])("named by %s", async (name, configured, given, isHidden) => {
  const dir = join(ROOT, "test/fixtures/spaces/minimal");
  const service = await startSpaceService({ dir, watch: false, rateLimit: false, quiet: true });
  close = () => service.close();
  const config = join(folder.dir, "sitegen.config.json");
  const site = { origin: "https://x.example", companyName: "X" };
  const common = { site, definition: SAMPLE, storyblok: { requestsPerSecond: 1000 } };
  writeFileSync(config, JSON.stringify({ ...common, ...(configured && { environment: configured }) }));
  const out = join(folder.dir, name);
  const env = { STORYBLOK_ENDPOINT: service.endpoint, STORYBLOK_TOKEN: service.token };
  const args = ["generate", "--config", config, "--out", out, "--state", `${out}.state`, "--quiet"];
  const run = await runHere(args, {
    cwd: folder.dir,
    env: given === undefined ? env : { ...env, SITEGEN_ENVIRONMENT: given },
  });
  expect(run).toMatchObject({ code: 0 });
  const text = (file: string) => readFileSync(join(out, file), "utf8");
  expect(text("index.html").includes('<meta name="robots" content="noindex">')).toBe(isHidden);
  expect(text("robots.txt").includes("Disallow: /\n")).toBe(isHidden);
  expect(text("robots.txt").includes("Sitemap:")).toBe(!isHidden);
});
