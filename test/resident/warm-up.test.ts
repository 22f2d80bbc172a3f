/** What a builder does while it is idle, so that its first publish is not a cold one. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { syntheticSpace } from "../../bench/space/synthetic.ts";
import { openProject } from "../../src/generate/project.ts";
import { warmUp } from "../../src/resident/warm-up.ts";
import { buildOptions, buildSite, filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { countReads } from "../helpers/count-reads.ts";
import { SAMPLE } from "../helpers/sample-definition.ts";

const folder = temporaryFolder();
const at = { out: join(folder.dir, "out"), stateDir: join(folder.dir, "state") };
const config = join(folder.dir, "sitegen.config.json");
let service: SpaceService;

beforeAll(async () => {
  mkdirSync(at.stateDir);
  service = await startSpaceService({ space: syntheticSpace({ stories: 12 }), rateLimit: false, quiet: true });
  const site = { origin: "https://x.example", companyName: "X" };
  writeFileSync(config, JSON.stringify({ definition: SAMPLE, site, storyblok: { requestsPerSecond: 1000 } }));
  await buildSite({ service, config, ...at });
});
afterAll(async () => {
  await service.close();
  folder.remove();
});

/** Which stories' texts are read while it runs, and that nothing else happens. */
async function readBy(isNeeded: () => boolean): Promise<string[]> {
  const before = { files: filesOf(folder.dir), requests: service.log.length };
  const options = await buildOptions({ service, config, ...at });
  const read = await countReads(at.stateDir, () => warmUp({ ...options, project: openProject() }, isNeeded));
  expect({ files: filesOf(folder.dir), requests: service.log.length }).toEqual(before);
  return [...read.keys()].filter((file) => file.startsWith("snapshot/pack"));
}

test("pages are made from the last build and its snapshot; nothing is requested or written", async () => {
  expect(await readBy(() => true)).not.toEqual([]);
});

test("a build that comes meanwhile ends it", async () => {
  expect(await readBy(() => false)).toEqual([]);
});

test("without a build before there is nothing to make again", async () => {
  rmSync(join(at.stateDir, "cache"), { recursive: true });
  expect(await readBy(() => true)).toEqual([]);
});
