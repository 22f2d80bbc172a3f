import { afterEach, describe, expect, it } from "vitest";
import type { SpaceService } from "../../bench/space/service/start-space-service.ts";
import { contentsOf, openPullFixture, type PullFixture, paths, type ServiceOptions } from "./helpers.ts";

let bench: PullFixture;
afterEach(() => bench.close());

/** A pull in pages of two during which `move` happens just before the request that `match` names is answered. */
async function pullWhile(match: string, move: (service: SpaceService) => void, options: Partial<ServiceOptions> = {}) {
  bench = await openPullFixture(options);
  const { service } = bench;
  service.faults.push({ kind: "hook", match, hook: () => move(service) });
  const result = await bench.pull({ perPage: 2 });
  const asked = paths(service);
  const clean = await bench.cleanPull();
  expect(contentsOf(result.space)).toEqual(contentsOf(clean.space));
  expect(result.space.cv).toBe(service.cv());
  expect(result.problems).toEqual(clean.problems);
  // And the snapshot is sound: the next sync has nothing to do.
  expect((await bench.pull()).requests.total).toBe(1);
  return { result, asked };
}

const edit = (text: string) => (story: { content: Record<string, unknown> }) => {
  story.content = { ...story.content, meta_title: text };
};

const MOVES: { name: string; move: (service: SpaceService) => void }[] = [
  { name: "a story of an earlier page is published", move: (service) => service.publish("company/about", edit("new")) },
  {
    name: "a story of a later page is published",
    move: (service) => service.publish("insights/first-post", edit("new")),
  },
  { name: "a new story pushes another onto the next page", move: (service) => service.publish("aaa", edit("new")) },
  { name: "an unpublished story pulls one onto the last page", move: (service) => service.unpublish("company/about") },
  { name: "a story is removed", move: (service) => service.remove("home") },
  { name: "a story is renamed", move: (service) => service.rename("imprint", "legal/imprint", { de: "impressum" }) },
  { name: "a folder is renamed", move: (service) => service.rename("insights", "news") },
  { name: "the global story is published", move: (service) => service.setGlobal(edit("new")) },
  {
    name: "a datasource changes",
    move: (service) => service.setDatasource("labels", [{ name: "a", value: "b", de: "c" }]),
  },
  {
    name: "much happens at once",
    move: (service) => {
      service.publish("aaa", edit("new"));
      service.publish("insights/new", edit("new"));
      service.unpublish("home");
      service.rename("imprint", "zzz");
    },
  },
];

describe("a space that moves while it is pulled", () => {
  it.each(MOVES)("before page 2: $name", async ({ move }) => {
    await pullWhile("/stories?per_page=2&page=2&cv", move);
  });

  it.each(MOVES)("before the last page, which is German: $name", async ({ move }) => {
    await pullWhile("/stories?per_page=2&page=3&language=de", move);
  });

  it.each(MOVES)("after the last page, with old pages at the edge: $name", async ({ move }) => {
    await pullWhile("/stories?per_page=2&page=2&language=de", move, { edgeCache: true });
  });

  it("catches up with few requests and without starting over", async () => {
    const { asked } = await pullWhile("/stories?per_page=2&page=2&cv", MOVES[0]?.move ?? (() => {}));
    const from = asked.findIndex((path) => path.startsWith("links?"));
    expect(asked.slice(from)).toEqual([
      "links?per_page=1000&page=1&paginated=1&include_dates=1",
      ...["labels", "insight-categories", "all-industries", "all-solutions"].map(
        (name) => `datasource_entries?datasource=${name}&dimension=de&per_page=1000`,
      ),
      "stories?sort_by=updated_at:desc&per_page=5&page=1",
      "stories?sort_by=updated_at:desc&per_page=5&page=1&language=de",
      "spaces/me?",
    ]);
  });

  it("follows to the newer version when it moved right after it told its version", async () => {
    bench = await openPullFixture();
    const { service } = bench;
    service.faults.push({
      kind: "hook",
      match: "datasource=labels&per_page",
      hook: () => service.publish("home", edit("x")),
    });
    const result = await bench.pull();
    expect(result.space.cv).toBe(service.cv());
    // Each of the ten requests that went out with the old version was led to the new one, once.
    expect(service.log.filter(({ status }) => status === 301)).toHaveLength(10);
    expect(paths(service).filter((path) => path.startsWith("links"))).toEqual([]);
  });

  it.each([
    // At least one version behind in every round, or ahead of every redirect.
    { when: "each time it has been listed", match: "/links?", most: 90 },
    { when: "with every request for stories", match: "/stories?", most: 90 },
  ])("gives up after a while when it moves $when, and says so", async ({ match, most }) => {
    bench = await openPullFixture();
    const { service } = bench;
    let count = 0;
    const move = () => {
      count += 1;
      service.publish("home", edit(String(count)));
    };
    service.faults.push({ kind: "hook", times: 10_000, match, hook: move });
    service.faults.push({ kind: "hook", match: "language=de", hook: move });
    await expect(bench.pull()).rejects.toMatchObject({ code: "FETCH_MOVING", exit: 5 });
    expect(service.log.length).toBeLessThan(most);
    service.faults.length = 0;
    expect(contentsOf((await bench.pull()).space)).toEqual(contentsOf((await bench.cleanPull()).space));
  });

  it("moves while a sync runs", async () => {
    bench = await openPullFixture();
    const { service } = bench;
    await bench.pull();
    service.publish("home", edit("one"));
    service.faults.push({ kind: "hook", match: "links", hook: () => service.publish("imprint", edit("two")) });
    service.faults.push({ kind: "hook", match: "sort_by", hook: () => service.unpublish("company/about") });
    const synced = await bench.pull();
    expect(contentsOf(synced.space)).toEqual(contentsOf((await bench.cleanPull()).space));
  });
});
