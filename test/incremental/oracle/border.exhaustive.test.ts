/**
 * Stories that come and go where a large file is divided into parts: the index of the live preview has one file up to a
 * thousand stories of a language. `npm test` has test/incremental/oracle/sequences-folders.test.ts.
 */
import { join } from "node:path";
import fg from "fast-glob";
import { afterAll, expect, test } from "vitest";
import { temporaryFolder } from "../../helpers/build-site.ts";
import { openLargeSite } from "./spaces.ts";
import { openWorkshop } from "./workshop.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

test("the 1,001st story comes and goes", async () => {
  const bench = await (await openWorkshop((code) => openLargeSite(1_000, code), folder.dir)).open(false);
  const slug = "en/news/one-more";
  const indexes = () => fg.sync("_assets/preview-en-*.json", { cwd: join(folder.dir, "grown/out") }).length;
  try {
    const before = indexes();
    bench.service.publish(slug, (story) => (story.content = { component: bench.site.types.dated, body: [] }));
    await bench.build();
    expect(await bench.difference()).toBe("");
    expect(indexes()).toBeGreaterThan(before + 1); // besides that of the build before, which is kept
    bench.service.unpublish(slug);
    await bench.build();
    expect(await bench.difference()).toBe("");
  } finally {
    await bench.close();
  }
}, 600_000);
