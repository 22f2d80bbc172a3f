/** The listing of posts: what each of its pages shows, and that it links to no page that does not exist. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BlogOverviewData, data } from "../../src/blocks/BlogOverview/BlogOverview.data.ts";
import { pageNumbers } from "../../src/blocks/BlogOverview/page-numbers.ts";
import type { CardData } from "../../src/blocks/card.ts";
import { type ListingFields, listingPath, listingQuery, settingsOf } from "../../src/content/lists/listing.ts";
import { createStoryLists } from "../../src/content/lists/story-lists.ts";
import { listingRoutes } from "../../src/content/map/listing-pages.ts";
import { resolveBlock } from "../../src/content/resolve/block.ts";
import type { StoryEntry } from "../../src/site/api/model.ts";
import type { ListingRoute } from "../../src/site/api/payload.ts";
import type { BlockReader, LatestQuery } from "../../src/site/api/reader.ts";
import { createCatalogue } from "../../src/site/blocks/catalogue.ts";
import { definition } from "../helpers/definition.ts";
import { schemas } from "../helpers/sample-blocks.ts";
import { card } from "./fixtures.ts";
import { complete, renderBlock, textOf } from "./render.tsx";
import { sample } from "./samples.ts";

const KNOWN = ["mlops", "team", "unused", "data-iot"];

interface Post {
  uuid: string;
  slug: string;
  category: string;
}

/** A reader over posts, as the build's: newest first, filtered by folder. */
function readerOf(posts: readonly Post[]): BlockReader {
  const lists = listsOf(posts);
  return {
    latest: (query: LatestQuery) => lists.latest(query).map(cardOfEntry),
    total: (query: LatestQuery) => lists.total(query),
    counts: (query: LatestQuery, field: string) => lists.counts(query, field),
    image: () => null,
    file: () => null,
    problem: () => undefined,
    listingHref: (route: ListingRoute) => listingPath("/insights/", route),
    option: (_: string, value: string) => ({ value, label: value.toUpperCase() }),
    options: () => KNOWN.map((value) => ({ value, label: value.toUpperCase() })),
  } as unknown as BlockReader;
}

const cardOf = ({ uuid, category }: Post): CardData =>
  card(uuid, { uuid, category: category ? { value: category, label: category.toUpperCase() } : null });

const listsOf = (posts: readonly Post[]) => createStoryLists(new Map([["Insights", posts.map(entryOf)]]), definition);
const cardOfEntry = ({ uuid, slug, fields }: StoryEntry) => cardOf({ uuid, slug, category: String(fields.category) });

const entryOf = ({ uuid, slug, category }: Post) =>
  ({ component: "Insights", uuid, slug, fields: { category } }) as unknown as StoryEntry;

const posts = (count: number, category: (at: number) => string = () => "team"): Post[] =>
  Array.from({ length: count }, (_, at) => ({ uuid: `p${at}`, slug: `insights/p${at}`, category: category(at) }));

const overview = (fields: Record<string, unknown> = {}) =>
  complete({ component: "BlogOverview", _uid: "b", headline: "Notes", ...fields });

/** The story's own page. */
const FRONT: ListingRoute = { page: 1, category: "" };

const uuids = (found: BlogOverviewData) => found.posts.map((post) => post.uuid);

const LISTING = definition.pageTypes.Insights?.listing as ListingFields;

describe("a page of the listing", () => {
  const reader = readerOf(posts(10, (at) => (at % 2 ? "team" : "mlops")));

  it("is the newest posts alone, without links to pages that do not exist, where no route belongs to the block", () => {
    const found = data(overview({ per_page: 4 }), reader, null);
    expect(uuids(found)).toEqual(["p0", "p1", "p2", "p3"]);
    expect([found.pages, found.steps, found.filters, found.newer, found.older]).toEqual([1, [], [], "", ""]);
  });

  it("is the first one of all posts on the story's own page", () => {
    const found = data(overview({ per_page: 4 }), reader, FRONT);
    expect(uuids(found)).toEqual(["p0", "p1", "p2", "p3"]);
    expect([found.page, found.pages, found.total, found.newer, found.older]).toEqual([
      1,
      3,
      10,
      "",
      "/insights/page/2/",
    ]);
  });

  it("shows nine posts when the editor set no number", () =>
    expect(data(overview(), reader, null).posts).toHaveLength(9));

  it("ends with what is left, and leads back", () => {
    const found = data(overview({ per_page: 4 }), reader, { page: 3, category: "" });
    expect(uuids(found)).toEqual(["p8", "p9"]);
    expect([found.newer, found.older]).toEqual(["/insights/page/2/", ""]);
  });

  it("leads from page two to the listing itself, not to a page/1", () =>
    expect(data(overview({ per_page: 4 }), reader, { page: 2, category: "" }).newer).toBe("/insights/"));

  it("shows one category, with the featured post in its place there", () => {
    const featured = cardOf({ uuid: "p1", slug: "", category: "team" });
    const found = data(overview({ featured, per_page: 3 }), reader, { page: 1, category: "team" });
    expect(uuids(found)).toEqual(["p1", "p3", "p5"]);
    expect(found.featured).toBeNull();
    expect(found.category?.label).toBe("TEAM");
    expect(found.older).toBe("/insights/categories/team/page/2/");
  });

  it("shows the featured post above the first page only, and in no list of all posts", () => {
    const featured = cardOf({ uuid: "p1", slug: "", category: "team" });
    const page = (number: number) => data(overview({ featured, per_page: 5 }), reader, { page: number, category: "" });
    expect([page(1).featured?.uuid, page(2).featured]).toEqual(["p1", null]);
    expect([...uuids(page(1)), ...uuids(page(2))]).not.toContain("p1");
    expect(page(1).total).toBe(10);
  });

  it("draws from its folder only", () => {
    const mixed = readerOf([...posts(2), { uuid: "x", slug: "news/x", category: "mlops" }]);
    expect(uuids(data(overview({ starts_with: "/news/" }), mixed, null))).toEqual(["x"]);
  });
});

describe("the filter", () => {
  const labels = (found: BlogOverviewData) => found.filters.map(({ label, count }) => `${label} ${count}`);

  it("offers categories that have posts, in the datasource's order, unknown ones last", () => {
    const reader = readerOf(posts(6, (at) => ["own", "data-iot", "mlops"][at % 3] ?? ""));
    expect(labels(data(overview(), reader, FRONT))).toEqual([" 6", "MLOPS 2", "DATA-IOT 2", "OWN 2"]);
  });

  it("marks what is shown", () => {
    const reader = readerOf(posts(4, (at) => (at % 2 ? "team" : "mlops")));
    const current = (listing: ListingRoute) =>
      data(overview(), reader, listing).filters.find((filter) => filter.current)?.href;
    expect(current(FRONT)).toBe("/insights/");
    expect(current({ page: 1, category: "team" })).toBe("/insights/categories/team/");
  });

  it("is absent where there is nothing to choose, and never offers a value that can be no path", () => {
    expect(data(overview(), readerOf(posts(3)), FRONT).filters).toEqual([]);
    const odd = readerOf(posts(4, (at) => ["a/b", "..", "team", "mlops"][at] ?? ""));
    expect(labels(data(overview(), odd, FRONT))).toEqual([" 4", "MLOPS 1", "TEAM 1"]);
  });
});

describe("every link of every page", () => {
  const post = fc.record({
    slug: fc.constantFrom("insights/a", "news/b"),
    category: fc.constantFrom("", "mlops", "team", "own", "a/b"),
  });

  it("leads to a route that the site has, and together the pages show every post once", () => {
    fc.assert(
      fc.property(
        fc.array(post, { maxLength: 40 }),
        fc.integer({ min: -1, max: 7 }),
        fc.constantFrom("", "insights/"),
        fc.nat(45),
        (drawn, per_page, starts_with, chosen) => {
          const all = drawn.map((found, at) => ({ ...found, uuid: `p${at}` }));
          const featured = all[chosen] ? cardOf(all[chosen]) : null;
          const block = overview({ per_page, starts_with, featured });
          const settings = { type: "Insights", ...settingsOf(block, LISTING) };
          const lists = listsOf(all);
          const further = listingRoutes(lists, settings, definition.pageTypes);
          const routes: ListingRoute[] = [{ page: 1, category: "" }, ...further];
          const paths = new Set(routes.map((route) => listingPath("/insights/", route)));
          const shown = new Map<string, string[]>();
          for (const route of routes) {
            const found = data(block, readerOf(all), route);
            const { filters, steps, newer, older } = found;
            const links = [...filters.map(({ href }) => href), ...steps.map(({ href }) => href), newer, older];
            for (const href of links.filter(Boolean)) expect(paths).toContain(href);
            shown.set(route.category, [...(shown.get(route.category) ?? []), ...uuids(found)]);
          }
          for (const [category, seen] of shown) {
            expect(seen).toEqual(lists.latest(listingQuery(settings, category)).map((entry) => entry.uuid));
          }
        },
      ),
    );
  });
});

describe("page numbers", () => {
  it.each([
    [1, 1, [1]],
    [3, 7, [1, 2, 3, 4, 5, 6, 7]],
    [1, 8, [1, 2, 3, 4, 5, 0, 8]],
    [5, 9, [1, 0, 4, 5, 6, 0, 9]],
    [98, 100, [1, 0, 96, 97, 98, 99, 100]],
  ])("on page %d of %d", (page, pages, steps) => expect(pageNumbers(page, pages)).toEqual(steps));

  it("hold first, last, the present one and its neighbours, rising, at most seven", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(299), (pages, at) => {
        const page = (at % pages) + 1;
        const steps = pageNumbers(page, pages);
        const numbers = steps.filter((step) => step > 0);
        expect(steps.length).toBe(Math.min(7, pages));
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
        const wanted = [1, page - 1, page, page + 1, pages].filter((step) => step >= 1 && step <= pages);
        for (const step of wanted) expect(numbers).toContain(step);
      }),
    );
  });
});

describe("BlogOverview", () => {
  const shown = (more: Partial<BlogOverviewData> = {}, lang: "en" | "de" = "en") => {
    const block = sample("BlogOverview");
    return renderBlock({ ...block, data: { ...(block.data as BlogOverviewData), ...more } }, { lang });
  };

  it("filters by links and says which is on", () => {
    const html = shown();
    expect(html).toMatch(/<nav [^>]*aria-label="Filter by Category"/);
    expect(html.match(/aria-current="true"/g)).toHaveLength(1);
    expect(textOf(html)).toContain("All 21 MLOps 12 Team 9");
    expect(textOf(shown({}, "de"))).toContain("Alle 21");
  });

  it("pages by links with their direction", () => {
    const html = shown({ page: 2, newer: "/insights/", older: "/insights/page/3/" });
    expect(html).toMatch(/<a [^>]*href="\/insights\/" rel="prev" aria-label="Newer"/);
    expect(html).toMatch(/<a [^>]*href="\/insights\/page\/3\/" rel="next" aria-label="Older"/);
    expect(html.match(/aria-current="page"/g)).toHaveLength(1);
    expect(html).toMatch(/aria-current="page" aria-label="Page 2"/);
  });

  it("heads a category's page by the category, led in by the listing's headline, with one h1", () => {
    const html = shown({ category: { value: "mlops", label: "MLOps" }, featured: null, total: 12, page: 2, pages: 3 });
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toMatch(/<h1[^>]*>MLOps<\/h1>/);
    expect(textOf(html)).toMatch(/Notes from the shop floor MLOps 12 posts Page 2 of 3/);
  });

  it("keeps its introduction to the front page", () => {
    expect(textOf(shown())).toContain("What we learned");
    expect(textOf(shown({ page: 2 }))).not.toContain("What we learned");
  });

  it("says so when there are no posts, without filter and pages", () => {
    const html = shown({ posts: [], featured: null, filters: [], steps: [], total: 0, pages: 1, older: "" });
    expect(textOf(html)).toContain("There are no posts here yet.");
    expect(html).not.toContain("<nav");
  });
});

describe("several listings on one page", () => {
  const inText = {
    type: "doc",
    content: [{ type: "blok", attrs: { id: "t", body: [{ component: "BlogOverview", _uid: "in-text" }] } }],
  };

  it("gives the route to the first one in the body alone, whose further pages exist", () => {
    const catalogue = createCatalogue({ schemas, data: { BlogOverview: data }, platformName: "Forge" });
    const context = {
      catalogue,
      reader: readerOf(posts(20)),
      pageTypes: definition.pageTypes,
      crops: {},
      listing: { page: 2, category: "" },
      used: new Set<string>(),
      ids: new Map<string, number>(),
    };
    const body = [
      { component: "RichtextVideo", _uid: "before", text: inText },
      { component: "BlogOverview", _uid: "first" },
      { component: "BlogOverview", _uid: "second" },
    ];
    const page = resolveBlock({ component: "Page", _uid: "p", body }, context, "");
    const shown = JSON.stringify(page)
      .split(/(?="_uid":"(?:in-text|first|second)")/)
      .slice(1);
    const pageOf = (part: string | undefined) => /"page":(\d+),"pages":(\d+)/.exec(part ?? "")?.slice(1);
    expect(shown.map(pageOf)).toEqual([
      ["1", "1"],
      ["2", "3"],
      ["1", "1"],
    ]);
  });
});
