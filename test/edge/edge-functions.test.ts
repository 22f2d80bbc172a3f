/** The functions that `sitegen init --drafts` writes: who is answered, with what, and what goes wrong. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { answerDraft } from "../../src/edge/answer-draft.ts";
import { type SharedDraft, signShare } from "../../src/edge/share-token.ts";
import { DRAFT_FILES, type DraftHost } from "../../src/init/ci-files.ts";
import { editorQuery } from "../e2e/fake-editor.ts";
import { type EdgeFunction, type Env, startEdge } from "./edge-hosts.ts";

const SPACE = resolve(import.meta.dirname, "../fixtures/spaces/preview");
const SECRET = "0123456789abcdef0123456789abcdef";
const PAGE =
  '<!doctype html><html lang="en" data-app="/_assets/app.js"><head></head><body><div id="app">Published</div></body></html>';
const HOUR = 3600;

let service: SpaceService;
let site: Server;
let origin = "";
let env: Env;

beforeAll(async () => {
  service = await startSpaceService({ dir: SPACE, watch: false, journal: false, quiet: true });
  site = createServer((request, response) => {
    response.writeHead(request.url === "/company/about/" ? 200 : 404, {
      "content-security-policy": "default-src 'self'",
    });
    response.end(
      request.url === "/plain/" ? "<h1>Nothing</h1>" : PAGE.replace("Published", `Published ${request.url}`),
    );
  });
  await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  env = {
    STORYBLOK_PREVIEW_TOKEN: service.previewToken,
    STORYBLOK_SPACE_ID: String(service.spaceId),
    STORYBLOK_ENDPOINT: service.endpoint,
    SITEGEN_SHARE_SECRET: SECRET,
    SITEGEN_SHARE_REVOKED: "",
  };
});
afterAll(async () => {
  await service.close();
  site.closeAllConnections();
  await new Promise((done) => site.close(done));
});

const idOf = (slug: string) => service.contents().stories.find((one) => one.slugPath === slug)?.id ?? 0;

/** What the frame asks. */
function ask(query: Record<string, string> = {}, editor: Parameters<typeof editorQuery>[0] = {}): URL {
  const url = new URL(`${origin}/api/drafts${editorQuery({ spaceId: service.spaceId, ...editor })}`);
  for (const [name, value] of Object.entries({
    id: String(idOf("company/about")),
    language: "",
    relations: "",
    ...query,
  }))
    url.searchParams.set(name, value);
  return url;
}

function shared(change: Partial<SharedDraft> = {}): SharedDraft {
  const story = idOf("company/about");
  const place = { page: "/company/about/", lost: "/404.html" };
  const times = { issued: Date.now(), until: Date.now() + HOUR * 1000 };
  return { link: "0a1b2c3d4e5f", story, language: "en", answer: "", release: "", ...place, ...times, ...change };
}

const NEVER_STORED = { "cache-control": "no-store", "x-robots-tag": "noindex, nofollow" };

describe.each(Object.keys(DRAFT_FILES) as DraftHost[])("the function for %s", (host) => {
  let edge: EdgeFunction;
  beforeAll(async () => {
    edge = await startEdge(host, { env, site: origin });
  });
  afterAll(() => edge?.close());

  test("answers the editor's frame with the draft, in its language, with relations, and stores nothing", async () => {
    service.saveDraft("company/about", (story) => {
      story.name = "Saved a moment ago";
    });
    const answer = await edge.answer(new Request(ask()));
    const { story } = await answer.json();
    expect([answer.status, story.name, JSON.stringify(story).includes("#storyblok#")]).toEqual([
      200,
      "Saved a moment ago",
      true,
    ]);
    expect(Object.fromEntries(answer.headers)).toMatchObject(NEVER_STORED);
    expect((await (await edge.answer(new Request(ask({ language: "de" })))).json()).story.lang).toBe("de");
    const home = ask({ id: String(idOf("home")), relations: "BlogTeaser.posts" });
    expect((await (await edge.answer(new Request(home))).json()).rels.length).toBeGreaterThan(0);
  });

  test("refuses whoever has no valid token", async () => {
    const urls = [
      ask({}, { previewToken: "other" }),
      ask({}, { age: HOUR + 5 }),
      ask({}, { age: -70 }),
      ask({}, { spaceId: 7 }),
    ];
    for (const url of [...urls, new URL(`${origin}/api/drafts?id=1`)]) {
      const answer = await edge.answer(new Request(url));
      expect([answer.status, (await answer.json()).error]).toEqual([403, expect.stringContaining("token")]);
    }
  });

  test("shows a draft by a signed link, in the published page or in the one of a story that has none", async () => {
    const open = async (change: Partial<SharedDraft>) =>
      edge.answer(new Request(`${origin}/api/drafts/s/${await signShare(shared(change), SECRET)}`));
    const answer = await open({});
    const html = await answer.text();
    expect(Object.fromEntries(answer.headers)).toMatchObject({ ...NEVER_STORED, "referrer-policy": "no-referrer" });
    expect(html).toContain("Published /company/about/");
    expect(html).toContain('data-preview="shared"');
    expect(html).toContain('<meta name="robots" content="noindex, nofollow">');
    expect(html).toContain('hidden><div id="app">');
    const lost = await (await open({ story: idOf("company/unborn"), page: "/company/unborn/" })).text();
    expect(lost).toContain("Published /404.html");
    expect(lost).toContain("Never seen");
  });
});

describe("every host's answer", () => {
  const failures: string[] = [];
  const answer = (url: URL | string, change: Env = {}, init: RequestInit = {}, skew = 0) =>
    answerDraft(new Request(url, init), {
      env: { ...env, SITEGEN_SITE_ORIGINS: origin, ...change },
      now: () => Date.now() + skew * 1000,
      onFailure: (message) => failures.push(message),
    });

  test("a clock that is an hour off refuses the editor, in either direction, as `serve` does", async () => {
    const statuses = [0, 55, HOUR + 60, -50, -HOUR].map(async (skew) => (await answer(ask(), {}, {}, skew)).status);
    expect(await Promise.all(statuses)).toEqual([200, 200, 403, 200, 403]);
    expect(await (await answer(ask(), {}, {}, -HOUR)).json()).toMatchObject({ refused: "preview_early", minutes: 60 });
    expect(failures.at(-1)).toContain("60 minutes from now: the clock of the function is wrong");
    const foreign = await (await answer(ask({}, { previewToken: "other", age: 2 * HOUR }))).json();
    expect(foreign).toMatchObject({ refused: "preview_foreign", minutes: 0 });
  });

  test.each([
    [
      "a release that the editor shows is asked for, and none for `0` or `undefined`",
      "_storyblok_release",
      "from_release",
    ],
    ["the language whose text is shown where there is none is asked for", "fallback", "fallback_lang"],
  ])("%s", async (_, given, name) => {
    const asked: string[] = [];
    const listening = createServer((request, response) => {
      asked.push(new URL(request.url ?? "", "http://x").searchParams.get(name) ?? "none");
      response.end(JSON.stringify({ story: { id: idOf("company/about"), content: {} } }));
    });
    await new Promise<void>((done) => listening.listen(0, "127.0.0.1", done));
    const STORYBLOK_ENDPOINT = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/v2`;
    const isRelease = name === "from_release";
    for (const value of isRelease ? ["77", "0", "undefined", "7;drop"] : ["de-ch", ""])
      await answer(ask({ [given]: value }), { STORYBLOK_ENDPOINT });
    expect(asked).toEqual(isRelease ? ["77", "none", "none", "none"] : ["de-ch", "none"]);
    listening.closeAllConnections();
    await new Promise((done) => listening.close(done));
  });

  test("what is no question of the frame is not answered", async () => {
    expect((await answer(ask(), {}, { method: "POST" })).status).toBe(405);
    expect((await answer(ask(), {}, { headers: { "sec-fetch-dest": "document" } })).status).toBe(403);
    expect((await answer(ask(), {}, { headers: { origin: "https://evil.example" } })).status).toBe(403);
    for (const query of [
      { id: "../1" },
      { id: "0" },
      { language: "de&token=x" },
      { relations: "a.b&version=published" },
    ])
      expect((await answer(ask(query))).status).toBe(400);
    expect((await answer(ask({ id: "999" }))).status).toBe(404);
    // A release that was merged, or never was.
    expect((await answer(ask({ _storyblok_release: "99" }))).status).toBe(404);
  });

  test("another origin of the site is answered, and no other origin is named", async () => {
    const url = new URL(ask());
    url.hostname = "localhost";
    const own = await answer(url, {}, { headers: { origin } });
    expect([own.status, own.headers.get("access-control-allow-origin")]).toEqual([200, origin]);
    expect((await answer(ask())).headers.get("access-control-allow-origin")).toBeNull();
  });

  test("a wrong token, one of another space, and a service that is down are said without the token", async () => {
    failures.length = 0;
    // The editor proves that it knows the same token; the service takes another.
    const STORYBLOK_PREVIEW_TOKEN = "expired-token";
    const wrong = await answer(ask({}, { previewToken: STORYBLOK_PREVIEW_TOKEN }), { STORYBLOK_PREVIEW_TOKEN });
    expect([wrong.status, (await wrong.json()).error]).toEqual([
      502,
      expect.stringContaining("wrong, or of another space"),
    ]);
    const down = await answer(ask(), { STORYBLOK_ENDPOINT: "http://127.0.0.1:9/v2" });
    expect([down.status, (await down.json()).error]).toEqual([502, "The content service does not answer."]);
    expect((await answer(ask({}, { previewToken: "" }), { STORYBLOK_PREVIEW_TOKEN: "" })).status).toBe(403);
    expect(failures.length).toBe(2);
    expect(failures.join().includes("expired-token")).toBe(false);
  });

  const follow = async (token: string, change: Env = {}) => {
    const got = await answer(`${origin}/api/drafts/s/${token}`, change);
    return { status: got.status, title: /<h1>(.*)<\/h1>/.exec(await got.text())?.[1], headers: got.headers };
  };

  test("a link that is cut, changed, signed by another, over or taken back shows a page that says so", async () => {
    const token = await signShare(shared(), SECRET);
    const [body = "", signature = ""] = token.split(".");
    const other = Buffer.from(JSON.stringify(shared({ story: idOf("home") }))).toString("base64url");
    const invalid = ["", "x", body, `${body}.`, `${body}.${signature.slice(2)}`, `${other}.${signature}`, `${token}.x`];
    invalid.push(await signShare(shared(), SECRET.toUpperCase()));
    for (const one of invalid)
      expect(await follow(one)).toMatchObject({ status: 403, title: "This link is not valid" });
    const over = await signShare(shared({ until: Date.now() - 1 }), SECRET);
    expect(await follow(over)).toMatchObject({ status: 410, title: "This link has ended" });
    for (const SITEGEN_SHARE_REVOKED of ["x,0a1b2c3d4e5f", `before:${Date.now()}`])
      expect(await follow(token, { SITEGEN_SHARE_REVOKED })).toMatchObject({
        status: 410,
        title: "This link was taken back",
      });
    expect((await follow(token, { SITEGEN_SHARE_REVOKED: `before:${Date.now() - 60_000}` })).status).toBe(200);
    // Without a secret nothing is a link, not even what was signed with none.
    expect((await follow(token, { SITEGEN_SHARE_SECRET: "" })).status).toBe(403);
    expect((await follow(over)).headers.get("x-robots-tag")).toBe("noindex, nofollow");
  });

  test("a link brings its own story alone", async () => {
    const token = await signShare(shared({ story: idOf("home"), page: "/" }), SECRET);
    const got = await answer(`${origin}/api/drafts/s/${token}`);
    const data = /id="shared-draft">(.*?)<\/script>/.exec(await got.text())?.[1] ?? "";
    expect(Object.keys(JSON.parse(data)).sort()).toEqual(["language", "story"]);
    expect(data).not.toContain("Second post");
    expect(data).not.toContain("</");
    expect(data).not.toContain(service.previewToken);
  });

  test("a story that is gone, and a site that answers no page, are said", async () => {
    const gone = await signShare(shared({ story: 999 }), SECRET);
    expect(await follow(gone)).toMatchObject({ status: 404, title: "There is no such draft any more" });
    const nowhere = await signShare(shared({ page: "/plain/", lost: "/plain/" }), SECRET);
    expect(await follow(nowhere)).toMatchObject({ status: 502, title: "The draft cannot be shown now" });
  });
});
