/** What an editor chooses is what the page shows: themes, heading levels, loops, links without titles, entry ids. */
import { describe, expect, it } from "vitest";
import { schemas } from "../helpers/sample-blocks.ts";
import { link, rich } from "./fixtures.ts";
import { renderBlock, textOf } from "./render.tsx";
import { sample } from "./samples.ts";

const themed = schemas.filter(({ kind, fields }) => kind === "section" && "theme" in fields).map(({ name }) => name);

/** The theme of the block's own section, the first in main that has one. */
const themeOf = (html: string) => /data-theme="(\w+)"/.exec(html)?.[1];

describe("theme", () => {
  it.each(themed)("%s is light without a choice and takes the one that is made", (name) => {
    expect(themeOf(renderBlock(sample(name, { theme: "" })))).toBe("light");
    for (const theme of ["light", "dark", "accent"]) {
      expect(themeOf(renderBlock(sample(name, { theme })))).toBe(theme);
    }
  });
});

describe("the level of an intro headline", () => {
  const tags = (level: string, rest: Parameters<typeof renderBlock>[0][] = []) => {
    const intro = { component: "Intro", _uid: "i", body: [{ ...sample("IntroHeadline"), _uid: "h", level }, ...rest] };
    return [...renderBlock(intro).matchAll(/<(h[12])[^>]*intro-headline__headline/g)].map(([, tag]) => tag);
  };

  it("is the tag's level", () => {
    expect(tags("h1")).toEqual(["h1"]);
    expect(tags("h2")).toEqual(["h2"]);
    expect(tags("")).toEqual(["h1"]);
  });

  it("leaves the page its one h1", () => {
    const intro = { component: "Intro", _uid: "i", body: [{ ...sample("IntroHeadline"), _uid: "h", level: "h2" }] };
    expect(renderBlock(intro).match(/<h1/g)).toHaveLength(1);
  });
});

describe("a video that starts by itself", () => {
  const video = (loop: boolean) => renderBlock(sample("Video", { autoplay: true, loop, embed_url: "" }));

  it("repeats only where it is told to", () => {
    expect(video(true)).toMatch(/<video[^>]* loop=""/);
    expect(video(false)).not.toMatch(/<video[^>]* loop/);
  });

  it("on another host is a link, and nothing is loaded from there", () => {
    const foreign = { src: "https://evil.example/film.mp4", name: "film.mp4", title: "", foreign: true };
    for (const autoplay of [true, false]) {
      const html = renderBlock(sample("Video", { video: foreign, autoplay, embed_url: "" }));
      expect(html).not.toMatch(/(src|srcset|poster)="https:\/\/evil/);
      expect(html).toContain('href="https://evil.example/film.mp4" target="_blank" rel="noopener"');
    }
  });
});

describe.each(["TextGridItem", "IconText"])("a %s without a title", (component) => {
  const item = (fields: object) => ({ component, _uid: "x", title: "", text: rich("Words"), icon: null, ...fields });
  const html = (fields: object) => renderBlock(sample("TextGrid", { items: [item(fields)] }));

  it("has its arrow as the link, which says where it leads", () => {
    const cell = html({ link: link("/team/", { name: "Team" }) });
    expect(cell).toMatch(/<a[^>]*text-item__arrow[^>]*href="\/team\/"/);
    expect(textOf(cell)).toContain("Team");
  });

  it("has no arrow where nothing can be followed", () => {
    expect(html({ link: null })).not.toContain("text-item__arrow");
    expect(html({ link: link("/team/") })).not.toContain("text-item__arrow");
  });
});

describe("accordion entries", () => {
  const entries = (fields: object) => {
    const items = ["Wie lange dauert es?", "Wie lange dauert es?", "?"].map((title, at) => ({
      component: "AccordionItem",
      _uid: `e${at}`,
      title,
      text: rich("Answer"),
    }));
    return [...renderBlock(sample("Accordion", { items, ...fields })).matchAll(/accordion__text" id="([^"]*)"/g)].map(
      ([, id]) => id,
    );
  };

  it("have ids made of their titles, each once", () => {
    expect(entries({ anchor_id: "" })).toEqual(["entry-wie-lange-dauert-es", "entry-wie-lange-dauert-es-2", "entry-3"]);
    expect(entries({ anchor_id: "faq" })[0]).toBe("faq-wie-lange-dauert-es");
  });
});
