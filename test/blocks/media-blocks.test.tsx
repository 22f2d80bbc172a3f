/** Pictures, animations and videos, with and without script. */
import { describe, expect, it } from "vitest";
import { image, link, rich } from "./fixtures.ts";
import { complete, renderBlock, textOf } from "./render.tsx";
import { sample } from "./samples.ts";

const item = (component: string, fields: Record<string, unknown>) => complete({ component, _uid: "i", ...fields });

describe("Gallery", () => {
  const images = (count: number) => Array.from({ length: count }, (_, at) => image(at + 1, 1200, 1200));

  it("links each picture to its file, so that it opens without script", () => {
    const shown = images(3).map((found, at) => ({ ...found, src: `/_assets/${at}.svg`, alt: `View ${at}` }));
    const html = renderBlock(sample("Gallery", { images: shown }));
    for (const at of [0, 1, 2]) expect(html).toContain(`href="/_assets/${at}.svg"`);
    expect(textOf(html)).toContain("Open large view: View 1");
    expect(html).not.toContain("<dialog");
  });

  it.each([
    [null, 3],
    [1, 2],
    [3, 3],
    [9, 4],
  ])("with %s columns stands in %d", (columns, used) =>
    expect(renderBlock(sample("Gallery", { columns }))).toContain(`--columns:${used}`),
  );

  it("captions a picture by its title before its alternative text, and names one that has neither", () => {
    const named = { ...image(1), title: "Titled", alt: "Described" };
    const html = renderBlock(sample("Gallery", { images: [named, { ...image(2), alt: "" }] }));
    expect(textOf(html)).toContain("Open large view: Titled Titled");
    expect(textOf(html)).toContain("Open large view: Image 2");
  });

  it("shows the same picture twice when told, and is absent without any", () => {
    const same = image(1);
    expect(renderBlock(sample("Gallery", { images: [same, same] })).match(/gallery__link/g)).toHaveLength(2);
    expect(renderBlock(sample("Gallery", { images: [] }))).toBe("");
  });
});

describe("BisectionImage", () => {
  it("lists what a drawing's numbers point to below it, and shows the language's picture", () => {
    const own = { ...image(2), src: "/_assets/german.svg" };
    const html = renderBlock(sample("BisectionImage", { callouts: "1 Main bearing\n\n17 Valve", image_language: own }));
    expect(html).toContain('src="/_assets/german.svg"');
    expect(html).toMatch(/<li><b>1<\/b> Main bearing<\/li><li><b>17<\/b> Valve<\/li>/);
    expect(renderBlock(sample("BisectionImage", { callouts: "" }))).not.toContain("figure__key");
  });
});

describe("ImageSlider", () => {
  it("gives each picture a caption, and does not say the same twice to those who listen", () => {
    const titled = { ...image(1), title: "Titled", alt: "Described", copyright: "© Somebody" };
    const html = renderBlock(sample("ImageSlider", { images: [titled, { ...image(2), alt: "Only described" }] }));
    expect(html).toMatch(/<figcaption[^>]*>Titled<small[^>]*>© Somebody/);
    expect(html).toContain('alt="Described"');
    expect(html).toMatch(/<figcaption[^>]*>Only described/);
    expect(html).not.toContain('alt="Only described"');
  });

  it("keeps a picture's proportions within what fits a strip", () => {
    const ratio = (width: number, height: number) =>
      /--ratio:([\d.]+)/.exec(renderBlock(sample("ImageSlider", { images: [image(1, width, height)] })))?.[1];
    expect([ratio(1600, 1000), ratio(100, 1000), ratio(9000, 1000), ratio(0, 0)]).toEqual(["1.6", "0.6", "2.4", "1.5"]);
  });

  it("offers to stop only where it moves by itself", () => {
    expect(renderBlock(sample("ImageSlider"))).toContain("Start slide rotation");
    expect(renderBlock(sample("ImageSlider", { autoplay_seconds: null }))).not.toContain("slide rotation");
    expect(renderBlock(sample("ImageSlider", { images: [image(1)] }))).not.toContain("slide rotation");
  });
});

describe("ImageLinkSlider", () => {
  const plate = (fields: Record<string, unknown>) =>
    renderBlock(sample("ImageLinkSlider", { headline: "", kicker: "", items: [item("ImageLinkItem", fields)] }));

  it("makes the whole plate one link, named by its title", () => {
    const html = plate({ image: image(1), title: "Quality", link: link("/q/") });
    expect(html.match(/<a /g)).toHaveLength(1);
    expect(html).toMatch(/<a [^>]*href="\/q\/"[\s\S]*<img[^>]* alt=""[\s\S]*Quality[\s\S]*<\/a>/);
  });

  it("names a link without a title by what it leads to, else by its picture", () => {
    expect(textOf(plate({ image: image(1), link: link("/q/", { name: "The story" }) }))).toContain("The story");
    expect(textOf(plate({ image: image(1), link: link("/q/") }))).toContain("Contours 1");
  });

  it("is a picture with its own words where there is no link", () => {
    const html = plate({ image: image(1) });
    expect(html).not.toContain("<a ");
    expect(html).toContain('alt="Contours 1"');
  });

  it("shows logos whole and cuts pictures", () => {
    expect(plate({ image: image(1, 1200, 200), link: link() })).toContain("--whole");
    expect(plate({ image: image(1, 1600, 1000), link: link() })).not.toContain("--whole");
  });
});

describe("LottieSlider", () => {
  const options = (more: Record<string, unknown>) => {
    const attribute = /data-lottie="([^"]*)"/.exec(renderBlock(sample("LottieSlider", more)))?.[1] ?? "";
    return JSON.parse(attribute.replaceAll("&quot;", '"')) as Record<string, unknown>;
  };
  const file = (name: string) => ({ src: `/_assets/${name}.json`, name, title: "" });

  it("hands the player the file, how it loops and which way", () => {
    expect(options({})).toEqual({ src: "/_assets/step-0.json", loop: true, mode: "bounce", autoplay: true });
    expect(options({ loop: false, mode: "" })).toMatchObject({ loop: false, mode: "normal" });
  });

  it("names the segment file where there is one", () => {
    const items = [item("LottieItem", { animation: file("a"), segment: file("a_0") })];
    expect(options({ items })).toMatchObject({ segments: ["/_assets/a_0.json"] });
  });

  it("has a pause button in every slide that loops", () => {
    expect(renderBlock(sample("LottieSlider")).match(/Pause animation/g)).toHaveLength(3);
    expect(renderBlock(sample("LottieSlider", { loop: false }))).not.toContain("Pause animation");
  });

  it("keeps the words of a step whose animation is missing", () => {
    const items = [item("LottieItem", { title: "Listen", text: rich("At full rate.") })];
    const html = renderBlock(sample("LottieSlider", { items, loop: false }));
    expect(html).not.toContain("data-lottie");
    expect(textOf(html)).toContain("Listen At full rate.");
  });
});

describe("Video", () => {
  it("plays an uploaded file with its captions in the page's language", () => {
    const html = renderBlock(sample("Video"), { lang: "de" });
    expect(html).toContain('src="/_assets/line.mp4"');
    expect(html).toMatch(/<track kind="captions" src="\/_assets\/line.vtt" srcLang="de" label="Untertitel"/);
  });

  it("asks before it loads anything from another service", () => {
    const html = renderBlock(sample("Video", { video: null, embed_url: "https://youtu.be/dQw4w9WgXcQ" }));
    expect(html).not.toContain("<iframe");
    expect(textOf(html)).toContain("Play video: A cell at work");
  });

  it("is absent where there is nothing to play or to show", () =>
    expect(renderBlock(sample("Video", { video: null, poster: null, captions: null }))).toBe(""));
});
