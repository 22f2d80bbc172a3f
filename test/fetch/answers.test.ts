import { afterEach, describe, expect, it } from "vitest";
import { type Script, type ScriptedService, startScripted, story } from "./scripted-service.ts";

let service: ScriptedService;
afterEach(() => service.close());

async function pull(script: Script) {
  service = await startScripted(script);
  return service.pull();
}

async function failure(script: Script): Promise<{ code: string; message: string; hint: string }> {
  service = await startScripted(script);
  const error: unknown = await service.pull().then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ name: "SitegenError" });
  return error as { code: string; message: string; hint: string };
}

describe("stories at the door", () => {
  it("come in with harmless values for what is missing, and content as it is", async () => {
    const content = { component: "Page", _uid: "u", odd: { __proto__: null, list: [null, 1, "x"] } };
    const { space, problems } = await pull({
      stories: [story("a", { content, translated_slugs: null, alternates: "?", tag_list: null, unknown: 1 })],
    });
    expect(problems).toEqual([]);
    expect([...space.stories("en")]).toEqual([
      {
        id: expect.any(Number),
        uuid: "uuid-a",
        name: "a",
        full_slug: "a",
        default_full_slug: null,
        lang: "default",
        translated_slugs: [],
        alternates: [],
        is_startpage: false,
        parent_id: 0,
        group_id: "",
        position: 0,
        first_published_at: null,
        published_at: "2026-01-01T00:00:00.000Z",
        updated_at: null,
        tag_list: [],
        content,
      },
    ]);
  });

  it("keep translated slugs without names and drop broken entries", async () => {
    const translated_slugs = [{ path: "x", name: null, lang: "de", published: null }, { path: 1 }, null];
    const { space } = await pull({ stories: [story("a", { translated_slugs })] });
    expect(space.story("en", "uuid-a")?.translated_slugs).toEqual([
      { path: "x", name: null, lang: "de", published: null },
    ]);
  });

  it.each([
    ["null", null, "(unnamed)"],
    ["a number", 5, "(unnamed)"],
    ["an empty object", {}, "(unnamed)"],
    ["no uuid", story("broken", { uuid: undefined }), "broken"],
    ["no slug", story("broken", { full_slug: "" }), "uuid-broken"],
    ["no content", story("broken", { content: null }), "broken"],
    ["content without a component", story("broken", { content: { _uid: "x" } }), "broken"],
    ["a text for an id", story("broken", { id: "1" }), "broken"],
  ])("are left out with a problem when they are %s", async (_, broken, name) => {
    const { space, problems } = await pull({ stories: [story("a"), broken, story("z")] });
    expect([...space.stories("en")].map((one) => one.full_slug)).toEqual(["a", "z"]);
    expect(problems).toEqual([
      expect.objectContaining({ severity: "error", code: "CONTENT_MALFORMED_STORY", story: name }),
    ]);
    // Known as broken, it stays reported without being asked for again.
    const again = await service.pull();
    expect(again.requests.total).toBe(1);
    expect(again.problems).toEqual(problems);
  });

  it("survive content that would trip the client's own walk", async () => {
    const hostile = { linktype: "story", fieldtype: "multilink", id: "constructor" };
    const content = { component: "Page", _uid: "x", link: hostile, deep: [[[[null]]]] };
    const { space } = await pull({ stories: [story("a", { content })] });
    expect(space.story("en", "uuid-a")?.content).toEqual(content);
  });

  it("refer to the endpoint's own assets without its origin", async () => {
    service = await startScripted({});
    const { origin } = service;
    const url = `${origin}/f/1/a.jpg`;
    const content = {
      component: "Page",
      _uid: "x",
      image: { filename: url },
      list: [url, `see ${url}`],
      far: "https://a.storyblok.com/f/1/b.jpg",
    };
    service.script = { stories: [story("a", { content })] };
    const { space } = await service.pull();
    expect(space.story("en", "uuid-a")?.content).toEqual({
      ...content,
      image: { filename: "/f/1/a.jpg" },
      list: ["/f/1/a.jpg", `see ${url}`],
    });
  });

  it("count once when two pages hold the same one", async () => {
    const stories = Array.from({ length: 150 }, (_, at) => story(`s${at}`));
    service = await startScripted({ stories: [...stories, story("s3"), story("s4")] });
    const { space, problems } = await service.pull();
    expect([...space.stories("en")]).toHaveLength(150);
    expect(problems).toEqual([]);
    // Fewer came than were counted: that none is missing, the listing tells.
    expect(service.asked.filter((path) => path.startsWith("links"))).toHaveLength(1);
  });
});

describe("answers that are not what they should be", () => {
  it.each([
    ["a page of HTML", "<html>", /answered 200 with a page of HTML instead of JSON, after 2 requests/],
    ["a list", [], /answered 200, but the body is not a list of stories \(body: /],
    ["no stories", { cv: 1 }, /the body is not a list of stories \(stories: /],
    ["stories that are no list", { stories: {} }, /the body is not a list of stories \(stories: /],
    ["null", null, /the body is not a list of stories/],
  ])("%s in place of stories", async (_, body, says) => {
    const { code, message, hint } = await failure({ reply: (path) => (path === "stories" ? { body } : undefined) });
    expect(code).toBe("FETCH_BAD_ANSWER");
    expect(message).toMatch(says);
    expect(message).toMatch(/^GET \/v2\/cdn\/stories\?per_page=100&page=1/);
    expect(hint).toContain("STORYBLOK_ENDPOINT");
  });

  it("links to another host are not followed: the token would go there", async () => {
    const { code, message } = await failure({
      reply: (path) =>
        path === "stories"
          ? { status: 301, headers: { location: "http://127.0.0.2:1/v2/cdn/stories" }, body: "" }
          : undefined,
    });
    expect(code).toBe("FETCH_FAILED");
    expect(message).toMatch(/redirects to another host \(127\.0\.0\.2:1\)/);
  });

  it("a service with smaller pages than asked for is read whole", async () => {
    const stories = Array.from({ length: 29 }, (_, at) => story(`s${at}`));
    const whole = [story("global"), ...stories];
    const { space } = await pull({
      stories,
      reply: (path, query) => {
        if (path !== "stories") return undefined;
        const from = (Number(query.get("page")) - 1) * 10;
        return { headers: { total: "30", "per-page": "10" }, body: { stories: whole.slice(from, from + 10), cv: 100 } };
      },
    });
    expect([...space.stories("en")]).toHaveLength(29);
  });

  it("a service that gives its last page for all behind it is read once", async () => {
    const whole = Array.from({ length: 200 }, (_, at) => story(at === 0 ? "global" : `s${at}`));
    const { space } = await pull({
      reply: (path, query) => {
        if (path !== "stories") return undefined;
        const from = (Math.min(2, Number(query.get("page"))) - 1) * 100;
        return { headers: { total: "200" }, body: { stories: whole.slice(from, from + 100), cv: 100 } };
      },
    });
    expect([...space.stories("en")]).toHaveLength(199);
  });
});

describe("versions", () => {
  it("may lag behind the space's own where the service caches them for a while", async () => {
    service = await startScripted({ stories: [story("a")] });
    const reply = lagging(200, 150);
    service.script = { stories: [story("a")], reply };
    expect((await service.pull()).space.cv).toBe(150);
    // Not settled, so it is asked again, but as a sync and not in full.
    const again = await service.pull();
    expect(again.requests.total).toBeLessThanOrEqual(8);
    expect(again.moved).toBe(false);
    // As soon as the content version follows, the change is seen.
    service.script = { stories: [story("a"), story("b")], version: 210 };
    expect((await service.pull()).changed.en?.published).toEqual(["uuid-b"]);
    expect((await service.pull()).requests.total).toBe(1);
  });

  it("may count on another scale in spaces/me than in answers", async () => {
    service = await startScripted({ stories: [story("a")] });
    service.script = { stories: [story("a")], reply: lagging(200, 900_000) };
    await service.pull();
    expect((await service.pull()).requests.total).toBe(1);
    service.script = { stories: [story("a"), story("b")], reply: lagging(201, 900_001) };
    expect((await service.pull()).changed.en?.published).toEqual(["uuid-b"]);
  });

  it("need not be in the answers at all", async () => {
    service = await startScripted({ stories: [story("a")], version: undefined, reply: told(5) });
    expect((await service.pull()).space.cv).toBe(5);
    expect((await service.pull()).requests.total).toBe(1);
    service.script = { stories: [story("b")], version: undefined, reply: told(6) };
    const synced = await service.pull();
    expect([...synced.space.stories("en")].map((one) => one.full_slug)).toEqual(["b"]);
  });
});

/** spaces/me tells `version`, every other answer `cv`. */
function lagging(version: number, cv: number): NonNullable<Script["reply"]> {
  return (path, query) => {
    if (path === "spaces/me") return { body: { space: { id: 7, version } } };
    const usualReply = service.usual(path, query);
    return { ...usualReply, body: { ...(usualReply.body as object), ...(path === "links" ? {} : { cv }) } };
  };
}

function told(version: number): NonNullable<Script["reply"]> {
  return (path) => (path === "spaces/me" ? { body: { space: { id: 7, version } } } : undefined);
}

describe("the start-up sequence", () => {
  it("refuses a wrong token", async () => {
    const { code, message } = await failure({ reply: () => ({ status: 401, body: { error: "Unauthorized" } }) });
    expect(code).toBe("FETCH_UNAUTHORIZED");
    expect(message).toMatch(/^GET \/v2\/cdn\/\S+ answered 401 \(Unauthorized\)\.$/);
    expect(service.asked.length).toBeLessThan(20); // the space, then what the pull begins with
  });

  it("says which host cannot be reached", async () => {
    service = await startScripted({});
    const gone = service.pull({ endpoint: "http://127.0.0.1:1/v2" });
    await expect(gone).rejects.toMatchObject({
      code: "FETCH_UNREACHABLE",
      message: /127\.0\.0\.1:1: .*ECONNREFUSED.*after 2/,
    });
  });

  it.each([
    ["500", { status: 500, body: { error: "x" } }],
    ["HTML", { body: "<html>" }],
    ["another shape", { body: { space: { id: "x" } } }],
    ["404", { status: 404, body: ["This record could not be found"] }],
    ["401", { status: 401, body: { error: "Unauthorized" } }],
    ["403", { status: 403, body: "" }],
    ["429, whatever we wait", { status: 429, headers: { "retry-after": "3600" }, body: "" }],
  ])("takes the current time for the version where spaces/me answers %s", async (_, reply) => {
    const { space, problems } = await pull({
      stories: [story("a")],
      reply: (path) => (path === "spaces/me" ? reply : undefined),
    });
    expect(problems).toEqual([expect.objectContaining({ code: "FETCH_SPACE_VERSION", severity: "warning" })]);
    expect([...space.stories("en")]).toHaveLength(1);
    const asked = service.asked.filter((path) => path.startsWith("datasource_entries?"));
    expect(Number(new URLSearchParams(asked[0]).get("cv"))).toBeGreaterThan(1_700_000_000);
    // Which space it was is not known: the snapshot serves --offline and nothing else.
    expect([...(await service.pull({ offline: true })).space.stories("en")]).toHaveLength(1);
    expect((await service.pull()).requests.total).toBeGreaterThan(8);
  });

  it("reports a space without a global story and goes on", async () => {
    const { space, problems } = await pull({
      reply: (path) => {
        if (path === "stories/global/") return { status: 404, body: ["This record could not be found"] };
        return path === "stories" ? { body: { stories: [story("a")], cv: 100 } } : undefined;
      },
    });
    expect(space.global).toEqual({ en: null, de: null });
    expect(problems).toEqual([
      expect.objectContaining({ code: "FETCH_NO_GLOBAL", severity: "error", story: "global" }),
    ]);
  });

  it("empties a datasource that fails, reports it, and asks again next time", async () => {
    const entries = { body: { datasource_entries: [{ name: "a", value: "A", dimension_value: null }], cv: 100 } };
    const failing = (path: string, query: URLSearchParams) => {
      if (path !== "datasource_entries") return undefined;
      return query.get("datasource") === "labels" ? { status: 404, body: ["This record could not be found"] } : entries;
    };
    const { space, problems } = await pull({ reply: failing });
    expect(space.datasources.en?.labels).toEqual([]);
    expect(space.datasources.de?.["all-industries"]).toHaveLength(1);
    expect(problems.map(({ code, message }) => [code, message])).toEqual([
      ["FETCH_DATASOURCE", expect.stringContaining("Datasource labels could not be read (en)")],
      ["FETCH_DATASOURCE", expect.stringContaining("Datasource labels could not be read (de)")],
    ]);
    service.script = { reply: (path) => (path === "datasource_entries" ? entries : undefined) };
    const healed = await service.pull();
    expect(healed.problems).toEqual([]);
    expect(healed.space.datasources.en?.labels).toHaveLength(1);
    expect((await service.pull()).requests.total).toBe(1);
  });

  it("reads the other entries of a datasource in which one is empty", async () => {
    const [good, empty] = [
      { name: "A", value: "a" },
      { name: null, value: null },
    ].map((one) => ({
      ...one,
      dimension_value: null,
    }));
    const body = { datasource_entries: [empty, good], cv: 100 };
    const { space, problems } = await pull({ reply: (path) => (path === "datasource_entries" ? { body } : undefined) });
    expect(problems).toEqual([]);
    expect(space.datasources.en?.labels).toEqual([{ name: "", value: "", dimension_value: null }, good]);
  });

  it.each([
    [230, 6],
    // The first page says how long it is; the rest is read a thousand at a time.
    [2300, 8],
  ])("reads a datasource of %i entries whole", async (length, requests) => {
    const all = Array.from({ length }, (_, at) => ({
      id: at,
      name: `n${at}`,
      value: `v${at}`,
      dimension_value: null,
    }));
    const { space } = await pull({
      reply: (path, query) => {
        if (path !== "datasource_entries" || query.get("datasource") !== "labels") return undefined;
        const perPage = Number(query.get("per_page"));
        const from = (Number(query.get("page") ?? 1) - 1) * perPage;
        return {
          body: { datasource_entries: all.slice(from, from + perPage), cv: 100 },
          headers: { total: `${length}` },
        };
      },
    });
    expect(space.datasources.en?.labels?.map((entry) => entry.name)).toEqual(all.map((entry) => entry.name));
    expect(service.asked.filter((path) => path.includes("datasource=labels"))).toHaveLength(requests);
  });
});
