/** What an incremental build writes and stores. test/incremental compares it with a clean build. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { syntheticSlug, syntheticSpace } from "../../bench/space/synthetic.ts";
import { buildSite, filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { SAMPLE } from "../helpers/sample-definition.ts";

const folder = temporaryFolder();
const config = join(folder.dir, "sitegen.config.json");
let service: SpaceService;
let serial = 0;

beforeAll(async () => {
  writeFileSync(
    config,
    JSON.stringify({
      definition: SAMPLE,
      site: { origin: "https://x.example", companyName: "X" },
      keepBuilds: 1,
      storyblok: { requestsPerSecond: 1000 },
    }),
  );
});
afterAll(async () => {
  folder.remove();
});

const start = () => startSpaceService({ space: syntheticSpace({ stories: 14 }), rateLimit: false, quiet: true });
const place = (name: string) => {
  const dir = join(folder.dir, `${name}-${serial++}`);
  mkdirSync(join(dir, "state"), { recursive: true });
  return { out: join(dir, "out"), stateDir: join(dir, "state") };
};

const slug = (index: number) => syntheticSlug(index);
describe("an incremental build", () => {
  test("one publish writes the pages that show the story and no others; nothing published writes nothing", async () => {
    service = await start();
    try {
      const site = place("site");
      const first = await buildSite({ service, config, ...site });
      expect(first.report.pages.written).toBe(first.report.pages.total);
      const again = await buildSite({ service, config, ...site });
      expect(again.report.pages).toMatchObject({ written: 0, removed: 0 });
      expect(again.report.requests.total).toBe(1);
      service.publish(slug(5), (story) => {
        story.content.body = [{ component: "TextTeaser", text: "Only here" }];
      });
      const after = await buildSite({ service, config, ...site });
      expect(after.report.pages.written).toBeGreaterThanOrEqual(1);
      expect(after.report.pages.written).toBeLessThan(first.report.pages.total / 2);
      expect(after.report.requests.total).toBeLessThanOrEqual(8);
    } finally {
      await service.close();
    }
  });

  test("a rename leaves a redirect from the old path that survives the loss of the snapshot", async () => {
    service = await start();
    try {
      const site = place("site");
      await buildSite({ service, config, ...site });
      service.rename(slug(3), "insights/moved");
      await buildSite({ service, config, ...site });
      const stub = `${slug(3)}/index.html`;
      expect(filesOf(site.out)).toHaveProperty(stub);
      const { report } = await buildSite({ service, config, ...site, overrides: { full: true } });
      expect(report.redirects).toBeGreaterThanOrEqual(1);
      expect(filesOf(site.out)).toHaveProperty(stub);
    } finally {
      await service.close();
    }
  });
});
