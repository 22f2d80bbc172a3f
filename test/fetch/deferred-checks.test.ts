/** Seeing that a folder was moved or sorted, or a datasource changed, takes requests that a pull may defer until pages are published. */
import { afterEach, expect, test } from "vitest";
import { RECENT_PAGE } from "../../src/fetch/constants.ts";
import type { PullOptions } from "../../src/fetch/pull-types.ts";
import { contentsOf, openPullFixture, type PullFixture, paths } from "./helpers.ts";

let bench: PullFixture;
afterEach(() => bench.close());

/** One entry of the listing a request: a space of a few folders is then as large as one of thousands of stories. */
const LARGE: Partial<PullOptions> = { listingPage: 1 };
const LATER: Partial<PullOptions> = { ...LARGE, deferChecks: true };

const isDatasource = (path: string) => path.startsWith("datasource_entries?");
const isListing = (path: string) => path.startsWith("links?");

async function openFolders(): Promise<void> {
  bench = await openPullFixture();
  const others = Array.from({ length: RECENT_PAGE }, (_, index) => `plant/${index}`);
  for (const slug of ["shop/one", "shop/two", ...others]) publish(slug); // the first are not among the recent ones
  await bench.pull(LARGE);
}

function publish(slug: string): void {
  bench.service.publish(slug, (story) => {
    story.content = { ...story.content, meta_title: `${slug}, again` };
  });
}

function changeLabel(): void {
  bench.service.setDatasource("labels", [{ name: "contact", value: "Talk to us", de: "Sprechen wir" }]);
}

/** What the service does with a folder: its stories have other slugs and the dates that they had. */
async function moveFolder(from: string, to: string): Promise<void> {
  const contents = bench.service.contents();
  const stories = contents.stories.map((story) =>
    story.slugPath.startsWith(`${from}/`)
      ? { ...story, slugPath: `${to}${story.slugPath.slice(from.length)}`, hash: `${story.hash} moved` }
      : story,
  );
  await bench.reopen({ ...contents, stories });
}

async function equalsClean(pulled: Awaited<ReturnType<PullFixture["pull"]>>): Promise<void> {
  expect(contentsOf(pulled.space)).toEqual(contentsOf((await bench.cleanPull()).space));
}

test("a publish is read without a question about folders and datasources, which is asked after it", async () => {
  await openFolders();
  publish("home");
  const from = bench.service.log.length;
  const pulled = await bench.pull(LATER);
  // The version, and the recent changes of both languages.
  expect(paths(bench.service, from)).toHaveLength(3);
  await equalsClean(pulled);
  const after = bench.service.log.length;
  expect(await pulled.restUnchanged?.()).toBe(true);
  const asked = paths(bench.service, after);
  expect(asked.filter(isDatasource)).toHaveLength(4);
  const others = asked.filter((path) => !isDatasource(path));
  expect([others.length > 0, others.every(isListing)]).toEqual([true, true]);
  const next = await bench.pull(LATER);
  expect(next.requests.total).toBe(1);
  expect(next).toMatchObject({ moved: false, snapshot: pulled.snapshot, restUnchanged: null });
});

test("a story that went is read without a question about datasources, which is asked after it", async () => {
  await openFolders();
  bench.service.unpublish("shop/one");
  const from = bench.service.log.length;
  const pulled = await bench.pull(LATER);
  expect(paths(bench.service, from).filter(isDatasource)).toEqual([]);
  expect(paths(bench.service, from).some(isListing)).toBe(true);
  await equalsClean(pulled);
  const after = bench.service.log.length;
  expect(await pulled.restUnchanged?.()).toBe(true);
  // The listing has shown where folders are.
  expect(paths(bench.service, after).map(isDatasource)).toEqual([true, true, true, true]);
  bench.service.unpublish("shop/two");
  changeLabel();
  expect(await (await bench.pull(LATER)).restUnchanged?.()).toBe(false);
  await equalsClean(await bench.pull(LATER));
});

test("a folder that was moved with a publish is seen by the question, and read by the next pull", async () => {
  await openFolders();
  publish("home");
  await moveFolder("shop", "store");
  const pulled = await bench.pull(LATER);
  expect(pulled.renames).toEqual([]);
  expect(await pulled.restUnchanged?.()).toBe(false);
  const next = await bench.pull(LATER);
  expect(next.renames.map(({ to }) => to)).toEqual(expect.arrayContaining(["store/one", "store/two"]));
  expect(next.restUnchanged).toBeNull();
  await equalsClean(next);
});

test("what was left open is asked by the next pull, though the space has not moved since", async () => {
  await openFolders();
  publish("home");
  await moveFolder("shop", "store");
  await bench.pull(LATER); // and ended there, killed perhaps
  const next = await bench.pull(LATER);
  expect(next.renames).not.toEqual([]);
  await equalsClean(next);
});

test("it is never left open twice in a row", async () => {
  await openFolders();
  publish("home");
  await moveFolder("shop", "store");
  await bench.pull(LATER);
  publish("imprint");
  const next = await bench.pull(LATER);
  expect(next.restUnchanged).toBeNull();
  expect(next.renames).not.toEqual([]);
  await equalsClean(next);
});

test("a space that has moved on since is for another pull to read", async () => {
  await openFolders();
  publish("home");
  const pulled = await bench.pull(LATER);
  publish("imprint");
  expect(await pulled.restUnchanged?.()).toBe(false);
  const next = await bench.pull(LATER);
  expect(next.moved).toBe(true);
  await equalsClean(next);
});

test("a folder that was sorted by hand with a publish is seen by the question, and read by the next pull", async () => {
  await openFolders();
  const contents = bench.service.contents();
  const stories = contents.stories.map((story) =>
    story.slugPath === "shop/two" ? { ...story, position: 7, hash: `${story.hash} sorted` } : story,
  );
  await bench.reopen({ ...contents, stories });
  publish("home");
  const pulled = await bench.pull(LATER);
  expect(await pulled.restUnchanged?.()).toBe(false);
  const next = await bench.pull(LATER);
  expect(next.restUnchanged).toBeNull();
  await equalsClean(next);
});

test("the same is seen after checks of earlier publishes, of which entries that stayed are not compared again", async () => {
  await openFolders();
  for (const slug of ["home", "shop/one", "imprint"]) {
    publish(slug);
    expect(await (await bench.pull(LATER)).restUnchanged?.()).toBe(true);
  }
  publish("home");
  await moveFolder("shop", "store");
  expect(await (await bench.pull(LATER)).restUnchanged?.()).toBe(false);
  await equalsClean(await bench.pull(LATER));
  publish("home");
  expect(await (await bench.pull(LATER)).restUnchanged?.()).toBe(true);
  // Back to entries that were compared with stories as they were before.
  publish("imprint");
  await moveFolder("store", "shop");
  expect(await (await bench.pull(LATER)).restUnchanged?.()).toBe(false);
  await equalsClean(await bench.pull(LATER));
});

test("a small space, whose listing is read, has its datasources read later too", async () => {
  bench = await openPullFixture();
  const small = { deferChecks: true };
  await bench.pull(small);
  publish("home");
  const from = bench.service.log.length;
  const pulled = await bench.pull(small);
  expect(paths(bench.service, from)).toHaveLength(4);
  await equalsClean(pulled);
  const after = bench.service.log.length;
  expect(await pulled.restUnchanged?.()).toBe(true);
  expect(paths(bench.service, after).every(isDatasource)).toBe(true);
});

test.each([
  ["is read by the next pull", true],
  ["is read by the pull after one that ended", false],
])("a datasource entry that changed with a publish %s", async (_, asks) => {
  await openFolders();
  publish("home");
  changeLabel();
  const pulled = await bench.pull(LATER);
  const { datasources } = pulled.space;
  if (asks) expect(await pulled.restUnchanged?.()).toBe(false);
  const next = await bench.pull(LATER);
  expect(next.space.datasources).not.toEqual(datasources);
  expect(next.restUnchanged).toBe(null);
  await equalsClean(next);
});

test("a datasource entry that changed alone is read at once", async () => {
  await openFolders();
  changeLabel();
  const pulled = await bench.pull(LATER);
  await equalsClean(pulled);
});

test("a datasource that could not be read is requested before anything is published", async () => {
  await openFolders();
  bench.service.faults.push({ kind: "500", match: "datasource_entries", times: 8 });
  publish("home");
  await bench.pull(LARGE);
  bench.service.faults.length = 0;
  publish("imprint");
  const pulled = await bench.pull(LATER);
  await equalsClean(pulled);
});

test("nothing is left open where the pull reads everything", async () => {
  await openFolders();
  expect((await bench.pull({ ...LATER, full: true })).restUnchanged).toBeNull();
});
