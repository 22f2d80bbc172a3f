/** A folder without a configuration builds the embedded sample, and no other space. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { exhaustiveOnly } from "../helpers/exhaustive.ts";
import { ROOT, runCli } from "../helpers/run-cli.ts";

const folder = temporaryFolder();
afterAll(folder.remove);

/** Runs in an empty folder of its own, while a service over a space folder answers. */
async function runWith(dir: string, args: string[]) {
  const service = await startSpaceService({ dir, rateLimit: false, watch: false, journal: false, quiet: true });
  const cwd = join(folder.dir, `run-${readdirSync(folder.dir).length}`);
  mkdirSync(cwd);
  try {
    const run = await runCli(args, { cwd, env: accessTo(service) });
    return { run, cwd, asked: service.log.length };
  } finally {
    await service.close();
  }
}

const accessTo = ({ endpoint, token }: SpaceService) => ({ STORYBLOK_ENDPOINT: endpoint, STORYBLOK_TOKEN: token });

describe.each(["generate", "check", "export", "pull", "listen", "schema"])("%s", (command) => {
  test("another space is a configuration error, and nothing is asked or written", async () => {
    const { run, cwd, asked } = await runWith(join(ROOT, "test/fixtures/spaces/minimal"), [command]);
    expect([run.code, run.stdout, asked, readdirSync(cwd)]).toEqual([2, "", 0, []]);
    expect(run.stderr).toContain("CONFIG_NOT_FOUND");
    expect(run.stderr).toMatch(/has no sitegen\.config\.ts, and the space at http:\/\/127\.0\.0\.1:\d+\/v2 is not/);
    expect(run.stderr).toContain("`sitegen init --from-space`");
    expect(run.stderr).not.toContain("minimal-public-token");
  });
});

exhaustiveOnly(() => {
  test("the sample's space from `sitegen space` is the sample, also where its folder was copied and edited", async () => {
    const copy = join(folder.dir, "copy");
    cpSync(join(ROOT, "templates/sample-space"), copy, { recursive: true });
    const file = join(copy, "stories/pricing.json");
    const story = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...story, name: "Edited in the copy" }));
    const { run, cwd } = await runWith(copy, ["export", "--dir", "exported", "--quiet"]);
    expect(run.code).toBe(0);
    expect(readFileSync(join(cwd, "exported/stories/pricing.json"), "utf8")).toContain("Edited in the copy");
  });
});
