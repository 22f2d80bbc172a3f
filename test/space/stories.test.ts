import { expect, test } from "vitest";
import { api, type Files, page, serveFiles, serveOnce, slugs } from "./helpers.ts";

const on = (date: string) => ({ first_published_at: "2020-01-01", published_at: date, updated_at: date });

const FILES: Files = {
  "stories/home.json": page({}, { position: 2, ...on("2025-06-01") }),
  "stories/about.json": page({}, { position: 1, ...on("2025-01-02") }),
  "stories/news/index.json": page({}, on("2025-01-03")),
  "stories/news/a.json": page({}, on("2025-05-01")),
  "stories/news/old/d.json": page({}, on("2021-01-01")),
};

const service = serveOnce(FILES);

test("a list has paging headers and the order of the tree", async () => {
  const result = await api(service(), "stories");
  expect(Object.keys(result.body)).toEqual(["stories", "cv", "rels", "links"]);
  expect(slugs(result)).toEqual(["about", "home", "news/", "news/a", "news/old/d"]);
  expect([result.headers.get("total"), result.headers.get("per-page")]).toEqual(["5", "25"]);
  expect(result.headers.get("cache-control")).toBe("max-age=0, public, s-maxage=604800");
});

test("the stories that were saved last come first, and uuids select", async () => {
  const newest = await api(service(), "stories?sort_by=updated_at:desc&per_page=3");
  expect(slugs(newest)).toEqual(["home", "news/a", "news/"]);
  const { stories } = (await api(service(), "stories")).body;
  const selected = await api(service(), `stories?by_uuids=${stories[2]?.uuid},${stories[0]?.uuid}`);
  expect([slugs(selected), selected.headers.get("total")]).toEqual([["about", "news/"], "2"]);
  expect(slugs(await api(service(), "stories?by_uuids="))).toEqual([]);
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
