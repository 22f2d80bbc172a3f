import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { StoryCard } from "../../src/blocks/ui/card.tsx";
import { Heading } from "../../src/blocks/ui/heading.tsx";
import { Figure, Picture } from "../../src/blocks/ui/image.tsx";
import { ActionLink, Actions, type LinkBlock, SmartLink } from "../../src/blocks/ui/link.tsx";
import { Slider } from "../../src/blocks/ui/slider.tsx";
import { Blocks } from "../../src/kit/blocks.tsx";
import { SiteProvider } from "../../src/kit/site.tsx";
import { Video as VideoFrame } from "../../src/kit/video.tsx";
import type { Lang } from "../../src/site/api/model.ts";
import { card, image, link, linkBlock, payload, shared } from "./fixtures.ts";
import { textOf } from "./render.tsx";

const html = (node: ReactNode, lang: Lang = "en") =>
  renderToStaticMarkup(
    <SiteProvider shared={shared(lang)} payload={payload([], lang)} components={{}}>
      {node}
    </SiteProvider>,
  );
const action = (...args: Parameters<typeof linkBlock>) => linkBlock(...args) as unknown as LinkBlock;

describe("links", () => {
  it("give a new tab rel noopener and the overlay its popup role", () => {
    expect(html(<SmartLink link={link("https://x.example", { target: "_blank" })}>x</SmartLink>)).toBe(
      '<a href="https://x.example" target="_blank" rel="noopener">x</a>',
    );
    expect(html(<SmartLink link={link("#contact-overlay", { kind: "overlay" })}>x</SmartLink>)).toBe(
      '<a href="#contact-overlay" aria-haspopup="dialog">x</a>',
    );
  });

  it("leave the words standing where there is no link", () => {
    expect(html(<SmartLink link={null}>words</SmartLink>)).toBe("words");
    expect(
      html(
        <SmartLink link={link("")} className="a">
          words
        </SmartLink>,
      ),
    ).toBe('<span class="a">words</span>');
  });

  it.each(["text", "text-arrow", "button", "button-arrow", "button-inverted", "button-arrow-inverted"])(
    "in style %s have an arrow when the style says so",
    (style) => {
      const out = html(<ActionLink block={action("Go", style)} />);
      expect(out).toContain(`class="action action--${style}"`);
      expect(out.includes("action__arrow")).toBe(style.includes("arrow"));
    },
  );

  it("point out of the site, down for a file, and take the target's name for a title", () => {
    expect(html(<ActionLink block={action("Go", "button-arrow", "https://x.example")} />)).toContain(
      "action__arrow--arrow-up-right",
    );
    const file = { ...action("", "button-arrow"), link: link("/a.pdf", { kind: "asset", name: "Data sheet" }) };
    expect(html(<ActionLink block={file} />)).toContain("action__arrow--download");
    expect(textOf(html(<ActionLink block={file} />))).toBe("Data sheet");
  });

  it("are left out without a target or any words", () => {
    expect(html(<Actions of={[{ ...action("Go"), link: null }]} />)).toBe("");
    expect(html(<ActionLink block={action("")} />)).toBe("");
  });
});

describe("pictures", () => {
  const sources = [
    { type: "image/avif", src: "/a-{w}.avif" },
    { type: "image/webp", src: "/a-640.webp" },
  ];
  const widths = [640, 1280];

  it("offer their variants best first and never move the page", () => {
    const out = html(
      <Picture image={image(1, 1600, 1000, { src: "/a.jpg", sources, widths, focus: "40% 25%" })} sizes="50vw" />,
    );
    expect(out).toContain('srcSet="/a-640.avif 640w, /a-1280.avif 1280w"');
    expect(out).toContain('sizes="50vw"');
    expect(out).toContain('<img src="/a-640.webp" width="1600" height="1000" alt="Contours 1" loading="lazy"');
    expect(out.match(/<source/g)).toHaveLength(1);
    const one = image(1, 1600, 1000, { src: "/a.jpg", sources: sources.slice(0, 1), widths });
    expect(html(<Picture image={one} />)).toContain('<img src="/a.jpg"');
    expect(out).toContain("--focus-point:40% 25%");
  });

  it("of a fixed size leave out files that no screen needs", () => {
    const many = image(1, 2000, 1250, { sources, widths: [480, 800, 1200, 1600, 2000] });
    const widest = (sizes: string) =>
      /-(\d+)\.avif \d+w" sizes/.exec(html(<Picture image={many} sizes={sizes} />))?.[1];
    expect([widest("12rem"), widest("22rem"), widest("300px"), widest("60rem"), widest("50vw")]).toEqual([
      "800",
      "1200",
      "1200",
      "2000",
      "2000",
    ]);
  });

  it("offer an upright format to phones held upright, before any other, with a focal point of its own", () => {
    const wide = image(1, 1600, 1000, { src: "/a.jpg", sources, widths, focus: "40% 25%" });
    const tall = { ...wide, src: "/tall.jpg", sources: [{ type: "image/avif", src: "/t-{w}.avif" }], width: 900 };
    const out = html(
      <Picture image={wide} upright={{ image: { ...tall, height: 1500, focus: "50% 20%" }, sizes: "60vh" }} />,
    );
    const media = 'media="(max-width: 47.99rem) and (orientation: portrait)"';
    expect(out).toContain(
      `<source ${media} width="900" height="1500" type="image/avif" srcSet="/t-640.avif 640w, /t-1280.avif 1280w" sizes="60vh"/>`,
    );
    expect(out).toContain(`<source ${media} width="900" height="1500" srcSet="/tall.jpg"/>`);
    const both = html(<Picture image={wide} upright={{ image: { ...tall, sources } }} />);
    expect(both).toContain(`type="image/webp" srcSet="/a-640.webp"/>`);
    expect(both).not.toContain("tall.jpg");
    expect(out.lastIndexOf(media)).toBeLessThan(out.indexOf("/a-640.avif"));
    expect(out).toContain("--upright-point:50% 20%");
    expect(html(<Picture image={wide} upright={{ image: null }} />)).not.toContain("media=");
  });

  it("load the page's first picture at once, without a preload link of React's own", () => {
    const out = html(<Picture image={image()} priority />);
    expect(out).toContain('fetchPriority="high"');
    expect(out).not.toContain("loading=");
    expect(out).not.toContain("<link");
  });

  it("are silent where they only decorate, and fall back to the words given", () => {
    expect(html(<Picture image={image()} decorative />)).toContain('alt=""');
    expect(html(<Picture image={image(1, 1, 1, { alt: "" })} alt="Katrin Vogel" />)).toContain('alt="Katrin Vogel"');
  });

  it("keep their place when they are missing, and leave out sizes they do not know", () => {
    expect(html(<Picture image={null} className="x" />)).toBe(
      '<span class="picture picture--missing x" aria-hidden="true"></span>',
    );
    expect(html(<Picture image={image(1, 0, 0)} />)).not.toContain("width=");
  });

  it("carry caption and copyright", () => {
    const out = html(<Figure image={image(1, 1, 1, { copyright: "© Werklicht" })} caption="Stand 7" />);
    expect(textOf(out)).toBe("Stand 7 © Werklicht");
  });
});

describe("the slider", () => {
  const slides = ["One", "Two", "Three"].map((title) => ({ key: title, label: title, content: <p>{title}</p> }));

  it("is a named carousel whose slides can be reached and scrolled without script", () => {
    const out = html(<Slider label="Customers" slides={slides} />);
    expect(out).toContain('aria-roledescription="carousel" aria-label="Customers"');
    expect(out.match(/aria-roledescription="slide"/g)).toHaveLength(3);
    expect(out).toContain('class="slider__track" tabindex="0"');
    expect(out).toContain('aria-label="Previous" aria-disabled="true"');
    expect(textOf(out)).toContain("1 of 3");
    expect(textOf(html(<Slider label="" slides={slides} />, "de"))).toContain("1 von 3");
  });

  it("has a control to stop it only when it moves by itself, first in the order", () => {
    expect(html(<Slider label="x" slides={slides} />)).not.toContain("slide rotation");
    const out = html(<Slider label="x" slides={slides} autoplaySeconds={5} />);
    expect(out.indexOf("Start slide rotation")).toBeLessThan(out.indexOf("Previous"));
    expect(html(<Slider label="x" slides={slides.slice(0, 1)} autoplaySeconds={5} />)).not.toContain("slide rotation");
  });

  it("is still with one slide and absent with none", () => {
    expect(html(<Slider label="x" slides={slides.slice(0, 1)} />)).toContain("data-still");
    expect(html(<Slider label="x" slides={[]} />)).toBe("");
  });
});

describe("videos", () => {
  const file = { src: "/line.mp4", name: "line.mp4", title: "" };
  const captions = { src: "/line.de.vtt", name: "line.de.vtt", title: "" };

  it("from a file have controls, a poster and captions in the page's language", () => {
    const out = html(
      <VideoFrame video={file} poster={image(1, 16, 9, { src: "/p.jpg" })} captions={captions} title="The line" />,
      "de",
    );
    expect(out).toContain('src="/line.mp4" poster="/p.jpg"');
    expect(out).toContain("controls");
    expect(out).toContain('<track kind="captions" src="/line.de.vtt" srcLang="de" label="Untertitel" default=""/>');
    expect(out).toContain('aria-label="The line"');
  });

  it("that would start by themselves do not before script has asked about motion", () => {
    const out = html(<VideoFrame video={file} poster={null} autoplay />);
    expect(out).not.toContain("autoPlay");
    expect(out).toContain('aria-label="Play video"');
  });

  it("that start by themselves lie below their still until frames come", () => {
    const out = html(<VideoFrame video={file} poster={image(1, 16, 9, { src: "/p.jpg" })} autoplay />);
    expect(out).not.toContain("poster=");
    expect(out).toMatch(/<picture class="picture video__still"><img src="\/p.jpg"/);
  });

  it("on another service load nothing before consent, and say what would happen", () => {
    const out = html(<VideoFrame video={null} embedUrl="https://youtu.be/dQw4w9WgXcQ" poster={null} title="Line" />);
    expect(out).not.toContain("<iframe");
    expect(out).not.toContain("youtube-nocookie");
    expect(textOf(out)).toContain("connects your browser to YouTube");
    expect(textOf(out)).toContain("Play video: Line");
    expect(out).toContain('href="https://www.youtube.com/watch?v=dQw4w9WgXcQ"');
  });

  it("that no service is known for say so", () => {
    expect(textOf(html(<VideoFrame video={null} embedUrl="https://x.example/v" poster={null} />))).toContain(
      "not available",
    );
  });
});

describe("story cards", () => {
  it("link their title and name topic, date and reading time", () => {
    const out = html(<StoryCard card={card("Small data")} level={3} />);
    expect(out).toContain(
      '<h3 class="card__title"><a href="/insights/small-data/" class="card__link">Small data</a></h3>',
    );
    expect(textOf(out)).toBe("MLOps 4 March 2025 6 min read Small data");
    expect(out).toContain('<time dateTime="2025-03-04">');
  });

  it("leave out what a story has not", () => {
    const bare = card("Bare", { category: null, date: "", dateText: "", component: "SuccessStory", image: null });
    const out = html(<StoryCard card={bare} level={2} withText />);
    expect(out).not.toContain("<time");
    expect(out).toContain("picture--missing");
  });

  it("show no picture as a line", () => {
    expect(html(<StoryCard card={card("Line")} level={3} variant="line" />)).not.toContain("<img");
  });
});

it("renders blocks by name and nothing for a name nobody knows, not even one of Object's own", () => {
  const Hello = (props: { title: string }) => <p>{props.title}</p>;
  const out = renderToStaticMarkup(
    <SiteProvider shared={shared()} payload={payload([])} components={{ Hello }}>
      <Blocks
        of={[
          { component: "Hello", _uid: "1", title: "hi" },
          { component: "Nobody", _uid: "2" },
          { component: "toString", _uid: "3" },
        ]}
      />
      <Blocks of={null} />
    </SiteProvider>,
  );
  expect(out).toBe("<p>hi</p>");
});

describe("headlines", () => {
  const style = (title: string) => html(<Heading level={2}>{title}</Heading>);

  it("tell the stylesheet of a word that is long for a phone", () => {
    expect(style("Ein Schwingungsspektrum lesen")).toBe('<h2 style="--longest:19">Ein Schwingungsspektrum lesen</h2>');
    expect(style("Read a spectrum")).toBe("<h2>Read a spectrum</h2>");
  });

  it("count only what cannot break", () => {
    expect(style("Sichtprüfungs-Anwendung im Maschinen\u00adbau")).toContain("--longest:13");
    expect(style("Vision–Qualität")).not.toContain("--longest");
  });

  it("keep an abbreviation or a number on the line of the word it begins", () => {
    expect(style("Warum KI-Pilotprojekte enden")).toBe(
      '<h2 style="--longest:17">Warum KI-\u2060Pilotprojekte enden</h2>',
    );
    expect(style("8-Bit-Gewichte, Ofen-Regler")).toBe("<h2>8-\u2060Bit-Gewichte, Ofen-Regler</h2>");
  });
});
