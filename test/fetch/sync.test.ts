import { afterEach, describe, expect, it } from "vitest";
import type { SpaceService } from "../../bench/space/service/start-space-service.ts";
import { contentsOf, openPullFixture, type PullFixture, paths } from "./helpers.ts";

let bench: PullFixture;
afterEach(() => bench.close());

type Story = { content: Record<string, unknown>; [key: string]: unknown };
const title = (text: string) => (story: Story) => {
  story.content = { ...story.content, meta_title: text };
};

/** One sync after some edits, checked against a clean pull. */
async function syncAfter(edit: (service: SpaceService) => void, listingPage = 1000) {
  bench = await openPullFixture();
  await bench.pull();
  edit(bench.service);
  const from = bench.service.log.length;
  const result = await bench.pull({ listingPage });
  const asked = paths(bench.service, from);
  const clean = await bench.cleanPull();
  expect(contentsOf(result.space)).toEqual(contentsOf(clean.space));
  expect(result.problems).toEqual(clean.problems);
  expect(result.requests.total).toBe(asked.length);
  return { result, asked };
}

const DATASOURCES = ["labels", "insight-categories", "all-industries", "all-solutions"].map(
  (name) => `datasource_entries?datasource=${name}&dimension=de&per_page=1000`,
);
const RECENT = [
  "stories?sort_by=updated_at:desc&per_page=5&page=1",
  "stories?sort_by=updated_at:desc&per_page=5&page=1&language=de",
];
const LISTING = "links?per_page=1000&page=1&paginated=1&include_dates=1";

describe("sync", () => {
  it("asks once when nothing moved", async () => {
    bench = await openPullFixture();
    const first = await bench.pull();
    const from = bench.service.log.length;
    const second = await bench.pull();
    expect(paths(bench.service, from)).toEqual(["spaces/me?"]);
    expect(second.moved).toBe(false);
    expect(second.changed).toEqual({ en: { published: [], removed: [] }, de: { published: [], removed: [] } });
    expect(contentsOf(second.space)).toEqual(contentsOf(first.space));
  });

  it("reads one publish with eight requests, none of them a listing of content", async () => {
    const { result, asked } = await syncAfter((service) => service.publish("home", title("new")));
    expect(asked).toEqual(["spaces/me?", LISTING, ...DATASOURCES, ...RECENT]);
    expect(result.moved).toBe(true);
    expect(result.changed.en?.published).toHaveLength(1);
  });

  it("reads one publish in a large space with a request for each page of the listing more", async () => {
    const { asked } = await syncAfter((service) => service.publish("home", title("new")), 4);
    const [first, ...rest] = asked;
    const listing = Array.from({ length: 3 }, (_, at) => LISTING.replace("1000&page=1", `4&page=${at + 1}`));
    expect([first, ...rest.sort()]).toEqual(["spaces/me?", ...[...DATASOURCES, ...listing, ...RECENT].sort()]);
  });

  it.each(["shop/0", "shop/1"])("sees that %s was sorted by hand while another story was published", async (slug) => {
    bench = await openPullFixture();
    for (let at = 0; at < 10; at += 1) bench.service.publish(`shop/${at}`, title(String(at)));
    const large = { listingPage: 2 };
    await bench.pull(large);
    // The service need not date what was sorted.
    const contents = bench.service.contents();
    const stories = contents.stories.map((story) =>
      story.slugPath === slug ? { ...story, position: 7, hash: `${story.hash} sorted` } : story,
    );
    await bench.reopen({ ...contents, stories });
    bench.service.publish("home", title("new"));
    const result = await bench.pull(large);
    expect(contentsOf(result.space)).toEqual(contentsOf((await bench.cleanPull()).space));
    expect(result.changed.en?.published).toHaveLength(2);
  });

  it("sees a publish that leaves the content as it was", async () => {
    const { result } = await syncAfter((service) => service.publish("home", () => {}), 2);
    expect(result.changed.en?.published).toHaveLength(1);
  });

  it("sees a new story", async () => {
    const { result } = await syncAfter((service) => service.publish("company/jobs", title("new")));
    expect(result.changed.de?.published).toHaveLength(1);
  });

  it.each([1000, 2])("sees what is gone (listing of %i)", async (listingPage) => {
    const { result } = await syncAfter((service) => {
      service.unpublish("imprint");
      service.remove("company/about");
    }, listingPage);
    expect(result.changed.en?.removed).toHaveLength(2);
    expect(result.changed.de?.removed).toHaveLength(2);
  });

  it.each([1000, 2])("sees that one went and another came (listing of %i)", async (listingPage) => {
    const { result } = await syncAfter((service) => {
      service.unpublish("imprint");
      service.publish("company/jobs", title("new"));
    }, listingPage);
    expect(result.changed.en?.removed).toHaveLength(1);
  });

  it.each([1000, 2])("sees a change of the global story alone (listing of %i)", async (listingPage) => {
    const { result } = await syncAfter((service) => service.setGlobal(title("new")), listingPage);
    expect(result.space.global.de?.content.meta_title).toBe("new");
  });

  it.each([1000, 2])("sees a change of a datasource alone (listing of %i)", async (listingPage) => {
    const { result } = await syncAfter((service) => {
      service.setDatasource("labels", [{ name: "menu", value: "Menu", de: "Menü" }]);
    }, listingPage);
    expect(result.changed).toMatchObject({ en: { published: [] }, de: { published: [] } });
    expect(result.space.datasources.de?.labels).toMatchObject([{ dimension_value: "Menü" }]);
    expect(result.moved).toBe(true);
  });

  it("fetches in batches of fifty what moved with its folder, dates or not", async () => {
    bench = await openPullFixture();
    for (let at = 0; at < 60; at += 1) bench.service.publish(`shop/item-${at}`, title(String(at)));
    for (let at = 0; at < 90; at += 1) bench.service.publish(`other/item-${at}`, title(String(at)));
    await bench.pull();
    const contents = bench.service.contents();
    await bench.reopen({
      ...contents,
      stories: contents.stories.map((story) =>
        story.slugPath.startsWith("shop/")
          ? { ...story, slugPath: `store/${story.slugPath.slice(5)}`, hash: `${story.hash} moved` }
          : story,
      ),
    });
    const result = await bench.pull();
    const batches = paths(bench.service).filter((path) => path.includes("by_uuids"));
    expect(batches.map((path) => path.split(",").length)).toEqual([50, 10, 50, 10]);
    expect(result.renames).toHaveLength(120);
    expect(contentsOf(result.space)).toEqual(contentsOf((await bench.cleanPull()).space));
  });

  it("reads everything when the version went back: that is another history", async () => {
    bench = await openPullFixture();
    bench.service.publish("home", title("new"));
    await bench.pull();
    await bench.reopen(bench.service.contents(), 5);
    expect((await bench.pull()).requests.total).toBe(14);
  });

  it("reads everything when a story changed without its dates", async () => {
    bench = await openPullFixture();
    await bench.pull();
    const contents = bench.service.contents();
    const stories = contents.stories.map((story) =>
      ["home", "imprint"].includes(story.slugPath)
        ? { ...story, hash: `${story.hash} edited`, content: () => ({ ...story.content(), meta_title: "edited" }) }
        : story,
    );
    await bench.reopen({ ...contents, stories });
    const result = await bench.pull();
    expect(result.changed.en?.published).toHaveLength(2);
    expect(contentsOf(result.space)).toEqual(contentsOf((await bench.cleanPull()).space));
  });

  it("reads everything with --full, and still tells what changed", async () => {
    bench = await openPullFixture();
    await bench.pull();
    bench.service.rename("imprint", "legal/imprint", { de: "rechtliches/impressum" });
    const result = await bench.pull({ full: true });
    expect(result.requests.total).toBe(14);
    expect(result.changed.en?.published).toHaveLength(1);
    expect(result.renames).toHaveLength(2);
  });

  it("reads the embedded service whole when it moved, and not at all when it did not", async () => {
    bench = await openPullFixture();
    await bench.pull({ ownService: true });
    expect((await bench.pull({ ownService: true })).requests.total).toBe(1);
    bench.service.publish("home", title("new"));
    const result = await bench.pull({ ownService: true });
    expect(result.requests.total).toBe(14);
    expect(result.changed.en?.published).toHaveLength(1);
  });
});

describe("renames", () => {
  it("name the old and the new path of each page that was live before and is live now", async () => {
    const { result } = await syncAfter((service) => {
      service.rename("imprint", "legal/imprint", { de: "rechtliches/impressum" });
      service.rename("insights", "news");
      service.publish("company/new", title("new"));
      service.rename("company/new", "company/newer");
      service.unpublish("company/about");
    });
    expect(result.renames.map(({ lang, from, to }) => `${lang} ${from} -> ${to}`)).toEqual(
      expect.arrayContaining([
        "en imprint -> legal/imprint",
        "de impressum -> rechtliches/impressum",
        "en insights/ -> news/",
        "en insights/first-post -> news/first-post",
      ]),
    );
    expect(result.renames.map(({ from }) => from)).not.toContain("company/about");
    expect(result.renames.map(({ from }) => from)).not.toContain("company/new");
  });

  it("tell of a German path alone", async () => {
    const { result } = await syncAfter((service) => service.rename("imprint", "imprint", { de: "rechtliches" }));
    expect(result.renames).toEqual([{ lang: "de", from: "impressum", to: "rechtliches", defaultSlug: "imprint" }]);
  });

  it("take a story in the folder de for a German page, once", async () => {
    bench = await openPullFixture();
    bench.service.publish("de/nur", title("x"));
    await bench.pull();
    bench.service.rename("de/nur", "de/nur-noch");
    expect((await bench.pull()).renames).toEqual([
      { lang: "en", from: "de/nur", to: "de/nur-noch", defaultSlug: "de/nur-noch" },
    ]);
  });

  it("are not made up when the snapshot is lost", async () => {
    bench = await openPullFixture();
    await bench.pull();
    bench.service.rename("imprint", "legal");
    expect((await bench.cleanPull()).renames).toEqual([]);
  });
});
