import { get } from "node:http";
import { expect, test } from "vitest";
import { api, MINIMAL, makeSpace, page, serve, serveFiles } from "./helpers.ts";

test("spaces/me answers the version and the languages without the default one, and no cv", async () => {
  const service = await serve({ dir: MINIMAL });
  const { body, status } = await api(service, "spaces/me?version=published&cv=0", { redirect: "manual" });
  expect(status).toBe(200);
  expect(body).toEqual({
    space: { id: 100200, name: "Minimal", domain: "", version: service.cv(), language_codes: ["de"] },
  });
});

test("the token decides: none and a wrong one are 401, drafts want the preview token", async () => {
  const service = await serve({ dir: MINIMAL });
  for (const path of [
    "stories",
    "stories/home",
    "links",
    "spaces/me",
    "stories?version=draft&token=minimal-public-token",
  ]) {
    const { status, text } = await api(service, path, { token: "wrong" });
    expect([status, text]).toEqual([401, '{"error":"Unauthorized"}']);
  }
  expect((await fetch(`${service.endpoint}/cdn/stories`)).status).toBe(401);
  expect((await api(service, "stories", { token: service.token })).status).toBe(200);
  expect((await api(service, "stories?version=draft", { token: service.previewToken })).status).toBe(200);
});

test.each([
  ["stories?foo=1&_storyblok=2&foo=3", "foo, _storyblok"],
  ["stories/home?is_startpage=1", "is_startpage"],
  ["stories/home?filter_query[a][in]=b", "filter_query"],
  ["stories/home?per_page=3", "per_page"],
  ["links?language=de", "language"],
  ["datasource_entries?starts_with=x", "starts_with"],
  ["datasources?datasource=x", "datasource"],
  ["tags?per_page=3", "per_page"],
  ["spaces/me?language=de", "language"],
])("%s is refused with 422 that names the parameter", async (path, names) => {
  const service = await serve({ dir: MINIMAL });
  const { status, text } = await api(service, path);
  expect([status, text]).toEqual([422, `{"error":"Parameter(s) ${names} not allowed"}`]);
});

test("every parameter of the list is allowed, version and cv everywhere", async () => {
  const service = await serve({ dir: MINIMAL });
  const all =
    "page=1&per_page=2&starts_with=&by_slugs=&excluding_slugs=&by_uuids_ordered=&by_ids=&excluding_ids=&with_tag=&is_startpage=&level=&content_type=&in_workflow_stages=&search_term=&only_variants=&published_at_gt=&first_published_at_lte=&updated_at_gte=&filter_query[a][in]=b&sort_by=&resolve_relations=&resolve_level=2&resolve_links=url&resolve_links_level=1&resolve_assets=0&language=&fallback_lang=&from_release=&excluding_fields=&excluding_story_fields=";
  expect((await api(service, `stories?${all}`)).status).toBe(200);
  for (const path of ["links", "tags", "datasources", "datasource_entries", "spaces/me", "stories/home"]) {
    expect((await api(service, `${path}?version=published&cv=${service.cv()}`)).status).toBe(200);
  }
});

test("published without the current cv is sent on, with sorted parameters", async () => {
  const service = await serve({ dir: MINIMAL });
  for (const cv of ["", "&cv=0", "&cv=1", "&cv=9999999999", "&cv=x"]) {
    const result = await api(service, `stories?version=published&per_page=3${cv}`, { redirect: "manual" });
    expect(result.status).toBe(301);
    expect(result.headers.get("location")).toBe(
      `${service.endpoint}/cdn/stories?cv=${service.cv()}&per_page=3&token=minimal-preview-token&version=published`,
    );
  }
  for (const path of ["links", "tags", "datasources", "datasource_entries?datasource=labels", "stories/home"]) {
    expect((await api(service, path, { redirect: "manual" })).status).toBe(301);
  }
  const followed = await api(service, "stories?filter_query[__or][][a][in]=x y");
  expect([followed.status, new URL(followed.url).searchParams.get("filter_query[__or][][a][in]")]).toEqual([
    200,
    "x y",
  ]);
});

test("draft never redirects", async () => {
  const service = await serve({ dir: MINIMAL });
  for (const cv of ["", "&cv=0", "&cv=1"]) {
    expect((await api(service, `stories?version=draft${cv}`, { redirect: "manual" })).status).toBe(200);
  }
});

test("after a publish the old cv is sent on; with an edge cache it answers the old version", async () => {
  const dir = await makeSpace({ "stories/a.json": page({ headline: "old" }) });
  const headline = async (service: Awaited<ReturnType<typeof serve>>, cv: number, path = "stories/a") => {
    const { body } = await api(service, `${path}?cv=${cv}`);
    return [body.story.content.headline, body.cv];
  };
  for (const edgeCache of [false, true, "asked"] as const) {
    const service = await serve({ dir, edgeCache });
    const before = service.cv();
    await headline(service, before);
    service.publish("a", (story) => {
      story.content.headline = "new";
    });
    expect(service.cv()).toBeGreaterThan(before);
    expect(await headline(service, service.cv())).toEqual(["new", service.cv()]);
    expect(await headline(service, before)).toEqual(edgeCache ? ["old", before] : ["new", service.cv()]);
    const other = await headline(service, before, "stories/a/");
    expect(other).toEqual(edgeCache === true ? ["old", before] : ["new", service.cv()]);
  }
});

test("any prefix before /v2/cdn is served, other addresses are 404", async () => {
  const service = await serve({ dir: MINIMAL });
  const at = (path: string) => fetch(`${service.origin}${path}?token=${service.token}`);
  expect((await at("/some/prefix/v2/cdn/spaces/me")).status).toBe(200);
  expect((await at("/v1/cdn/spaces/me")).status).toBe(404);
  expect((await at("/")).status).toBe(404);
});

test("a path cannot send the client to another host", async () => {
  const service = await serve({ dir: MINIMAL });
  const { port } = new URL(service.endpoint);
  const status = (path: string) =>
    new Promise<{ status: number | undefined; location: string | undefined }>((resolve, reject) => {
      get({ port, host: "127.0.0.1", path, agent: false }, (response) => {
        response.resume();
        resolve({ status: response.statusCode, location: response.headers.location });
      }).on("error", reject);
    });
  const { location } = await status(`//example.com/v2/cdn/stories?token=${service.token}`);
  expect(location).toMatch(new RegExp(`^http://127.0.0.1:${port}//example.com/v2/cdn/stories\\?`));
  expect((await status("http://example.com/v2/cdn/stories")).status).toBe(400);
});

test("answers have an etag that a second request can name", async () => {
  const service = await serve({ dir: MINIMAL });
  const first = await api(service, "stories");
  const etag = first.headers.get("etag") ?? "";
  expect(etag).not.toBe("");
  const second = await api(service, "stories", { headers: { "if-none-match": etag } });
  expect([second.status, second.text]).toEqual([304, ""]);
});

test("HEAD has the headers of GET, other methods are refused, browsers may ask", async () => {
  const service = await serve({ dir: MINIMAL });
  const url = `${service.endpoint}/cdn/stories?token=${service.token}&cv=${service.cv()}`;
  const head = await fetch(url, { method: "HEAD" });
  expect([head.status, head.headers.get("total"), await head.text()]).toEqual([200, "6", ""]);
  expect((await fetch(url, { method: "POST" })).status).toBe(405);
  expect((await fetch(url, { method: "OPTIONS" })).status).toBe(204);
});

test("the log counts requests and holds no token", async () => {
  const service = await serve({ dir: MINIMAL });
  await api(service, "stories/home?language=de");
  expect(service.log).toEqual([
    { method: "GET", path: "/v2/cdn/stories/home", query: { language: "de" }, status: 301 },
    { method: "GET", path: "/v2/cdn/stories/home", query: { cv: String(service.cv()), language: "de" }, status: 200 },
  ]);
});

test("a port that is taken is a clear error", async () => {
  const service = await serve({ dir: MINIMAL });
  const port = Number(new URL(service.endpoint).port);
  await expect(serve({ dir: MINIMAL, port })).rejects.toMatchObject({
    code: "SPACE_LISTEN",
    message: `The content service cannot listen on 127.0.0.1:${port}: another program uses it.`,
  });
});

test("two services can stand on tokens of their own", async () => {
  const service = await serveFiles({ "stories/a.json": page() }, { token: "mine", previewToken: "mine-too" });
  expect(service.token).toBe("mine");
  expect((await api(service, "stories/a", { token: "mine" })).status).toBe(200);
  expect((await api(service, "stories/a", { token: "public" })).status).toBe(401);
  service.publish("a", () => {});
  expect((await api(service, "stories/a", { token: "mine" })).status).toBe(200);
});
