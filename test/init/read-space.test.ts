/** What `init --from-space` requests of a large space: every page of every listing, each with one request. */
import { afterAll, expect, test } from "vitest";
import { startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { readSpace } from "../../src/init/read-space.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { spaceInfo, writeFiles } from "../helpers/site-from-space.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

test("all stories in every language and all entries of a datasource, without a redirect for each request", async () => {
  const slugs = Array.from({ length: 101 }, (_, index) => `page-${index}`);
  const story = (title: string) => ({ content: { component: "page", title } });
  writeFiles(folder.dir, {
    "space.json": spaceInfo("Large", ["de"]),
    ...Object.fromEntries(slugs.map((slug) => [`stories/${slug}.json`, story(slug)])),
    "datasources/materials.json": Array.from({ length: 1001 }, (_, index) => ({
      name: `M${index}`,
      value: `m${index}`,
    })),
  });
  const service = await startSpaceService({
    dir: folder.dir,
    rateLimit: false,
    quiet: true,
    watch: false,
    journal: false,
  });
  try {
    const access = { endpoint: service.endpoint, token: service.token, requestsPerSecond: 1000, timeoutMs: 20_000 };
    const { stories, datasources } = await readSpace(access);
    expect(stories.map(({ fullSlug }) => fullSlug).sort()).toEqual(slugs.sort());
    expect(stories.every(({ translations }) => translations.length === 1)).toBe(true);
    expect(datasources.map(({ values }) => values.length)).toEqual([1001]);
    // The space, two pages of stories in two languages, the datasources, two pages of entries.
    expect(service.log.map(({ status }) => status)).toEqual(Array(8).fill(200));
  } finally {
    await service.close();
  }
});
