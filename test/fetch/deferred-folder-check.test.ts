/** Detecting a moved folder takes a story of each folder: a pull may defer that until the first page is published. */
import { afterEach, expect, test } from "vitest";
import { RECENT_PAGE } from "../../src/fetch/constants.ts";
import type { PullOptions } from "../../src/fetch/pull-types.ts";
import { contentsOf, openPullFixture, type PullFixture, paths } from "./helpers.ts";

let bench: PullFixture;
afterEach(() => bench.close());

/** One entry of the listing a request: a space of a few folders is then as large as one of thousands of stories. */
const LARGE: Partial<PullOptions> = { listingPage: 1 };
const LATER: Partial<PullOptions> = { ...LARGE, deferFolderCheck: true };

const isSample = (path: string) => path.includes("by_uuids");
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

test("a publish is read without a question about folders, which is asked after it", async () => {
  await openFolders();
  publish("home");
  const from = bench.service.log.length;
  const pulled = await bench.pull(LATER);
  expect(paths(bench.service, from)).toHaveLength(7);
  expect(paths(bench.service, from).filter(isSample)).toEqual([]);
  await equalsClean(pulled);
  const after = bench.service.log.length;
  expect(await pulled.foldersUnchanged?.()).toBe(true);
  const asked = paths(bench.service, after);
  expect(asked).toHaveLength(1);
  expect(asked.every(isSample)).toBe(true);
  // Where stories are is asked, not what stands in them.
  expect(new URLSearchParams(asked[0]).get("excluding_fields")?.split(",")).toContain("body");
  const next = await bench.pull(LATER);
  expect(next.requests.total).toBe(1);
  expect(next).toMatchObject({ moved: false, snapshot: pulled.snapshot, foldersUnchanged: null });
});

test("a folder that was moved with a publish is seen by the question, and read by the next pull", async () => {
  await openFolders();
  publish("home");
  await moveFolder("shop", "store");
  const pulled = await bench.pull(LATER);
  expect(pulled.renames).toEqual([]);
  expect(await pulled.foldersUnchanged?.()).toBe(false);
  const next = await bench.pull(LATER);
  expect(next.renames.map(({ to }) => to)).toEqual(expect.arrayContaining(["store/one", "store/two"]));
  expect(next.foldersUnchanged).toBeNull();
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
  expect(next.foldersUnchanged).toBeNull();
  expect(next.renames).not.toEqual([]);
  await equalsClean(next);
});

test("a space that has moved on since is for another pull to read", async () => {
  await openFolders();
  publish("home");
  const pulled = await bench.pull(LATER);
  publish("imprint");
  expect(await pulled.foldersUnchanged?.()).toBe(false);
  const next = await bench.pull(LATER);
  expect(next.moved).toBe(true);
  await equalsClean(next);
});

test("the listing answers where it takes fewer requests than a story of each folder", async () => {
  await openFolders();
  publish("home");
  const size = bench.service.contents().stories.length;
  const pulled = await bench.pull({ ...LATER, listingPage: size });
  const from = bench.service.log.length;
  expect(await pulled.foldersUnchanged?.()).toBe(true);
  expect(paths(bench.service, from).every(isListing)).toBe(true);
  expect(bench.service.log.length).toBeGreaterThan(from);
  publish("home");
  await moveFolder("shop", "store");
  expect(await (await bench.pull({ ...LATER, listingPage: size })).foldersUnchanged?.()).toBe(false);
});

test("nothing is left open where the pull reads the listing anyway, or reads everything", async () => {
  await openFolders();
  publish("home");
  expect((await bench.pull({ ...LATER, listingPage: 1000 })).foldersUnchanged).toBeNull();
  bench.service.unpublish("imprint");
  expect((await bench.pull(LATER)).foldersUnchanged).toBeNull();
  expect((await bench.pull({ ...LATER, full: true })).foldersUnchanged).toBeNull();
});
