/** The pure parts of the live preview: messages from the editor, and the files published for it. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { remoteAsset } from "../../src/content/assets/remote-asset.ts";
import type { StorySummary } from "../../src/content/map/story-summary.ts";
import { accompanyingStories } from "../../src/content/preview/accompanying-stories.ts";
import { decodeAsset, encodeAsset } from "../../src/content/preview/asset-code.ts";
import { markBlocks, readStory } from "../../src/content/preview/edited-story.ts";
import { livePayload } from "../../src/content/preview/live-page.ts";
import { openLiveSite } from "../../src/content/preview/live-site.ts";
import { assetsOfLanguage, INDEX_VERSION, type PreviewIndex } from "../../src/content/preview/preview-index.ts";
import { relationFields } from "../../src/content/preview/relations.ts";
import type { RawBlock } from "../../src/site/api/model.ts";
import type { Shared } from "../../src/site/api/payload.ts";
import { createCatalogue } from "../../src/site/blocks/catalogue.ts";
import { forLanguage } from "../../src/site/by-language.ts";
import { dates, definition, languages } from "../helpers/definition.ts";
import { propertyRuns } from "../helpers/property-runs.ts";
import { data, schemas } from "../helpers/sample-blocks.ts";

const catalogue = createCatalogue({ schemas, data, platformName: "Lumen" });
const EN = { lang: "en", spaceId: "7" } as const;
const DE = { lang: "de", spaceId: "7" } as const;

const INDEX: PreviewIndex = {
  version: INDEX_VERSION,
  lang: "en",
  stories: [],
  elsewhere: [],
  listingsElsewhere: [],
  assets: {},
  globalId: 0,
  drafts: null,
};

const SHARED = {
  lang: "en",
  site: { languages, origin: "", base: "/", companyName: "W", platformName: "Lumen", previewEditorOrigins: [] },
  labels: [],
  options: {},
  words: {},
  dates: forLanguage(dates, "en"),
} as unknown as Shared;

function story(content: unknown, given: Record<string, unknown> = {}) {
  return { id: 5, uuid: "u-5", name: "Story", full_slug: "a/story", content, ...given };
}

describe("a story from outside", () => {
  test.each([
    null,
    undefined,
    "text",
    [],
    {},
    { id: 1 },
    { id: 1, content: null },
    { id: 1, content: { component: 3 } },
    { id: "x", content: { component: "Page" } },
    { id: 1.5, content: { component: "Page" } },
  ])("%j is none", (value) => expect(readStory(value, EN)).toBeNull());

  test("needs nothing but an id and a component", () => {
    expect(readStory({ id: "12", content: { component: "Page" } }, EN)).toMatchObject({
      id: 12,
      uuid: "story-12",
      full_slug: "12",
      translated_slugs: [],
      content: { component: "Page" },
    });
  });

  test("is read in its language, where it carries both", () => {
    const content = {
      component: "Page",
      a: "plain",
      a__i18n__de: "deutsch",
      b__i18n__de: "",
      b: "plain",
      c: "plain",
      list: [{ d: 1, d__i18n__de: 2 }],
    };
    expect(readStory(story(content), DE)?.content).toMatchObject({ a: "deutsch", b: "", c: "plain", list: [{ d: 2 }] });
    expect(readStory(story(content), EN)?.content).toEqual({
      component: "Page",
      a: "plain",
      b: "plain",
      c: "plain",
      list: [{ d: 1 }],
    });
  });

  test("gets markers where it has none, and keeps those it has", () => {
    const inside = { component: "Facts", _uid: "f", _editable: "<!--#storyblok#{}-->" };
    const related = story({ component: "Page", _uid: "other" }, { uuid: "u-6" });
    const read = readStory(story({ component: "Page", _uid: "p", body: [inside], posts: [related] }), EN);
    expect(read?.content._editable).toBe('<!--#storyblok#{"name":"Page","space":"7","uid":"p","id":"5"}-->');
    expect(read?.content.body).toEqual([inside]);
    expect(read?.content.posts).toEqual([related]);
  });
});

describe("a page from an edited story", () => {
  test("comes of any content at all", () => {
    const names = catalogue.all().map(({ component }) => component);
    const anything = fc.jsonValue({ maxDepth: 3 });
    const fields = fc.dictionary(
      fc.constantFrom("body", "text", "link", "items", "posts", "image", "number"),
      anything,
    );
    const block = fc.record({ component: fc.constantFrom(...names), _uid: fc.string(), fields }).map(flat);
    const page = fc.record({ component: fc.constantFrom("Page", "Insights", "Careers"), _uid: fc.string() });
    fc.assert(
      fc.property(page, fc.array(block, { maxLength: 4 }), (root, body) => {
        const live = openLiveSite(INDEX, definition);
        const read = readStory(story({ ...root, body }), EN);
        if (!read) throw new Error("not read");
        const { value } = livePayload({ story: read, definition, live, shared: SHARED, catalogue, listing: null });
        expect(value.path).toBe("/a/story/");
        expect(JSON.parse(JSON.stringify(value)).page.component).toBe(root.component);
      }),
      { numRuns: propertyRuns(150) },
    );
  });

  test("keeps what is published of its place, and takes its words from the edit", () => {
    const published = {
      id: 5,
      uuid: "u-5",
      component: "Page",
      name: "Old",
      slug: "old/place",
      path: "/old/place/",
      translations: { de: "/de/ort/" },
      firstPublishedAt: null,
      publishedAt: null,
      position: 1,
      fields: {},
      words: 3,
    };
    const live = openLiveSite({ ...INDEX, stories: [published] }, definition);
    const read = readStory(story({ component: "Page", _uid: "p", meta_title: "New title" }), EN);
    if (!read) throw new Error("not read");
    const { value } = livePayload({ story: read, definition, live, shared: SHARED, catalogue, listing: null });
    expect(value).toMatchObject({ path: "/old/place/", switchHref: { de: "/de/ort/" }, story: { name: "Story" } });
    expect(value.head.title).toBe("New title | W");
  });
});

describe("stories that come along", () => {
  test("whole ones and targets of links, the whole one before the target", () => {
    const whole = story({ component: "Insights", _uid: "i", teaser_title: "Post" }, { uuid: "u-9", full_slug: "post" });
    const target = { id: 9, uuid: "u-9", name: "Target", full_slug: "post" };
    const other = { id: 8, uuid: "u-8", name: "Other", full_slug: "de/anders" };
    const found = accompanyingStories(
      [{ link: { story: target } }, [whole], { link: { story: target } }, other],
      "de",
      definition,
    );
    const rows = [...found.entries.values()].map((one) => [one.uuid, one.component, one.path, one.fields.teaser_title]);
    expect(rows).toEqual([
      ["u-9", "Insights", "/de/post/", "Post"],
      ["u-8", "", "/de/anders/", undefined],
    ]);
    expect([...found.whole.keys()]).toEqual(["u-9"]);
  });

  test("a story with a page in another language alone stays that language's", () => {
    const other = { uuid: "u-8", lang: "de", path: "/anders/", name: "Anders" };
    const live = openLiveSite({ ...INDEX, elsewhere: [other] }, definition);
    const target = { id: 8, uuid: "u-8", name: "Anders", full_slug: "anders" };
    live.addUnlisted(accompanyingStories(target, "en", definition).entries.values());
    expect(live.site.entries.en?.has("u-8")).toBe(false);
  });
});

describe("published blocks", () => {
  test("get the markers that a draft would have, under their real names", () => {
    const item = { component: "LumenItem", _uid: "i" };
    const block = { component: "HeroPlatform", _uid: "h", items: [item], card: { component: "Insights", uuid: "c" } };
    const marked = markBlocks(block, { id: 5, spaceId: "7", platformName: "Lumen" });
    expect(marked._editable).toContain('"name":"HeroLumen"');
    expect((marked.items as RawBlock[])[0]?._editable).toContain('"uid":"i"');
    expect(marked.card).toEqual(block.card);
  });

  test("relations that the editor resolves have the components' real names", () => {
    const fields = relationFields(catalogue);
    expect(fields).toContain("BlogTeaser.posts");
    expect(fields.join()).not.toContain("Platform");
  });
});

describe("assets of the index", () => {
  const mirrored = {
    src: "/_assets/media/gear-0a1b2c3d4e.jpg",
    width: 900,
    height: 600,
    sources: [
      { type: "image/avif", src: "/_assets/media/gear-0a1b2c3d4e-{w}.avif" },
      { type: "image/webp", src: "/_assets/media/gear-0a1b2c3d4e-900.webp" },
    ],
    widths: [480, 900],
  };

  test("a mirrored picture is four values, and comes back whole", () => {
    const code = encodeAsset(mirrored);
    expect(code).toEqual(["/_assets/media/gear-0a1b2c3d4e.jpg", 900, 600, [480, 900]]);
    expect(decodeAsset(code)).toEqual(mirrored);
  });

  test.each([
    { src: "/_assets/media/a.svg", width: 10, height: 10, sources: [], widths: [] },
    remoteAsset("https://a.storyblok.com/f/1/900x600/0a/b.jpg", { origin: "" }),
    { ...mirrored, sources: mirrored.sources.slice(1) },
  ])("any other comes back as it was", (record) => {
    if (!record) throw new Error("no record");
    expect(decodeAsset(JSON.parse(JSON.stringify(encodeAsset(record))))).toEqual(record);
  });

  test("at their own address: safe for a srcset, and only from the web", () => {
    expect(remoteAsset("https://a.storyblok.com/f/1/900x600/0a/ü b.jpg", { origin: "" })).toMatchObject({
      src: "https://a.storyblok.com/f/1/900x600/0a/%C3%BC%20b.jpg",
      width: 900,
      height: 600,
    });
    expect(remoteAsset("//a.storyblok.com/f/1/x.svg", { origin: "" })?.src).toBe("https://a.storyblok.com/f/1/x.svg");
    expect(remoteAsset("/f/1/x.svg", { origin: "http://127.0.0.1:1" })?.src).toBe("http://127.0.0.1:1/f/1/x.svg");
    expect(remoteAsset("https://a.storyblok.com/\ud800.jpg", { origin: "" })?.src).toBe("https://a.storyblok.com/.jpg");
    for (const bad of ["javascript:alert(1)", "/f/1/x.svg", "", "data:image/png,x"]) {
      expect(remoteAsset(bad, { origin: "" })).toBeUndefined();
    }
  });
});

function flat({ fields, ...block }: { component: string; _uid: string; fields: Record<string, unknown> }) {
  return { ...fields, ...block };
}

test("a language's folder has the pictures of its own stories and of those without a page, such as authors", () => {
  const rules = { ...definition, translation: "folders" } as const;
  const story = (component: string, fullSlug: string) =>
    ({ component, fullSlug, assets: [`${fullSlug}.png`] }) as unknown as StorySummary;
  const en = [story("Page", "en/about"), story("Page", "de/ueber"), story("person", "people/ada")];
  const picturesIn = (lang: string) => assetsOfLanguage({ en }, { lang, rules }, []);
  expect(picturesIn("de")).toEqual(["de/ueber.png", "people/ada.png"]);
});
