import { expect, test } from "vitest";
import { api, type Files, page, serveFiles, serveOnce, slugs } from "./helpers.ts";

const post = (content: Record<string, unknown>, frame: Record<string, unknown>) =>
  page({ component: "Insights", ...content }, frame);

const dates = (first: string, published: string) => ({
  first_published_at: `${first}T10:00:00.000Z`,
  published_at: `${published}T10:00:00.000Z`,
});

const FILES: Files = {
  "stories/home.json": page({ headline: "Welcome" }, { position: 2, ...dates("2025-01-01", "2025-06-01") }),
  "stories/about.json": page(
    {},
    { position: 1, name: "About", tags: ["company"], ...dates("2025-01-02", "2025-01-02") },
  ),
  "stories/news/index.json": page(
    { headline: "News" },
    { slug__i18n__de: "neues", ...dates("2025-01-03", "2025-01-03") },
  ),
  "stories/news/a.json": post(
    {
      ...{ category: "x", rank: 10, headline: "Alpha gears", headline__i18n__de: "Zahnrad" },
      ...{ date: "2025-02-01 10:00", flags: ["u", "v"] },
    },
    { slug__i18n__de: "neues/a-de", tags: ["t1"], ...dates("2025-02-01", "2025-05-01") },
  ),
  "stories/news/b.json": post(
    { category: "y", rank: 9, headline: "Beta", date: "2025-03-01 10:00", flags: ["v"], on: true },
    { tags: ["t1", "t2"], ...dates("2025-03-01", "2025-04-01") },
  ),
  "stories/news/c.json": post(
    { category: "y", headline: "", flags: [], on: false, seo: { title: "Deep" } },
    dates("2025-04-01", "2025-03-01"),
  ),
  "stories/news/old/d.json": post({ category: "z", rank: "11.5" }, dates("2020-01-01", "2020-01-01")),
};

const service = serveOnce(FILES);

const ALL = ["about", "home", "news/", "news/a", "news/b", "news/c", "news/old/d"];
const NEWS = ALL.slice(2);

test("a list has paging headers and the order of the tree", async () => {
  const result = await api(service(), "stories");
  expect(Object.keys(result.body)).toEqual(["stories", "cv", "rels", "links"]);
  expect(slugs(result)).toEqual(ALL);
  expect([result.headers.get("total"), result.headers.get("per-page")]).toEqual(["7", "25"]);
  expect(result.headers.get("cache-control")).toBe("max-age=0, public, s-maxage=604800");
});

test.each<[string, string[]]>([
  ["starts_with=news/", NEWS],
  ["starts_with=news", NEWS],
  ["starts_with=neues/&language=de", ["de/neues/", "de/neues/a-de"]],
  ["starts_with=news/a&language=de", ["de/neues/a-de"]],
  ["starts_with=de/news/a", ["de/neues/a-de"]],
  ["by_slugs=home,news/a", ["home", "news/a"]],
  ["by_slugs=news/*", NEWS],
  ["by_slugs=*/d,about", ["about", "news/old/d"]],
  ["by_slugs=news", ["news/"]],
  ["excluding_slugs=news/*", ["about", "home"]],
  ["excluding_slugs=home,news/a", ["about", "news/", "news/b", "news/c", "news/old/d"]],
  ["starts_with=news/&excluding_slugs=news/old/*", ["news/", "news/a", "news/b", "news/c"]],
  ["content_type=Insights", ["news/a", "news/b", "news/c", "news/old/d"]],
  ["content_type=Page,Insights", ALL],
  ["is_startpage=1", ["news/"]],
  ["is_startpage=0&starts_with=news/", ["news/a", "news/b", "news/c", "news/old/d"]],
  ["level=1", ["about", "home"]],
  ["level=2", ["news/a", "news/b", "news/c"]],
  ["with_tag=t2,company", ["about", "news/b"]],
  ["search_term=GEARS", ["news/a"]],
  ["search_term=nothing at all", []],
  ["published_at_gt=2025-04-01T10:00:00.000Z", ["home", "news/a"]],
  ["published_at_gte=2025-04-01 10:00", ["home", "news/a", "news/b"]],
  ["published_at_lt=2025-01-02 10:00", ["news/old/d"]],
  ["published_at_lte=2025-01-02 10:00", ["about", "news/old/d"]],
  ["first_published_at_gt=2025-02-01&first_published_at_lt=2025-04-01", ["news/a", "news/b"]],
  ["updated_at_gte=2025-06-01", ["home"]],
  ["filter_query[category][in]=x,z", ["news/a", "news/old/d"]],
  ["filter_query[category][not_in]=x,y", ["about", "home", "news/", "news/old/d"]],
  ["filter_query[component][in]=Insights&filter_query[category][in]=y", ["news/b", "news/c"]],
  ["filter_query[headline][like]=*GEAR*", ["news/a"]],
  ["filter_query[headline][like]=beta", ["news/b"]],
  ["filter_query[headline][not_like]=*e*&content_type=Insights", ["news/c", "news/old/d"]],
  ["filter_query[headline][is]=empty&content_type=Insights", ["news/c", "news/old/d"]],
  ["filter_query[headline][is]=not_empty", ["home", "news/", "news/a", "news/b"]],
  ["filter_query[flags][is]=empty_array", ["news/c"]],
  ["filter_query[flags][is]=not_empty_array", ["news/a", "news/b"]],
  ["filter_query[rank][is]=null&content_type=Insights", ["news/c"]],
  ["filter_query[rank][is]=not_null", ["news/a", "news/b", "news/old/d"]],
  ["filter_query[on][is]=true", ["news/b"]],
  ["filter_query[on][is]=false", ["news/c"]],
  ["filter_query[flags][in_array]=u", ["news/a"]],
  ["filter_query[flags][any_in_array]=u,v", ["news/a", "news/b"]],
  ["filter_query[flags][all_in_array]=u,v", ["news/a"]],
  ["filter_query[date][gt_date]=2025-02-15", ["news/b"]],
  ["filter_query[date][lt_date]=2025-02-01 10:01", ["news/a"]],
  ["filter_query[rank][gt_int]=9", ["news/a", "news/old/d"]],
  ["filter_query[rank][lt_int]=10", ["news/b"]],
  ["filter_query[rank][gt_float]=11.2", ["news/old/d"]],
  ["filter_query[rank][lt_float]=9.5", ["news/b"]],
  ["filter_query[rank][exists]=false&content_type=Insights", ["news/c"]],
  ["filter_query[seo.title][in]=Deep", ["news/c"]],
  ["filter_query[headline][in]=Zahnrad&language=de", ["de/neues/a-de"]],
  ["filter_query[headline__i18n__de][like]=Zahn*&language=de", ["de/neues/a-de"]],
  ["filter_query[__or][][category][in]=x&filter_query[__or][][category][in]=z", ["news/a", "news/old/d"]],
  [
    "filter_query[__or][0][category][in]=y&filter_query[__or][0][on][is]=true&filter_query[__or][1][category][in]=z",
    ["news/b", "news/old/d"],
  ],
  ["starts_with=news/old/&filter_query[__or][][category][in]=x&filter_query[__or][][category][in]=z", ["news/old/d"]],
])("%s", async (query, expected) => {
  const result = await api(service(), `stories?${query}`);
  expect(slugs(result)).toEqual(expected);
  expect(result.headers.get("total")).toBe(String(expected.length));
});

test.each<[string, string[]]>([
  ["sort_by=published_at:desc", ["home", "news/a", "news/b", "news/c", "news/", "about", "news/old/d"]],
  ["sort_by=first_published_at:asc", ["news/old/d", "home", "about", "news/", "news/a", "news/b", "news/c"]],
  ["sort_by=full_slug:desc", ALL.toReversed()],
  ["sort_by=content.rank:asc&content_type=Insights", ["news/a", "news/old/d", "news/b", "news/c"]],
  ["sort_by=content.rank:asc:int&content_type=Insights", ["news/b", "news/a", "news/old/d", "news/c"]],
  ["sort_by=content.rank:desc:float&content_type=Insights", ["news/old/d", "news/a", "news/b", "news/c"]],
  ["sort_by=content.rank:asc:int:nulls_first&content_type=Insights", ["news/c", "news/b", "news/a", "news/old/d"]],
  ["sort_by=content.category:desc,full_slug:desc&content_type=Insights", ["news/old/d", "news/c", "news/b", "news/a"]],
  ["sort_by=position:desc&level=1", ["home", "about"]],
  ["sort_by=whatever:asc", ALL],
])("%s", async (query, expected) => {
  expect(slugs(await api(service(), `stories?${query}`))).toEqual(expected);
});

test("uuids and ids select, and by_uuids_ordered sets the order", async () => {
  const { stories } = (await api(service(), "stories")).body;
  const [first, , third] = stories;
  const uuids = `${third?.uuid},${first?.uuid}`;
  expect(slugs(await api(service(), `stories?by_uuids=${uuids}`))).toEqual(["about", "news/"]);
  expect(slugs(await api(service(), `stories?by_uuids_ordered=${uuids}&sort_by=name:asc`))).toEqual(["news/", "about"]);
  expect(slugs(await api(service(), "stories?by_uuids="))).toEqual([]);
  expect(slugs(await api(service(), `stories?by_ids=${first?.id}`))).toEqual(["about"]);
  expect(slugs(await api(service(), `stories?excluding_ids=${first?.id},${third?.id}&level=1`))).toEqual(["home"]);
});

test("pages: 25 by default, 100 at most, empty past the end", async () => {
  const numbers = Array.from({ length: 130 }, (_, index) => String(index).padStart(3, "0"));
  const many = await serveFiles(Object.fromEntries(numbers.map((n) => [`stories/s${n}.json`, page()])));
  const pageOf = async (query: string) => {
    const { headers, body } = await api(many, `stories?${query}`);
    return [body.stories[0]?.slug, body.stories.length, headers.get("total"), headers.get("per-page")];
  };
  expect(await pageOf("")).toEqual(["s000", 25, "130", "25"]);
  expect(await pageOf("per_page=50&page=3")).toEqual(["s100", 30, "130", "50"]);
  expect(await pageOf("per_page=500")).toEqual(["s000", 100, "130", "100"]);
  expect(await pageOf("per_page=0&page=0")).toEqual(["s000", 25, "130", "25"]);
  expect(await pageOf("page=9")).toEqual([undefined, 0, "130", "25"]);
});

test("a folder named like a language is reached by [default]/", async () => {
  const own = await serveFiles({ "stories/a.json": page(), "stories/de/x.json": page() });
  expect(slugs(await api(own, "stories?starts_with=[default]/de/"))).toEqual(["de/x"]);
  expect(slugs(await api(own, "stories?starts_with=de/"))).toEqual(["de/a", "de/de/x"]);
});
