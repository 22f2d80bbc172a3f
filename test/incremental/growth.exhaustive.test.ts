/**
 * No step of a page costs more on a larger site: what a build does is counted at two sizes, no clock is read.
 * `npm test` has test/incremental/publishes.test.ts.
 */
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleBlocks } from "../../bench/space/load-sample-blocks.ts";
import { mixedPostSlug, mixedSpace } from "../../bench/space/mixed-space.ts";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import type { BuildOptions } from "../../src/generate/build-options.ts";
import { SILENT } from "../../src/problems/reporter.ts";
import type { SpaceContents } from "../../src/space/model.ts";
import type { CountedWork } from "../../src/util/work-counter.ts";
import { buildSite, temporaryFolder } from "../helpers/build-site.ts";
import { countReads } from "../helpers/count-reads.ts";
import { SAMPLE } from "../helpers/sample-definition.ts";

const SMALL = 420;
const LARGE = 4 * SMALL;

type Counts = Record<CountedWork, number>;

const folder = temporaryFolder();
const config = join(folder.dir, "sitegen.config.json");
beforeAll(() => {
  const site = { origin: "https://x.example", companyName: "X" };
  writeFileSync(config, JSON.stringify({ definition: SAMPLE, site, storyblok: { requestsPerSecond: 1000 } }));
});
afterAll(() => folder.remove());

/** What building does after each edit, and how many pages there are. */
async function costs(stories: number) {
  const contents: SpaceContents = mixedSpace({ stories, sections: [1, 2], ...(await loadSampleBlocks()) });
  const service = await startSpaceService({ space: contents, rateLimit: false, quiet: true });
  const dir = join(folder.dir, String(stories));
  mkdirSync(join(dir, "state"), { recursive: true });
  let times: ReadonlyMap<string, number> = new Map();
  const run = async (more: Partial<BuildOptions> = {}) => {
    const counts: Counts = { cards: 0, entries: 0, indexed: 0, payloads: 0, pages: 0, files: 0 };
    const count = (work: CountedWork, times = 1) => {
      counts[work] += times;
    };
    const asked = { before: service.log.length, published: 0 };
    const step = (text: string) => {
      if (text === "Publishing") asked.published ||= service.log.length;
    };
    const overrides = { testHooks: { count }, reporter: { ...SILENT, step }, ...more };
    const result = await buildSite({
      service,
      config,
      out: join(dir, "out"),
      stateDir: join(dir, "state"),
      overrides,
    });
    const after = payloadTimes(join(dir, "out"));
    const payloads = [...after].filter(([file, time]) => times.get(file) !== time).length;
    times = after;
    const askedBefore = asked.published - asked.before;
    // Whoever reads the report reads the list of problems.
    return { counts, payloads, askedBefore, report: () => result.report };
  };
  try {
    const clean = await run();
    const unchanged = await countReads(dir, () => run({ countsProblems: true }));
    edits(service).body();
    const body = await run();
    edits(service).industry();
    const industry = await run();
    const newest = contents.stories.filter(({ slugPath }) => slugPath.includes("/post-")).at(-1)?.slugPath ?? "";
    service.publish(newest, ({ content }) => (content.meta_title = "For search engines"));
    const newestHead = await run();
    service.publish(newest, ({ content }) => {
      content.teaser_title = "The newest post";
      content.teaser_title__i18n__de = "Der neueste Beitrag";
    });
    const newestTitle = await run();
    edits(service).title();
    const title = await run();
    edits(service).title("A title beside a move");
    edits(service).moveFolder();
    const moved = await run();
    const after = await run();
    service.publish(`${newest}-later`, (story) => {
      story.content = {
        component: "Insights",
        teaser_title: "Later",
        date: "2031-01-01 10:00",
        category: "team",
        body: [],
      };
    });
    const added = await run();
    service.unpublish(`${newest}-later`);
    const removed = await run();
    const publishPage = () =>
      service.publish("pages/added", (story) => {
        story.content = {
          component: "Page",
          meta_title: "Added",
          body: [{ component: "IntroHeadline", headline: "Added" }],
        };
      });
    publishPage();
    await run();
    service.unpublish("pages/added");
    const pageRemoved = await run();
    publishPage();
    const pageAdded = await run();
    service.rename("pages/added", "pages/renamed");
    const pageRenamed = await run();
    const post = mixedPostSlug(90);
    service.rename(post, `${post}-renamed`);
    const postRenamed = await run();
    const lists = { newestHead, newestTitle, added, removed, pageAdded, pageRemoved, pageRenamed, postRenamed };
    service.rename("pages/renamed", "pages/renamed-again");
    service.setGlobal((story) => (story.content.open_jobs = "77")); // for the whole site
    edits(service).moveFolder(`${FOLDER}-moved`, FOLDER);
    await run();
    return { clean, unchanged, title, body, industry, moved, after, lists, out: join(dir, "out") };
  } finally {
    await service.close();
  }
}

/** When each payload was written; a file that stays the same keeps its time. */
function payloadTimes(out: string): Map<string, number> {
  const files = readdirSync(out, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith("_payload.json"),
  );
  return new Map(files.map((path) => [path, statSync(join(out, path)).mtimeMs]));
}

const FOLDER = "insights/topic-1";

/** All of one post in the middle of the space, so that the newest posts stay the newest. */
function edits(service: SpaceService) {
  const slug = mixedPostSlug(90);
  return {
    title: (text = "Another title") =>
      service.publish(slug, (story) => {
        story.content.teaser_title = text;
        story.content.teaser_title__i18n__de = `${text}, auf Deutsch`;
      }),
    body: () =>
      service.publish(slug, (story) => {
        story.content.body = [{ component: "TextTeaser", text: "Only here" }];
      }),
    /** What the service does: the stories below have other slugs, and the dates that they had. */
    moveFolder(from = FOLDER, to = `${FOLDER}-moved`) {
      const contents = service.contents();
      const stories = contents.stories.map((story) =>
        `${story.slugPath}/`.startsWith(`${from}/`)
          ? { ...story, slugPath: story.slugPath.replace(from, to), hash: `${story.hash} moved` }
          : story,
      );
      service.replace({ ...contents, stories }, service.cv() + 1);
    },
    industry: () =>
      service.publish(slug, (story) => {
        story.content.industries = ["industry-3", "industry-4"];
      }),
  };
}

describe(`from ${SMALL} to ${LARGE} stories`, () => {
  let small: Awaited<ReturnType<typeof costs>>;
  let large: Awaited<ReturnType<typeof costs>>;
  beforeAll(async () => {
    small = await costs(SMALL);
    large = await costs(LARGE);
  }, 900_000);

  const perPage = ({ counts, report }: (typeof small)["clean"], work: CountedWork) =>
    counts[work] / report().pages.total;

  test("a clean build makes each card, payload and page once", () => {
    for (const { clean } of [small, large]) {
      expect(clean.counts.cards).toBeLessThanOrEqual(clean.report().stories);
      expect(clean.counts.payloads).toBe(clean.report().pages.total);
      expect(clean.counts.pages).toBeLessThanOrEqual(clean.report().pages.total + 2);
    }
  });

  test.each(["cards", "entries", "indexed", "files"] as const)("%s a page do not grow in a clean build", (work) => {
    expect(perPage(large.clean, work)).toBeLessThanOrEqual(perPage(small.clean, work) * 1.15 + 1);
  });

  test("a build without changes reads as many files, and as much of them, however many pages and problems there are", () => {
    expect(large.clean.report().problems.length).toBeGreaterThan(small.clean.report().problems.length * 3);
    expect(small.unchanged.size).toBeGreaterThan(4);
    expect(large.unchanged.size).toBeLessThanOrEqual(small.unchanged.size);
    // The record of the output is read as a whole, to look at some of its files.
    const isRecord = (file: string) => file.includes("/output/");
    const sum = ({ unchanged }: typeof small) =>
      [...unchanged].reduce((all, [file, bytes]) => (isRecord(file) ? all : all + bytes), 0);
    expect(sum(large)).toBeLessThan(sum(small) * 1.05);
    expect([...large.unchanged.keys()].filter((file) => /cache\/(pages|stories)|snapshot\/pack/.test(file))).toEqual(
      [],
    );
  });

  test.each(["title", "body", "industry"] as const)("a changed %s costs no more", (edit) => {
    for (const work of ["cards", "payloads", "pages", "files"] as const) {
      expect({ [work]: large[edit].counts[work] }).toEqual({
        [work]: expect.toSatisfy((count: number) => count <= small[edit].counts[work] * 1.3 + 4),
      });
    }
  });

  test("an edit of the newest post makes the payloads of its own pages, and of those that show what changed of it", () => {
    for (const { newestHead, newestTitle } of [small.lists, large.lists]) {
      expect(newestHead.counts).toMatchObject({ payloads: 2, pages: 2 });
      expect(newestTitle.counts).toMatchObject({ payloads: newestTitle.payloads });
      expect(newestTitle.payloads).toBeGreaterThan(100);
    }
    // More than the 400 pages that are looked at on any site, and less than an eighth.
    expect(large.lists.newestTitle.payloads).toBeGreaterThan(400);
  });

  test("a new post and one that is unpublished make the pages that change, and few others", () => {
    for (const { added, removed } of [small.lists, large.lists]) {
      expect(added.payloads).toBeGreaterThan(50);
      for (const { counts, payloads } of [added, removed]) {
        expect(counts.pages).toBe(payloads);
        expect(counts.payloads - payloads).toBeLessThanOrEqual(4);
        expect(counts.files - payloads).toBeLessThanOrEqual(4);
      }
    }
  });

  test("a page that no list shows is published and unpublished by itself", () => {
    for (const { pageAdded, pageRemoved } of [small.lists, large.lists]) {
      expect(pageAdded.counts).toMatchObject({ cards: 0, payloads: 2, pages: 2, files: 2 });
      expect(pageRemoved.counts).toMatchObject({ cards: 0, payloads: 0, pages: 0, files: 0 });
    }
  });

  test("a renamed story makes its own pages and those that name it, as many at any size", () => {
    for (const { pageRenamed, postRenamed } of [small.lists, large.lists]) {
      expect(pageRenamed.counts).toMatchObject({ cards: 0, payloads: 2, pages: 2, files: 2 });
      expect(pageRenamed.report()).toMatchObject({ pages: { written: 2, removed: 2 } });
      expect(postRenamed.counts.pages).toBe(postRenamed.payloads);
    }
    for (const edit of ["pageRenamed", "postRenamed"] as const) {
      for (const work of ["payloads", "pages"] as const)
        expect(large.lists[edit].counts[work]).toBeLessThanOrEqual(small.lists[edit].counts[work] * 1.3 + 50);
    }
  });

  test("a rename beside a moved folder is not forgotten: a redirect is where the page was", () => {
    for (const { out } of [small, large]) {
      const has = (path: string) => ["index.html", "_payload.json"].map((file) => existsSync(join(out, path, file)));
      for (const old of [`${FOLDER}-moved`, "pages/added", "pages/renamed"]) expect(has(old)).toEqual([true, false]);
      for (const now of [FOLDER, "pages/renamed-again"]) expect(has(now)).toEqual([true, true]);
    }
  });

  test("a publish asks three times at any size, and for datasources and folders once the pages are out", () => {
    expect(large.title.askedBefore).toBe(3);
    expect(large.title.report().requests.total).toBeLessThanOrEqual(10);
    expect(small.title.askedBefore).toBe(4);
    expect(small.title.report().requests.total).toBe(8); // its listing is one request, and always read
  });

  test("a folder that was moved with a publish is moved by the same build, which then has nothing left to do", () => {
    for (const { moved, after } of [small, large]) {
      expect(moved.report().pages.removed).toBeGreaterThan(40);
      expect(after.report()).toMatchObject({ requests: { total: 1 }, pages: { written: 0, removed: 0 } });
    }
    expect(large.moved.askedBefore).toBe(3);
  });

  test("what a payload does not hold renders nothing: only pages whose payload changed are rendered", () => {
    for (const { title, body, industry } of [small, large]) {
      for (const { counts, report, payloads } of [title, body, industry]) {
        expect(counts.pages).toBe(payloads);
        expect(report().pages.written).toBeLessThanOrEqual(payloads);
      }
    }
  });
});
