/** `sitegen schema` and `sitegen why` as processes. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { runHere } from "../helpers/run-here.ts";
import { SAMPLE } from "../helpers/sample-definition.ts";

const folder = temporaryFolder();
let service: SpaceService;

beforeAll(async () => {
  const dir = join(ROOT, "test/fixtures/spaces/minimal");
  service = await startSpaceService({ dir, rateLimit: false, quiet: true, watch: false, journal: false });
  const config = {
    definition: SAMPLE,
    site: { companyName: "X", platformName: "Forge" },
    storyblok: { requestsPerSecond: 1000 },
  };
  writeFileSync(join(folder.dir, "forge.json"), JSON.stringify(config));
});
afterAll(async () => {
  await service.close();
  folder.remove();
});

const run = (args: string[], env: Record<string, string> = {}) => runHere(args, { cwd: folder.dir, env });

describe("schema", () => {
  test("prints components as one JSON object, named after the configured platform", async () => {
    const sample = await run(["schema"], { FORCE_COLOR: "1" });
    expect([sample.code, sample.stderr]).toEqual([0, ""]);
    const names = (text: string) => JSON.parse(text).components.map(({ name }: { name: string }) => name);
    expect(names(sample.stdout)).toEqual(expect.arrayContaining(["Page", "Global", "HeroLumen", "LumenSmall"]));
    const forge = await run(["schema", "--config", "forge.json"]);
    expect(names(forge.stdout)).toEqual(expect.arrayContaining(["Page", "Global", "HeroForge", "ForgeSmall"]));
    expect(forge.stdout).not.toContain("Lumen");
  });

  test("--list prints the same components as a list, as Storyblok's own tools read them", async () => {
    const [list, plain] = [await run(["schema", "--list"]), await run(["schema"])];
    expect([list.code, { components: JSON.parse(list.stdout) }]).toEqual([0, JSON.parse(plain.stdout)]);
  });

  test("--types prints TypeScript, and nothing else", async () => {
    const { code, stdout, stderr } = await run(["schema", "--types", "--config", "forge.json"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^export interface HeroForge/m);
    expect(stdout).not.toMatch(/\bany\b/);
  });

  test("a mistyped option, options that do not go together and a missing configuration are refused with 2", async () => {
    const mistyped = await run(["schema", "--type"]);
    expect([mistyped.code, mistyped.stdout, mistyped.stderr.includes("--types")]).toEqual([2, "", true]);
    const unfit = [
      ["--list", "--types"],
      ["--types", "--diff"],
      ["--list", "--diff"],
      ["--components", "x"],
    ];
    for (const flags of unfit) {
      const { code, stdout, stderr } = await run(["schema", ...flags]);
      expect([code, stdout, stderr.includes(flags[0] ?? "")]).toEqual([2, "", true]);
    }
    const missing = await run(["schema", "--config", "none.json"]);
    expect([missing.code, missing.stdout, missing.stderr.includes("CONFIG_NOT_FOUND")]).toEqual([2, "", true]);
  });
});

describe("why", () => {
  test("tells what a page was built from and why the last build wrote it, or not", async () => {
    const env = { STORYBLOK_ENDPOINT: service.endpoint, STORYBLOK_TOKEN: service.token };
    const generate = () => run(["generate", "--config", "forge.json", "--state", "state"], env);
    const before = await run(["why", "/", "--state", "state"]);
    expect([before.code, before.stdout, before.stderr.includes("Run `sitegen generate` first")]).toEqual([2, "", true]);
    await generate();
    const first = await run(["why", "/", "--state", "state"]);
    expect([first.code, first.stderr]).toEqual([0, ""]);
    expect(first.stdout).toMatch(/^\/\nRendered by the last build: it was not there before\.\n/);
    service.publish("company/about", (story) => {
      story.content.meta_description = "Changed";
    });
    await generate();
    const kept = await run(["why", "/imprint", "--state", "state"]);
    expect(kept.stdout).toMatch(/^\/imprint\/\nKept by the last build/);
    const written = await run(["why", "company/about/", "--state", "state"]);
    expect(written.stdout).toMatch(/^\/company\/about\/\nRendered by the last build: its own story/);
  });

  test("names stories and files as people know them; the home page's picture where a page falls back to it", async () => {
    const home = await run(["why", "/", "--state", "state"]);
    const stories = home.stdout.split("\n").filter((line) => /stor(y|ies) /.test(line));
    expect(stories.length).toBeGreaterThan(0);
    expect(home.stdout).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    expect(home.stdout).not.toMatch(/(: |, )(,|$)/m);
    expect(home.stdout).toMatch(/: [^,\n]+ \([\w/-]+\)/);
    expect(home.stdout).not.toContain("/f/");
    const imprint = await run(["why", "/imprint/", "--state", "state"]);
    const copied = await run(["why", "https://www.example.com/impr%69nt/?q=1#top", "--state", "state"]);
    expect(copied).toEqual(imprint);
    expect(imprint.stdout).toContain("the home page's picture for shared links");
  });

  test("an unknown page gets a suggestion; a missing one is asked for", async () => {
    const near = await run(["why", "/imprnt/", "--state", "state"]);
    expect([near.code, near.stdout, near.stderr.includes("Did you mean /imprint/?")]).toEqual([2, "", true]);
    const none = await run(["why"]);
    expect([none.code, none.stderr.includes("missing required argument")]).toEqual([2, true]);
  });
});
