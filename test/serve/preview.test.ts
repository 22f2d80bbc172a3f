/** Draft pages over real HTTP against the embedded content service. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import type { Config } from "../../src/config/config.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { createDraftHandlers } from "../../src/preview/draft-handlers.ts";
import { createDraftRenderer, type DraftPage, type DraftRenderer } from "../../src/preview/draft-renderer.ts";
import { type Listening, listen } from "../../src/serve/listen.ts";
import { createPreview } from "../../src/serve/preview.ts";
import { writeSampleConfig } from "../helpers/sample-definition.ts";
import { editorQuery, get, type HttpResponse } from "./helpers.ts";

const SPACE = resolve(import.meta.dirname, "../fixtures/spaces/minimal");
const PREVIEW_TOKEN = "the-preview-token";

let service: SpaceService;
let renderer: DraftRenderer;
let server: Listening;
let stateDir: string;
const said: string[] = [];
const clock = { now: 0 };

beforeAll(async () => {
  stateDir = mkdtempSync(join(tmpdir(), "sitegen-preview-"));
  service = await startSpaceService({ dir: SPACE, watch: false, quiet: true, previewToken: PREVIEW_TOKEN });
  const config = await configFor(service);
  renderer = await createDraftRenderer({ config, service, stateDir });
  const preview = createPreview({
    access: [{ space: "", previewToken: PREVIEW_TOKEN, spaceId: String(service.spaceId) }],
    base: "/",
    headers: { "x-content-type-options": "nosniff" },
    render: renderer.render,
    onFailure: (message) => said.push(message),
    now: () => Date.now() + clock.now,
  });
  server = await listen({
    host: "127.0.0.1",
    port: 0,
    handler: async (request, response) => {
      if ((await preview(request, response)) === null) response.end("published");
    },
    onFailure: (message) => said.push(message),
  });
});

afterAll(async () => {
  await server.close();
  renderer.close();
  await service.close();
  rmSync(stateDir, { recursive: true, force: true });
});

async function configFor({ endpoint }: SpaceService): Promise<Config> {
  const env = { STORYBLOK_ENDPOINT: endpoint, STORYBLOK_PREVIEW_TOKEN: PREVIEW_TOKEN };
  const file = writeSampleConfig(stateDir, { storyblok: { requestsPerSecond: 1000 } });
  return loadConfig({ cwd: stateDir, file, env });
}

function idOf(slug: string): number {
  const story = service.contents().stories.find((one) => one.slugPath === slug);
  return story?.id ?? 0;
}

function draft(
  path: string,
  slug = "",
  options: { language?: string; previewToken?: string } = {},
): Promise<HttpResponse> {
  const { spaceId } = service;
  const storyId = slug === "" ? "" : idOf(slug);
  return get(server.origin, path + editorQuery({ previewToken: PREVIEW_TOKEN, spaceId, storyId, ...options }));
}

/** Changes the title that every page type carries. */
function retitle(title: string) {
  return (story: { content: Record<string, unknown> }) => {
    story.content.meta_title = title;
  };
}

describe("a draft", () => {
  test("is shown as it was saved last, and stored nowhere", async () => {
    const before = await draft("/company/about/", "company/about");
    expect(before.headers).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-type": "text/html; charset=utf-8",
    });
    expect(before.headers.etag).toBeUndefined();
    service.saveDraft("company/about", retitle("Saved a moment ago"));
    const after = await draft("/company/about/", "company/about");
    expect(after.text).toMatch(/<title>Saved a moment ago/);
    expect(before.text).not.toContain("Saved a moment ago");
  });

  test("is made again where code or content changed meanwhile: the page's files are there", async () => {
    const options = { config: await configFor(service), service, stateDir, out: stateDir };
    const { draft: render, draftFile, drop } = createDraftHandlers(options);
    const asked = render({ path: "/", storyId: idOf("home"), language: "", space: "", release: "" });
    drop();
    const page = (await asked) as DraftPage;
    const shared = / data-shared="\/([^"]+)"/.exec(page.html)?.[1] ?? "";
    expect(Object.keys(JSON.parse(String(Buffer.from((await draftFile(shared)) ?? []))))).toContain("site");
    drop();
  });

  test("carries the editor's markers", async () => {
    const { text } = await draft("/company/about/", "company/about");
    const markers = [...text.matchAll(/data-blok-c="([^"]*)" data-blok-uid="([^"]*)"/g)].map(
      ([, json = "", address]) => {
        const { name, id, uid } = JSON.parse(json.replaceAll("&quot;", '"'));
        expect(address).toBe(`${id}-${uid}`);
        return [name, Number(id)];
      },
    );
    const about = idOf("company/about");
    const blocks = ["Facts", "FactItem", "ContactTeaser", "Link"].map((name) => [name, about]);
    expect(markers.filter(([, id]) => id === about)).toEqual(blocks);
    expect(text).not.toContain("_editable");
    expect((await draft("/company/about/_payload.json", "company/about")).text.split("_editable").length - 1).toBe(5);
  });

  test("of a story that was never published, made after the first pull", async () => {
    service.saveDraft("company/brand-new", (story) => {
      story.name = "Brand new";
      story.content = { component: "Page", body: [] };
    });
    const got = await draft("/company/brand-new/", "company/brand-new");
    expect([got.status, /<title>(.*?)</.exec(got.text)?.[1]]).toEqual([200, expect.stringContaining("Brand new")]);
    expect((await draft("/de/company/brand-new/", "company/brand-new")).text).toContain('<html lang="de"');
  });

  test("in German, by its path and by the editor's own spelling of it", async () => {
    const { text } = await draft("/de/", "home");
    expect(text).toContain('<html lang="de"');
    expect((await draft("/de/home/", "home")).text).toBe(text);
    expect((await draft("/home/", "home")).text).toBe((await draft("/", "home")).text);
    expect((await draft("/home/", "home", { language: "de" })).text).toBe(text);
    expect((await draft("/de/", "home", { language: "default" })).text).toBe(text);
  });

  test("of another page, reached by a link that keeps the query", async () => {
    const got = await draft("/company/about/", "home");
    expect(got.text).toContain('"path":"/company/about/"');
  });

  test("without its slash leads to the one with it, query kept", async () => {
    const got = await draft("/company/about", "company/about");
    expect(got.status).toBe(307);
    expect(got.headers.location).toMatch(/^\/company\/about\/\?_storyblok=\d+&/);
    expect(got.headers["cache-control"]).toBe("no-store");
  });

  test("as a payload, for navigation inside the frame", async () => {
    service.saveDraft("company/about", retitle("In the payload"));
    const got = await draft("/company/about/_payload.json", "home");
    expect(got.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(JSON.parse(got.text).head.title).toMatch(/^In the payload/);
    expect((await draft("/nowhere/_payload.json", "home")).status).toBe(404);
  });

  test("of the global story is its home page", async () => {
    expect((await draft("/global/", "global")).text).toBe((await draft("/", "home")).text);
  });

  test("that is not there is the error page, in the language of the path", async () => {
    const got = await draft("/nowhere/");
    expect([got.status, got.headers["cache-control"]]).toEqual([404, "no-store"]);
    expect(got.text).toContain("Ups, you got lost!");
    expect((await draft("/de/nirgends/")).text).toContain('<html lang="de"');
  });

  test("has all that it refers to", async () => {
    const { text } = await draft("/", "home");
    const files = [...text.matchAll(/"(\/_assets\/[^" ]+)"/g)].map(([, path = ""]) => path.slice(1));
    expect(files.length).toBeGreaterThan(3);
    for (const path of files) expect([path, (await renderer.file(path))?.length]).toEqual([path, expect.any(Number)]);
    expect(await renderer.file("_assets/../secret")).toBeNull();
  });

  test("of a story that was removed is gone", async () => {
    service.saveDraft("company/short-lived", (story) => {
      story.content = { component: "Page", body: [] };
    });
    const id = idOf("company/short-lived");
    expect((await draft("/company/short-lived/", "company/short-lived")).status).toBe(200);
    service.remove("company/short-lived");
    const query = editorQuery({ previewToken: PREVIEW_TOKEN, spaceId: service.spaceId, storyId: id });
    expect((await get(server.origin, `/company/short-lived/${query}`)).status).toBe(404);
  });

  test("of a listing shows drafts that were saved elsewhere", async () => {
    service.saveDraft("insights/first-post", (story) => {
      story.content.teaser_title = "A teaser that nobody published";
    });
    // Other stories are requested once a second at most.
    await new Promise((done) => setTimeout(done, 1100));
    const listing = service.contents().stories.find((one) => JSON.stringify(one.draft()).includes("BlogOverview"));
    const { text } = await draft(`/${listing?.slugPath}/`);
    expect(text).toContain("A teaser that nobody published");
  });
});

describe("everybody else gets the published page", () => {
  test.each([
    ["no query", "", 0],
    ["no token", "?_storyblok=1&_storyblok_c=Page", 0],
    ["another preview token", { previewToken: "wrong" }, 0],
    ["another space", { spaceId: 7 }, 0],
    ["a token of two hours ago", {}, 7_200_000],
  ])("%s", async (_, given, later) => {
    const query =
      typeof given === "string"
        ? given
        : editorQuery({ previewToken: PREVIEW_TOKEN, spaceId: service.spaceId, storyId: 1, ...given });
    clock.now = later;
    const got = await get(server.origin, `/company/about/${query}`);
    clock.now = 0;
    expect(got.text).toBe("published");
  });

  test.each(["/_assets/app.js", "/feed.xml", "/_assets/builds/latest.json", "/%2e%2e/"])(
    "%s has no draft",
    async (path) => {
      expect((await draft(path)).text).toBe("published");
    },
  );

  test("POST is never a draft", async () => {
    const query = editorQuery({ previewToken: PREVIEW_TOKEN, spaceId: service.spaceId });
    expect((await get(server.origin, `/${query}`, {}, "POST")).text).toBe("published");
  });
});

describe("the preview token", () => {
  test("is in no answer, failure or file", async () => {
    service.faults.push({ kind: "500", times: 100 });
    const got = await draft("/company/about/", "company/about");
    service.faults.length = 0;
    expect([got.status, got.text]).toEqual([502, expect.stringContaining("The content service does not answer")]);
    const answers = [got, await draft("/", "home"), await draft("/nowhere/"), await draft("/_payload.json")];
    for (const { text, headers } of answers) {
      expect(text).not.toContain(PREVIEW_TOKEN);
      expect(JSON.stringify(headers)).not.toContain(PREVIEW_TOKEN);
    }
    expect(said.join("\n")).not.toContain(PREVIEW_TOKEN);
  });

  test("and no draft text is in the state folder", () => {
    const files = readdirSync(stateDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const texts = files.map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
    expect(texts.filter((text) => /Saved a moment ago|nobody published/.test(text))).toEqual([]);
  });

  test("is taken out of an error that quotes it", async () => {
    const messages: string[] = [];
    const preview = createPreview({
      access: [{ space: "", previewToken: PREVIEW_TOKEN, spaceId: "" }],
      base: "/",
      headers: {},
      render: () => Promise.reject(new Error(`GET /v2?token=${PREVIEW_TOKEN} <failed>`)),
      onFailure: (message) => messages.push(message),
    });
    const handler = async (...given: Parameters<typeof preview>) => void (await preview(...given));
    const failing = await listen({ host: "127.0.0.1", port: 0, handler, onFailure: () => undefined });
    const got = await get(failing.origin, `/${editorQuery({ previewToken: PREVIEW_TOKEN, spaceId: 1 })}`);
    await failing.close();
    expect([got.status, got.headers["cache-control"]]).toEqual([500, "no-store"]);
    expect(got.text).toContain("GET /v2?token=[token] &lt;failed&gt;");
    expect(messages).toEqual(["The draft of / could not be shown: GET /v2?token=[token] <failed>"]);
  });
});
