import { describe, expect, it } from "vitest";
import { headerGround } from "../../src/blocks/ui/header-ground.ts";
import { headlineBlockUid, rendersOwnHead } from "../../src/blocks/ui/headline-block.ts";
import { decimalsOf, formatNumber } from "../../src/blocks/ui/number.ts";
import { words } from "../../src/blocks/ui/words.ts";
import { label } from "../../src/content/rules/labels.ts";
import { editable } from "../../src/kit/editable.ts";
import { parseEmbed } from "../../src/kit/embed.ts";
import { word } from "../../src/kit/word.ts";
import type { Block } from "../../src/site/api/payload.ts";
import { wordsOf } from "../../src/site/words.ts";
import { payload } from "./fixtures.ts";

const block = (component: string, more: Record<string, unknown> = {}): Block => ({
  component,
  _uid: `${component}-uid`,
  ...more,
});
const page = (...body: Block[]): Block => block("Page", { body });

describe("the page's one h1", () => {
  it.each<[string, Block | null, string]>([
    ["no page", null, ""],
    ["no headline anywhere", page(block("Bisection")), ""],
    [
      "the first headline",
      page(block("Bisection"), block("Facts", { headline: "a" }), block("Team", { headline: "b" })),
      "Facts-uid",
    ],
    [
      "a hero, even below another block",
      page(block("Facts", { headline: "a" }), block("HeroText", { headline: "b" })),
      "HeroText-uid",
    ],
    [
      "a hero without a headline is passed over",
      page(block("HeroText", { headline: "" }), block("Facts", { headline: "a" })),
      "Facts-uid",
    ],
    [
      "a slider's first slide",
      page(block("HeroSlider", { slides: [block("HeroTextImage", { headline: "a" })] })),
      "HeroTextImage-uid",
    ],
    [
      "an intro headline that asks for h1",
      page(
        block("Facts", { headline: "a" }),
        block("Intro", { body: [block("IntroHeadline", { headline: "b", level: "h1" })] }),
      ),
      "IntroHeadline-uid",
    ],
    [
      "a page type that draws its own head",
      block("Insights", { body: [block("HeroText", { headline: "a" })] }),
      "Insights-uid",
    ],
    [
      "an industry without a hero",
      block("Industries", { body: [block("Facts", { headline: "a" })] }),
      "Industries-uid",
    ],
    [
      "an industry led by a hero",
      block("Industries", { body: [block("HeroText", { headline: "a" })] }),
      "HeroText-uid",
    ],
  ])("%s", (_, root, expected) => expect(headlineBlockUid(root)).toBe(expected));

  it("leaves the head to the hero of offering and industry pages only", () => {
    const body = [block("HeroText")];
    expect(["Page", "Solutions", "Industries"].map((name) => rendersOwnHead(block(name, { body })))).toEqual([
      false,
      false,
      false,
    ]);
    expect(["Insights", "Careers", "SuccessStory"].every((name) => rendersOwnHead(block(name, { body })))).toBe(true);
  });
});

describe("the header's ground", () => {
  it.each<[string, Block, string]>([
    ["an empty page", page(), "light"],
    ["a picture hero without a theme", page(block("HeroFullscreenImage", { theme: "" })), "light"],
    ["a picture hero made light, whose veil is light", page(block("HeroFullscreenImage", { theme: "light" })), "light"],
    ["a picture hero made dark", page(block("HeroFullscreenImage", { theme: "dark" })), "dark"],
    ["a platform hero without a theme", page(block("HeroPlatform", { theme: "" })), "light"],
    ["a platform hero made dark", page(block("HeroPlatform", { theme: "dark" })), "dark"],
    ["an accent section", page(block("Facts", { theme: "accent" })), "accent"],
    [
      "a slider's first slide",
      page(block("HeroSlider", { theme: "", slides: [block("HeroText", { theme: "" })] })),
      "light",
    ],
    ["a page type with its own head", block("Insights", { body: [block("Facts", { theme: "dark" })] }), "light"],
  ])("%s", (_, root, expected) => expect(headerGround(payload([], "en", { page: root }))).toBe(expected));
});

describe("figures", () => {
  it.each([
    [0, 0, "0", "0"],
    [999, 0, "999", "999"],
    [4800, 0, "4,800", "4.800"],
    [1234567.891, 2, "1,234,567.89", "1.234.567,89"],
    [0.4, 1, "0.4", "0,4"],
    [-34, 0, "−34", "−34"],
    [-0.001, 1, "0.0", "0,0"],
  ])("%d with %d decimals", (value, decimals, en, de) => {
    expect(formatNumber(value, decimals, "en")).toBe(en);
    expect(formatNumber(value, decimals, "de")).toBe(de);
  });

  it("shows as many decimals as the editor asks, else as the number has", () => {
    expect([decimalsOf(3, 2), decimalsOf(0.4, null), decimalsOf(12, null), decimalsOf(1 / 3, null)]).toEqual([
      2, 1, 0, 3,
    ]);
    expect(decimalsOf(1, -4)).toBe(0);
    expect(decimalsOf(1, 99)).toBe(6);
  });
});

describe("embeds", () => {
  it.each([
    [
      "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3",
      "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0",
    ],
    ["https://youtu.be/dQw4w9WgXcQ", "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0"],
    ["https://m.youtube.com/shorts/dQw4w9WgXcQ", "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0"],
    ["https://player.vimeo.com/video/76979871?h=1", "https://player.vimeo.com/video/76979871?autoplay=1&dnt=1"],
    [" https://vimeo.com/channels/staffpicks/76979871 ", "https://player.vimeo.com/video/76979871?autoplay=1&dnt=1"],
  ])("reads %s", (url, src) => expect(parseEmbed(url)?.src).toBe(src));

  it.each([
    "",
    "not a url",
    "javascript:alert(1)",
    "https://evil.example/watch?v=dQw4w9WgXcQ",
    'https://youtu.be/"><script>',
    "https://vimeo.com/about",
  ])("refuses %j", (url) => expect(parseEmbed(url)).toBeNull());
});

describe("the editor's marker", () => {
  it("becomes the attributes that the bridge looks for", () => {
    const marker = '<!--#storyblok#{"name": "facts", "space": "1", "uid": "u-1", "id": "42"}-->';
    expect(editable({ _editable: marker })).toEqual({
      "data-blok-c": '{"name":"facts","space":"1","uid":"u-1","id":"42"}',
      "data-blok-uid": "42-u-1",
    });
  });

  it.each([{}, { _editable: "" }, { _editable: "<!--#storyblok#{broken-->" }])("is nothing for %j", (value) =>
    expect(editable(value)).toEqual({}),
  );
});

describe("words", () => {
  it("come in the page's language, with values, and yield to a label of the same name", () => {
    expect(word({ words: words.en }, "page_n_of", { n: 2, m: 4 })).toBe("Page 2 of 4");
    expect(word({ words: words.de }, "page_n_of", { n: 2, m: 4 })).toBe("Seite 2 von 4");
    const labels = [{ name: "contact", value: "Reach us", dimension_value: "Schreiben Sie uns" }];
    expect(word({ words: wordsOf(words.de, (name) => label(labels, name)) }, "contact")).toBe("Schreiben Sie uns");
  });
});
