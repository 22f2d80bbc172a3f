/** Requests of a pull and of a sync at 2,000 stories. `npm test` has test/fetch/sync.test.ts. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { syntheticSpace } from "../../bench/space/synthetic.ts";
import { TABLE_FILE } from "../../src/fetch/snapshot/snapshot-table.ts";
import { TAIL } from "../../src/files/state-table.ts";
import { countReads } from "../helpers/count-reads.ts";
import { openPullFixture, type PullFixture, paths } from "./helpers.ts";

let bench: PullFixture;
afterEach(() => bench.close());

const STORIES = 2000;

describe("2,000 stories in two languages", () => {
  it("need ceil(stories / per page) × 2 + 16 requests at most, and a sync after one publish three, the table once, and the rest once the publish is out", async () => {
    bench = await openPullFixture({ space: syntheticSpace({ stories: STORIES }) });
    const first = await bench.pull();
    expect([...first.space.index("en")]).toHaveLength(STORIES - 1);
    expect([...first.space.index("de")]).toHaveLength(STORIES - 1);
    // On a busy machine a request may run into its timeout and be sent again.
    const { total, retried } = first.requests;
    expect(total - retried).toBeLessThanOrEqual(Math.ceil(STORIES / 100) * 2 + 16);

    bench.service.publish("insights/post-01234", (story) => {
      story.name = "Changed";
    });
    const from = bench.service.log.length;
    const dir = join(bench.stateDir, "snapshot");
    const pulling = bench.pull({ deferChecks: true });
    const reads = await countReads(dir, () => pulling);
    const synced = await pulling;
    const read = reads.get(TABLE_FILE) ?? 0;
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThanOrEqual(statSync(join(dir, TABLE_FILE)).size + TAIL);
    expect(synced.changed.en?.published).toHaveLength(1);
    expect(synced.requests.total).toBe(3);
    const stories = paths(bench.service, from).filter((path) => path.startsWith("stories"));
    expect(stories).toEqual([
      "stories?sort_by=updated_at:desc&per_page=5&page=1",
      "stories?sort_by=updated_at:desc&per_page=5&page=1&language=de",
    ]);
    expect(await synced.restUnchanged?.()).toBe(true);
    // Version, two of recent changes, four datasources, and the listing, which has a page more for its folders.
    expect(paths(bench.service, from)).toHaveLength(7 + STORIES / 1000 + 1);
  }, 240_000);
});
