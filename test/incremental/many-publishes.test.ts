/** A site that is published again and again: no publish costs more for what those before it have left. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { SpaceService } from "../../bench/space/service/start-space-service.ts";
import { filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { countReads } from "../helpers/count-reads.ts";
import { exhaustiveOnly } from "../helpers/exhaustive.ts";
import { openBuildFixture, openEdited } from "./builds.ts";

const folder = temporaryFolder();
const workshop = openBuildFixture(folder.dir);
afterAll(() => folder.remove());

const MB = 1024 * 1024;
/** Twelve of these are more than what the texts of a publish may leave. */
const LONG = "A long text. ".repeat(15_000);

/** A page that comes, is edited and goes again, and a job whose text lists could show. */
function publish(space: SpaceService, round: number): void {
  const slug = `pages/new-${Math.floor(round / 3)}`;
  if (round % 3 === 2) space.unpublish(slug);
  else
    space.publish(slug, (story) => {
      story.content = { component: "Page", meta_title: `Round ${round}`, body: [] };
    });
  space.publish("careers/one", (story) => {
    story.content.teaser_text = `${round} ${LONG}`;
  });
}

/** Publishes so often; returns what each build rendered, and its bytes read and kept, without the snapshot. */
async function publishes(rounds: number) {
  const edited = await openEdited(true);
  const grown = await workshop.grown(undefined, true);
  const builds: { pages: number; read: number; kept: number }[] = [];
  const kept = () => bytesIn(join(grown.stateDir, "cache")) + bytesIn(join(grown.stateDir, "output"));
  try {
    let before = workshop.copyOut(grown);
    for (let round = 0; round < rounds; round += 1) {
      publish(edited.space, round);
      if (round === rounds - 1) before = workshop.copyOut(grown);
      let pages = 0;
      const count = (work: string) => {
        if (work === "pages") pages += 1;
      };
      const bytes = await countReads(join(grown.stateDir, "cache"), () => workshop.build(edited, grown, { count }));
      const read = [...bytes.values()].reduce((sum, one) => sum + one, 0);
      builds.push({ pages, read, kept: kept() });
    }
    expect(filesOf(grown.out)).toEqual(await workshop.clean(edited, grown, before));
    return builds;
  } finally {
    await edited.space.close();
    workshop.clear(grown);
  }
}

function bytesIn(dir: string): number {
  return readdirSync(dir, { recursive: true, encoding: "utf8" }).reduce(
    (sum, name) => sum + statSync(join(dir, name)).size,
    0,
  );
}

test("twelve publishes with long texts make the same few pages, read as little each time, and the state stays small", async () => {
  const builds = await publishes(12);
  const [first] = builds;
  const most = (of: "pages" | "read" | "kept") => Math.max(...builds.map((build) => build[of]));
  expect(most("pages")).toBeLessThan((first?.pages ?? 0) + 4);
  expect(most("kept")).toBeLessThan((first?.kept ?? 0) + 6 * MB);
  expect(most("read")).toBeLessThan((first?.read ?? 0) + MB);
});

exhaustiveOnly(() => {
  test("a hundred publishes: the last ones read no more than the first ones", async () => {
    const builds = await publishes(100);
    const mostIn = (some: typeof builds, of: "pages" | "read" | "kept") => Math.max(...some.map((build) => build[of]));
    const [early, late] = [builds.slice(0, 30), builds.slice(-30)];
    expect(mostIn(late, "pages")).toBe(mostIn(early, "pages"));
    expect(mostIn(late, "read")).toBeLessThan(mostIn(early, "read") + MB / 4);
    expect(mostIn(late, "kept")).toBeLessThan(mostIn(early, "kept") + 3 * MB);
  }, 600_000);
});
