/** The text and structure that each block renders. */

import { describe, expect, it } from "vitest";
import { data as blogTeaserData } from "../../src/blocks/BlogTeaser/BlogTeaser.data.ts";
import type { ContentReader, LatestQuery } from "../../src/site/api/reader.ts";
import { languages } from "../helpers/definition.ts";
import { card, image, link, linkBlock, rich } from "./fixtures.ts";
import { complete, renderBlock, renderPage, textOf } from "./render.tsx";
import { sample } from "./samples.ts";

const text = (...args: Parameters<typeof renderBlock>) => textOf(renderBlock(...args));

describe("Accordion", () => {
  it("lets several items be open and opens the first when told", () => {
    const html = renderBlock(sample("Accordion"));
    expect(html.match(/<details/g)).toHaveLength(2);
    expect(html.match(/<details[^>]* open=""/g)).toHaveLength(1);
    expect(html).not.toContain(" name=");
    expect(renderBlock(sample("Accordion", { open_first: false }))).not.toContain('open=""');
  });

  it("is absent without items", () =>
    expect(renderBlock(sample("Accordion", { items: [] }))).not.toContain("accordion"));
});

describe("Bisection", () => {
  it("keeps its halves in order and takes the ratio", () => {
    const html = renderBlock(sample("Bisection", { ratio: "1-2" }));
    expect(html).toContain("bisection--1-2");
    expect(html.indexOf("bisection-image")).toBeLessThan(html.indexOf("bisection-text"));
  });

  it("stands as two columns when both halves are words", () => {
    const words = (uid: string) => ({ component: "BisectionText", _uid: uid, headline: uid, text: null, links: [] });
    expect(renderBlock(sample("Bisection", { left: [words("a")], right: [words("b")] }))).toContain("bisection--words");
  });
});

describe("BlogTeaser", () => {
  const calls: LatestQuery[] = [];
  const reader = {
    self: () => ({ uuid: "self" }),
    latest: (query: LatestQuery) => {
      calls.push(query);
      return [card("Latest")];
    },
  } as unknown as ContentReader;

  it("takes the chosen posts, else the latest of the category without the page itself", () => {
    const chosen = complete({ component: "BlogTeaser", _uid: "a", posts: [card("Chosen")] });
    expect(blogTeaserData(chosen, reader).posts.map((post) => post.title)).toEqual(["Chosen"]);
    const category = { value: "mlops", label: "MLOps" };
    blogTeaserData(complete({ component: "BlogTeaser", _uid: "b", category, count: 2 }), reader);
    blogTeaserData(complete({ component: "BlogTeaser", _uid: "c", count: 0 }), reader);
    expect(calls).toEqual([
      { type: "Insights", limit: 2, except: ["self"], category: "mlops" },
      { type: "Insights", limit: 4, except: ["self"] },
    ]);
  });

  it("shows every post once, each with its link, and nothing at all without posts", () => {
    const html = renderBlock(sample("BlogTeaser"));
    expect(html.match(/class="card__link"/g)).toHaveLength(3);
    expect(renderBlock(sample("BlogTeaser", { data: { posts: [] } }))).not.toContain("blog-teaser");
    const many = Array.from({ length: 5 }, (_, at) => card(`Post ${at}`));
    const below = renderBlock(sample("BlogTeaser", { data: { posts: many } }));
    expect(below.match(/class="card card--lead"/g)).toHaveLength(1);
    expect(below.match(/class="card card--stack"/g)).toHaveLength(4);
    expect(below).not.toContain("blog-teaser__posts--few");
  });
});

describe("Contact", () => {
  const site = (contactEndpoint: string) => ({
    shared: {
      site: {
        origin: "",
        base: "/",
        companyName: "W",
        languages,
        platformName: "L",
        badge: null,
        contactEndpoint,
        previewEditorOrigins: [],
        bridgeUrl: "",
        consent: null,
      },
    },
  });

  it("posts to the endpoint without script and hands script what it needs", () => {
    const html = renderBlock(sample("Contact", { success_text: "Thank you." }), site("https://forms.example/x"));
    const form = /<form[^>]*>/.exec(html)?.[0] ?? "";
    for (const attribute of [
      'action="https://forms.example/x"',
      'method="post"',
      "data-contact-form",
      'data-success="Thank you."',
    ]) {
      expect(form).toContain(attribute);
    }
    for (const name of ["name", "email", "company", "phone", "message", "consent"])
      expect(html).toContain(` name="${name}"`);
    expect(html).toMatch(/<input[^>]*tabindex="-1"[^>]*name="website"/i);
    const [, field] = /<input[^>]* id="([^"]+)"[^>]* name="email"|$/.exec(html) ?? [];
    expect(field).toBeTruthy();
    expect(html).toContain(`for="${field}"`);
  });

  it("is a mail link without an endpoint, and no form when the editor wants none", () => {
    const html = renderBlock(sample("Contact"), site(""));
    expect(html).not.toContain("<form");
    expect(html).toContain('href="mailto:hello@werklicht.example"><span class="action__title">Write an email');
    expect(text(sample("Contact", { show_form: false }))).not.toContain("Write an email");
  });

  it("names the person and how to reach them", () => {
    const html = renderBlock(sample("Contact"), { lang: "de" });
    expect(html).toContain('href="tel:+498999998140"');
    // An address may break after its @ only.
    expect(textOf(html.replace("<wbr/>", ""))).toContain(
      "Daniel Kovac Sales Engineer Telefon: +49 89 99998 140 E-Mail: hello@werklicht.example",
    );
  });
});

it("ContactTeaser opens the overlay", () => {
  const html = renderBlock(sample("ContactTeaser"));
  expect(html).toContain('href="#contact-overlay" aria-haspopup="dialog"');
});

describe("Datenschutz", () => {
  it("makes its contents from the headings, two levels deep", () => {
    const html = renderBlock(sample("Datenschutz"));
    expect(html).toContain('aria-label="Contents"');
    for (const id of ["one", "one-point-one", "two"]) expect(html).toContain(`href="#${id}"`);
    expect(html).toContain('<h2 class="rich-text__heading rich-text__heading--2" id="two">');
  });

  it("has none when it is switched off or there is nothing to list", () => {
    expect(renderBlock(sample("Datenschutz", { show_toc: false }))).not.toContain("legal__toc");
    expect(renderBlock(sample("Datenschutz", { text: rich("Only text") }))).not.toContain("legal__toc");
  });
});

describe("Facts", () => {
  it("reads the final figure aloud and counts a copy that only the eye sees", () => {
    const html = renderBlock(sample("Facts"));
    expect(html).toContain('<span class="visually-hidden">−34 %</span>');
    expect(html).toContain('<span class="fact__number" data-count-up="4800">4,800</span>');
    expect(html).toContain('data-count-up="0.4" data-decimals="1">0.4</span>');
  });

  it("writes figures the German way in German", () => {
    const html = renderBlock(sample("Facts"), { lang: "de" });
    expect(html).toContain(">4.800</span>");
    expect(html).toContain(">0,4</span>");
  });

  it("shows what there is when a number is missing", () => {
    const items = [{ component: "FactItem", _uid: "f", number: null, prefix: "24/7", label: "in service" }];
    expect(text(sample("Facts", { items }))).toContain("24/7 in service");
  });
});

describe("heroes", () => {
  it("HeroFullscreenImage darkens its picture as far as the editor says, and no further than black", () => {
    expect(renderBlock(sample("HeroFullscreenImage", { overlay: 80 }))).toContain("--overlay:80%");
    expect(renderBlock(sample("HeroFullscreenImage", { overlay: 400 }))).toContain("--overlay:100%");
    expect(renderBlock(sample("HeroFullscreenImage"))).toContain("--overlay:35%");
  });

  it("load their picture first only where they lead the page", () => {
    expect(renderBlock(sample("HeroTextImage"))).toContain('fetchPriority="high"');
    const second = renderPage([sample("HeroText"), { ...sample("HeroTextImage"), _uid: "two" }]);
    expect(second).not.toContain('fetchPriority="high"');
  });

  it("HeroFullscreenImage takes its upright picture for phones", () => {
    const upright = { ...image(3, 1080, 1800), src: "/upright.jpg" };
    expect(renderBlock(sample("HeroFullscreenImage", { image_portrait: upright }))).toContain('srcSet="/upright.jpg"');
    expect(renderBlock(sample("HeroFullscreenImage"))).not.toContain("(orientation: portrait)");
  });

  it("HeroFullscreenImage plays a video instead of its picture, which becomes the poster", () => {
    const html = renderBlock(sample("HeroFullscreenImage", { video: { src: "/v.mp4", name: "", title: "" } }));
    expect(html).toContain('src="/v.mp4"');
    expect(html).toContain("video__toggle");
  });

  it("HeroPlatform shows its animation over the picture", () => {
    const animation = { src: "/a.json", name: "", title: "" };
    const html = renderBlock(sample("HeroPlatform", { animation }));
    expect(html).toContain('data-lottie="{&quot;src&quot;:&quot;/a.json&quot;,&quot;autoplay&quot;:true}"');
  });

  it("HeroSlider shows each slide's hero, one h1 among them", () => {
    const html = renderBlock(sample("HeroSlider"));
    expect(html).toContain("hero-fullscreen-image");
    expect(html).toContain("hero-text-image");
    expect(html.match(/<h1/g)).toHaveLength(1);
  });

  it("HeroTextImage puts its picture on the side chosen", () => {
    expect(renderBlock(sample("HeroTextImage", { image_side: "left" }))).toContain("hero-text-image--left");
  });
});

it("Impressum shows the company from the labels", () => {
  expect(text(sample("Impressum"), { lang: "de" })).toContain("Werklicht GmbH Lindenwerkstraße 14 81671 München");
});

it("IntroHeadline sets its size and its tag from the editor's level, before any hero", () => {
  const html = renderPage([sample("HeroText"), sample("IntroHeadline", { _uid: "i", level: "h1" })]);
  expect(html).toContain('<h1 class="intro-headline__headline headline-0">');
  expect(html.match(/<h1/g)).toHaveLength(1);
});

it("IntroText stands in two columns when asked", () => {
  expect(renderBlock(sample("IntroText", { columns: 2 }))).toContain("intro-text--2");
});

describe("the platform's blocks", () => {
  it("Platform lists its features below the words", () => {
    const html = renderBlock(sample("Platform"));
    expect(html.split("platform__features")[1]?.match(/<li>/g)).toHaveLength(3);
    expect(html).toMatch(/<h2 class="headline-4">/);
  });

  it("PlatformSlider names its slides by their titles and plays a slide's video", () => {
    const html = renderBlock(sample("PlatformSlider"));
    expect(html).toContain('aria-label="Signals"');
    const items = [{ component: "SlideItem", _uid: "s", title: "Live", video: { src: "/v.mp4", name: "", title: "" } }];
    expect(renderBlock(sample("PlatformSlider", { items }))).toContain('src="/v.mp4"');
  });

  it("PlatformSmall is one row of logo, words and link", () => {
    expect(text(sample("PlatformSmall"))).toBe("Images instead of signals? Lumen Vision adds cameras. To Lumen Vision");
  });
});

describe("RichtextVideo", () => {
  it("puts the video where the editor wants it", () => {
    const below = renderBlock(sample("RichtextVideo"));
    expect(below.indexOf("rich-text")).toBeLessThan(below.indexOf('class="video'));
    const above = renderBlock(sample("RichtextVideo", { video_position: "" }));
    expect(above.indexOf('class="video')).toBeLessThan(above.indexOf("Last paragraph"));
  });

  it("has no video frame without a video", () => {
    expect(renderBlock(sample("RichtextVideo", { embed_url: "", poster: null }))).not.toContain('class="video');
  });
});

describe("SuccessStoriesSlider", () => {
  it("shows customer, title and what it was about", () => {
    expect(text(sample("SuccessStoriesSlider"))).toContain(
      "Isarstahl The coil is graded before it is cold Machinery Predictive quality",
    );
  });

  it("is absent without stories", () => expect(text(sample("SuccessStoriesSlider", { stories: [] }))).toBe(""));
});

describe("Team", () => {
  it("names each person's ways to be reached", () => {
    const html = renderBlock(sample("Team"));
    expect(html).toContain('href="mailto:a@b.example" class="team__way" aria-label="Write to Katrin Vogel"');
    expect(html).toContain('aria-label="Jonas Reiter on LinkedIn"');
  });

  it("never links a profile to what is no web address", () => {
    const members = [
      { component: "TeamMember", _uid: "m", name: "X", linkedin: "javascript:alert(1)", image: image() },
    ];
    expect(renderBlock(sample("Team", { members }))).not.toContain("javascript:");
  });
});

describe("TextGrid", () => {
  it("keeps to one to four columns", () => {
    expect(renderBlock(sample("TextGrid", { columns: 9 }))).toContain("--columns:4");
    expect(renderBlock(sample("TextGrid", { columns: 0 }))).toContain("--columns:1");
  });

  it("takes items with and without icon and makes the whole of a linked one clickable", () => {
    const items = [
      { component: "TextGridItem", _uid: "a", title: "Linked", text: null, link: link("/a/") },
      { component: "TextGridItem", _uid: "b", title: "Plain", text: rich("words"), link: null },
    ];
    const html = renderBlock(sample("TextGrid", { items }));
    expect(html).toContain('<a class="text-item__link" href="/a/">Linked</a>');
    expect(html.match(/text-item__arrow/g)).toHaveLength(1);
    expect(html).not.toContain("text-item__icon");
  });
});

it("TeaserHeadlineText sets headline, text and link", () => {
  const html = renderBlock(sample("TeaserHeadlineText", { link: [linkBlock("Apply", "button", "https://x.example")] }));
  expect(textOf(html)).toMatch(/^Next Come and look at it .* Apply$/);
});

it("TextTeaser is absent without its text", () => {
  expect(renderBlock(sample("TextTeaser", { text: "" }))).not.toContain("text-teaser");
});

it("TextTeaser sets what stands after an empty line apart, as the source", () => {
  const html = renderBlock(sample("TextTeaser", { text: "“I phone.”\n\nRoller, C shift" }));
  expect(html).toMatch(
    /<p class="text-teaser__text"[^>]*>“I phone.”<\/p><p class="text-teaser__source">Roller, C shift</,
  );
  expect(renderBlock(sample("TextTeaser", { text: "One\nline" }))).not.toContain("text-teaser__source");
});
