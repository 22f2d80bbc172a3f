/** "Incremental equals clean": whatever was published in whatever order, the output is that of a build from nothing. */
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../src/space/start-space-service.ts";
import { syntheticSlug, syntheticSpace } from "../../src/space/synthetic.ts";
import { buildSite, filesOf, temporaryFolder } from "../helpers/build-site.ts";

const folder = temporaryFolder();
const config = join(folder.dir, "sitegen.config.json");
let service: SpaceService;
let serial = 0;

beforeAll(async () => {
  writeFileSync(
    config,
    JSON.stringify({
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
  mkdirSync(dir);
  return { out: join(dir, "out"), stateDir: join(dir, "state") };
};

const slug = (index: number) => syntheticSlug(index);
const edits: Record<string, (space: SpaceService, index: number, word: string) => void> = {
  title: (space, index, word) =>
    space.publish(slug(index), (story) => {
      story.content.teaser_title = word;
    }),
  body: (space, index, word) =>
    space.publish(slug(index), (story) => {
      story.content.body = [{ component: "TextTeaser", text: word, text__i18n__de: `${word} de` }];
    }),
  category: (space, index) =>
    space.publish(slug(index), (story) => {
      story.content.category = "team";
    }),
  unpublish: (space, index) => space.unpublish(slug(index)),
  rename: (space, index, word) => space.rename(slug(index), `insights/${word}-${index}`),
  global: (space, index) =>
    space.setGlobal((story) => {
      story.content.open_jobs = String(index);
    }),
  label: (space, _index, word) => space.setDatasource("labels", [{ name: "driven_by", value: word }]),
  categoryName: (space, _index, word) =>
    space.setDatasource("insight-categories", [{ name: word, value: "team", de: `${word} de` }]),
};

async function attempt(space: SpaceService, name: string, index: number, word: string): Promise<void> {
  try {
    edits[name]?.(space, index, word);
  } catch {
    // An edit of a story that an earlier edit removed or renamed: nothing to do.
  }
}

describe("incremental equals clean", () => {
  test("after any sequence of edits, byte for byte", async () => {
    const edit = fc.record({
      name: fc.constantFrom(...Object.keys(edits)),
      index: fc.integer({ min: 0, max: 10 }),
      word: fc.constantFrom("alpha", "beta", "gamma"),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
        async (rounds) => {
          service = await start();
          try {
            const grown = place("grown");
            await buildSite({ service, config, ...grown });
            const clean = place("clean");
            mkdirSync(clean.stateDir, { recursive: true });
            for (const round of rounds) {
              for (const { name, index, word } of round) await attempt(service, name, index, word);
              // The clean build gets the same kept builds: what lay in the folder before the last one.
              rmSync(clean.out, { recursive: true, force: true });
              cpSync(grown.out, clean.out, { recursive: true });
              await buildSite({ service, config, ...grown });
            }
            const renames = join(grown.stateDir, "renames.json");
            if (existsSync(renames)) cpSync(renames, join(clean.stateDir, "renames.json"));
            await buildSite({ service, config, ...clean });
            expect(filesOf(grown.out)).toEqual(filesOf(clean.out));
          } finally {
            await service.close();
          }
        },
      ),
      { numRuns: 5, seed: 7 },
    );
  }, 180_000);

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
  }, 60_000);

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
  }, 60_000);
});
