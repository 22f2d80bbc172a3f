import { describe, expect, test } from "vitest";
import type { StoryLists } from "../../src/content/lists/story-lists.ts";
import {
  createReferenceFinder,
  createReferences,
  type ReferenceContext,
  type ReferringPage,
} from "../../src/generate/page-references.ts";
import { addressesIn } from "../../src/generate/page-renderer.ts";
import { openOutputTransaction } from "../../src/publish/output-transaction.ts";
import { languages } from "../helpers/definition.ts";
import { entryOf, rawStory } from "../helpers/memory-space.ts";
import { drop, sandbox } from "../publish/helpers.ts";

type Files = Record<string, readonly string[]>;

async function verify({ assets = {}, loose = {} }: { assets?: Files; loose?: Files }) {
  const box = sandbox();
  try {
    const output = await openOutputTransaction(box);
    await output.put("team/index.html", "<title>Team</title>");
    await output.put("_assets/app.js", "1");
    const references = createReferences();
    for (const [page, files] of Object.entries(assets)) references.add(page, files);
    const all = Object.entries(loose).flatMap(([page, files]) => files.map((file) => [page, file] as const));
    try {
      return references.verify(output, { loose: () => all });
    } finally {
      await output.abort();
    }
  } finally {
    await drop(box);
  }
}

test("an asset that is not there stops the build, with the first page that refers to it", async () => {
  const wrong = verify({ assets: { "/a/": ["_assets/app.js", "_assets/lost.js"], "/b/": ["_assets/lost.js"] } });
  await expect(wrong).rejects.toMatchObject({
    code: "PUBLISH_INCOMPLETE",
    message: "/a/ refers to _assets/lost.js, which is not part of the build.",
  });
});

test("a link that leads nowhere is told for each page, in the order of their paths", async () => {
  const found = await verify({
    loose: { "/b/": ["nowhere/index.html", "team"], "/": ["nowhere/index.html", "team/index.html"] },
  });
  expect(found.map(({ story, message }) => [story, message])).toEqual([
    ["home", "A link leads to /nowhere/, where the site has no page."],
    ["b", "A link leads to /nowhere/, where the site has no page."],
  ]);
});

test("a folder's address without its slash is there", () => {
  const brokenIn = (...files: string[]) => {
    const output = { has: (file: string) => file === "team/index.html", touched: () => null };
    return createReferences().verify(output, { loose: () => files.map((file) => ["/", file] as const) });
  };
  expect(brokenIn("team", "team/index.html")).toEqual([]);
  expect(brokenIn("teams")).toHaveLength(1);
});

describe("what a page refers to", () => {
  const entryAt = (slug: string, lang = "en") => entryOf(rawStory({ full_slug: slug }), lang);
  const NO_LISTS: StoryLists = {
    latest: () => [],
    total: () => 0,
    counts: () => [],
    combinations: () => [],
    tags: () => [],
  };
  const site: ReferenceContext["site"] = {
    paths: new Set(["/", "/de/", "/own/", "/team/", "/jobs/", "/news/", "/news/one/", "/de/arbeit/"]),
    entries: {
      en: new Map(["team", "jobs"].map((slug) => [slug, entryAt(slug)])),
      de: new Map([["arbeit", entryAt("arbeit", "de")]]),
    },
    lists: { en: { ...NO_LISTS, latest: () => [entryAt("news/one")] }, de: NO_LISTS },
    routes: ["/search/", "/listed/"].map((path, route) => ({
      ...{ path, lang: "en", uuid: "", listing: null },
      own: { route, params: { path }, translations: {} },
    })),
  };
  const context = (more: Partial<ReferenceContext> = {}): ReferenceContext => ({
    site,
    sharedDependencies: [],
    settings: { base: "/", contactEndpoint: "/api/contact" },
    files: { en: { feeds: [{ href: "/feed.xml", title: "Posts" }] }, de: { feeds: [] } },
    definition: {
      languages,
      routes: [
        { path: "/search/", page: () => null },
        { paths: () => ["/listed/"], page: () => null },
      ],
    },
    ...more,
  });
  const referring = (lang = "en", dependencies: string[] = []) => ({ path: "/own/", lang, dependencies });
  /** As of a page that was rendered: the addresses in its HTML, then what they refer to. */
  const finder = (more?: Partial<ReferenceContext>) => {
    const referencesOf = createReferenceFinder(context(more));
    const { base } = context(more).settings;
    return (page: ReferringPage, html: string) => referencesOf(page, addressesIn(base, html));
  };
  const found = (html: string, more?: Partial<ReferenceContext>) => finder(more)(referring(), html);

  test.each([
    ["a link", '<link href="/_assets/a.css">', ["_assets/a.css"]],
    ["a source", '<script src="/_assets/a.js">', ["_assets/a.js"]],
    ["a film's first picture", '<video poster="/_assets/a.jpg">', ["_assets/a.jpg"]],
    ["a form's target", '<form action="/_assets/a">', ["_assets/a"]],
    ["the app", '<html data-app="/_assets/app.js">', ["_assets/app.js"]],
    ["the shared state", '<html data-shared="/_assets/shared.json">', ["_assets/shared.json"]],
    ["each chunk", '<html data-chunks="/_assets/a.js /_assets/b.js">', ["_assets/a.js", "_assets/b.js"]],
    ["each width", '<img srcset="/_assets/a.jpg 1x, /_assets/b.jpg 2x">', ["_assets/a.jpg", "_assets/b.jpg"]],
  ])("is %s", (_, html, assets) => {
    expect(found(html)).toEqual({ assets, loose: [] });
  });

  test("is no other attribute, no other host, no text and nothing outside the site's folder", () => {
    const html = '<a href="//cdn.example/_assets/a.js" data-x="/nowhere/" href="https://x.example/">="/no/"</a>';
    expect(found(html)).toEqual({ assets: [], loose: [] });
    const settings = { base: "/site/", contactEndpoint: "" };
    const below = '<a href="/site/nowhere/"><a href="/nowhere/"><img src="/site/_assets/a.jpg">';
    expect(found(below, { settings })).toEqual({ assets: ["_assets/a.jpg"], loose: ["nowhere/index.html"] });
  });

  test("is loose where it is not the page itself, no home, no fixed route, no feed and not where the form is sent", () => {
    const links = [
      "/own/",
      "/search/?q=pump",
      "/listed/",
      "/own/?sort=name&amp;page=2#top",
      "/team/?sort=name&amp;page=2#top",
      "/de/",
      "/feed.xml",
      "/api/contact",
      "/t%C3%A9am/",
      "/o&#x27;brien&amp;co/",
      "/old",
    ];
    const html = links.map((link) => `<a href="${link}">`).join("");
    expect(found(html).loose).toEqual([
      ...["listed/index.html", "team/index.html", "téam/index.html", "o'brien&co/index.html", "old"],
    ]);
  });

  test("is not loose where a dependency of the page or of its frame names the page, if it is there", () => {
    const links = ["/team/", "/jobs/", "/news/", "/news/one/", "/de/arbeit/", "/lost/"];
    const html = links.map((link) => `<a href="${link}">`).join("");
    const looseWith = (dependencies: string[], more?: Partial<ReferenceContext>) => {
      const { loose } = finder(more)(referring("en", dependencies), html);
      return links.filter((link) => !loose.includes(`${link.slice(1)}index.html`));
    };
    expect(looseWith([])).toEqual([]);
    expect(looseWith(["link:team", "card:jobs", "asset:/news/", "total:{}"])).toEqual(["/team/", "/jobs/"]);
    expect(looseWith(["elsewhere:arbeit", 'latest:{"type":"Insights"}'])).toEqual(["/news/one/", "/de/arbeit/"]);
    expect(looseWith(["name:/news/", "live:/lost/", "link:lost"])).toEqual(["/news/"]);
    expect(
      looseWith([], {
        sharedDependencies: [
          ["en", "link:team"],
          ["de", "link:jobs"],
        ],
      }),
    ).toEqual(["/team/"]);
  });

  test("a home that is missing is not told of every page that links to it", () => {
    expect(found('<a href="/"><a href="/de/">', { site: { ...site, paths: new Set() } }).loose).toEqual([]);
  });

  test("an asset is told once, a link that leads nowhere once a page", () => {
    const references = finder();
    const html = '<img src="/_assets/a.jpg"><img src="/_assets/a.jpg"><a href="/old"><a href="/old">';
    expect(references(referring(), html)).toEqual({ assets: ["_assets/a.jpg"], loose: ["old"] });
    expect(references(referring(), html)).toEqual({ assets: [], loose: ["old"] });
    expect(references(referring("de"), '<img src="/_assets/b.jpg">').assets).toEqual(["_assets/b.jpg"]);
  });

  test("lies in the folder of a language that has a domain of its own", () => {
    const [english, german] = languages;
    if (!german) throw new Error("The sample has two languages.");
    const definition = { languages: [english, { ...german, folder: "de.example", home: "/de.example/" }] as const };
    const references = finder({ definition });
    const html = '<img src="/_assets/a.jpg"><a href="/old">';
    expect(references(referring("de"), html)).toEqual({
      assets: ["de.example/_assets/a.jpg"],
      loose: ["de.example/old"],
    });
    // The other domain has a copy of its own.
    expect(references(referring(), html).assets).toEqual(["_assets/a.jpg"]);
  });
});

test("the story of a page that lies deeper is named with its folders", () => {
  const graph = { loose: () => [["/company/team/", "nowhere"] as const] };
  const [problem] = createReferences().verify({ has: () => false }, graph);
  expect(problem?.story).toBe("company/team");
});
