/** Which blocks the browser loads code for, and that the markup of the others can be kept. */
import { describe, expect, test } from "vitest";
import { componentsIn, keptMarks, planHydration, prepareHydration } from "../../src/kit/hydration.ts";
import type { Block } from "../../src/site/api/payload.ts";
import { renderBlock } from "../blocks/render.tsx";
import { sample, samples } from "../blocks/samples.ts";
import { components, interactive } from "../helpers/sample-blocks.ts";

const names = {
  known: new Set(["Page", "Intro", "Text", "Slider", "Film"]),
  interactive: { Slider: [], Film: ["video", "embed_url"] },
};

const block = (component: string, fields: Record<string, unknown> = {}): Block => ({
  component,
  _uid: `${component}-${Object.keys(fields).join("")}`,
  ...fields,
});

function plan(root: Block | null) {
  const { code, kept } = planHydration([root], names);
  return { code, kept: kept.map(({ component }) => component) };
}

describe("planHydration", () => {
  test("keeps a page without any active block whole", () => {
    expect(plan(block("Page", { body: [block("Text"), block("Intro", { body: [block("Text")] })] }))).toEqual({
      code: [],
      kept: ["Page"],
    });
  });

  test("loads an active block and what stands around it, and keeps its neighbours", () => {
    const page = block("Page", { body: [block("Text"), block("Intro", { body: [block("Slider"), block("Text")] })] });
    expect(plan(page)).toEqual({ code: ["Intro", "Page", "Slider"], kept: ["Text", "Text"] });
  });

  test("finds active blocks embedded in rich text", () => {
    const text = { type: "doc", content: [{ type: "blok", blocks: [block("Slider")] }] };
    expect(plan(block("Text", { text })).code).toEqual(["Slider", "Text"]);
  });

  test("a player without a film does nothing", () => {
    expect(plan(block("Film", { video: null, embed_url: "" })).code).toEqual([]);
    expect(plan(block("Film", { video: null, embed_url: "https://youtu.be/x" })).code).toEqual(["Film"]);
    expect(plan(block("Film", { video: { src: "/a.mp4" } })).code).toEqual(["Film"]);
    expect(plan(block("Film", { video: [] })).code).toEqual([]);
    expect(plan(block("Film", { video: [{ src: "/a.mp4" }] })).code).toEqual(["Film"]);
  });

  test("takes cards, items and an absent page for what they are", () => {
    const card = { component: "Slider", uuid: "u", href: "/x/" };
    expect(plan(block("Text", { data: { cards: [card] }, items: [block("SlideItem")] })).code).toEqual([]);
    expect(plan(null)).toEqual({ code: [], kept: [] });
  });

  test("componentsIn names what a block would need", () => {
    expect(componentsIn(block("Intro", { body: [block("Text"), block("Item")] }), names.known)).toEqual([
      "Intro",
      "Text",
    ]);
  });
});

describe("blocks", () => {
  const shown = Object.keys(components).filter((name) => samples[name]);
  const inert = shown.filter((name) => !Object.hasOwn(interactive, name));

  test("mostly only show something", () => {
    expect(inert.length).toBeGreaterThan(20);
    expect(Object.keys(interactive)).toEqual(expect.arrayContaining(["HeroSlider", "Gallery", "ImageSlider"]));
  });

  test.each(shown)("%s has one root element, and it carries the block's name", (name) => {
    const roots = rootsOf(renderBlock(sample(name, { _mark: "the-block" })));
    expect(roots).toHaveLength(1);
    expect(roots[0]).toContain('data-block="the-block"');
  });
});

const VOID = /^<(?:img|source|br|hr|input|link|meta|track|wbr|area)\b/;

/** Opening tags of the elements at the top of some markup, the page's hidden heading left out. */
function rootsOf(html: string): string[] {
  const roots: string[] = [];
  let depth = 0;
  for (const [tag] of html.matchAll(/<\/?[a-zA-Z][^>]*>/g)) {
    if (tag.startsWith("</")) depth -= 1;
    else {
      if (depth === 0) roots.push(tag);
      if (!VOID.test(tag) && !tag.endsWith("/>")) depth += 1;
    }
  }
  return roots.filter((tag) => tag !== '<h1 class="visually-hidden">');
}

function bodyOf(page: Block | null | undefined): Block[] {
  return (page?.body ?? []) as Block[];
}

describe("prepareHydration", () => {
  const texts = [block("Text", { text: "first" }), block("Text", { text: "second" })] as const;
  const page = block("Page", { body: [texts[0], block("Intro", { body: [block("Slider", { of: "x" }), texts[1]] })] });

  test("marks what is kept and leaves the given page as it is", () => {
    const before = JSON.stringify(page);
    const body = bodyOf(prepareHydration(page, names).marked);
    expect(body[0]?._mark).toBe("0");
    expect(bodyOf(body[1]).map(({ _mark }) => _mark)).toEqual(["x0", "1"]);
    expect([body[1]?._mark, prepareHydration(page, names).marked?._mark]).toEqual(["x1", undefined]);
    expect(JSON.stringify(page)).toBe(before);
  });

  test("a reference stands in for each kept block, and the data of the others is whole", () => {
    const { page: pruned, code } = prepareHydration(page, names).pruned(() => true);
    const body = bodyOf(pruned);
    expect(body[0]).toEqual({ component: "", _uid: "0" });
    expect(body[1]?.body).toEqual([
      { ...block("Slider", { of: "x" }), _mark: "x0" },
      { component: "", _uid: "1" },
    ]);
    expect(keptMarks(pruned)).toEqual(["0", "1"]);
    expect(code).toEqual(["Intro", "Page", "Slider"]);
  });

  test("a block whose mark is not in the markup keeps its data and brings its code", () => {
    const { page: pruned, code } = prepareHydration(page, names).pruned((mark) => mark !== "0");
    expect(bodyOf(pruned)[0]).toBe(texts[0]);
    expect(code).toEqual(["Intro", "Page", "Slider", "Text"]);
  });

  test("a block that one around it reads keeps its data and its markup", () => {
    const { page: pruned, code } = prepareHydration(page, names).pruned(
      () => true,
      (mark) => mark === "1",
    );
    expect(bodyOf(pruned)[0]).toEqual({ component: "", _uid: "0" });
    expect(bodyOf(bodyOf(pruned)[1])[1]).toEqual({ ...texts[1], _mark: "1" });
    expect(code).toEqual(["Intro", "Page", "Slider"]);
  });

  describe("of a block with kept parts", () => {
    const kept = { Slider: { kicker: [], slides: ["href", "link.name"], "data.posts": ["href"], logo: [] } };
    const slide = { href: "/a/", text: "long", link: { name: "A", href: "/a/" } };
    const fields = { headline: "H", kicker: "K", slides: [slide], data: { posts: [slide], count: 1 }, logo: slide };
    const slider = block("Slider", fields);
    const pruned = (inner: Block) =>
      bodyOf(
        prepareHydration(block("Page", { body: [inner] }), { ...names, keptFields: kept }).pruned(() => true).page,
      );

    test("the document carries what the rest of it reads", () => {
      expect(pruned(slider)[0]).toEqual({
        ...slider,
        _mark: "x0",
        _kept: true,
        kicker: "",
        slides: [{ href: "/a/", link: { name: "A" } }],
        data: { posts: [{ href: "/a/" }], count: 1 },
        logo: null,
      });
      expect(slider.slides).toEqual([slide]);
    });

    test("a block that nothing is made of its _uid has a short name, which others are told", () => {
      const inPage = { ...names, keptFields: { Slider: { _uid: [] }, Page: { _uid: [] } } };
      const whole = block("Page", { body: [slider, block("Slider", { headline: "I" })] });
      const { page: short, names: called } = prepareHydration(whole, inPage).pruned(() => true);
      expect([short?._uid, ...bodyOf(short).map(({ _uid }) => _uid)]).toEqual(["page", "x0", "x1"]);
      expect([...called]).toEqual([
        [slider._uid, "x0"],
        [bodyOf(whole)[1]?._uid, "x1"],
        [whole._uid, "page"],
      ]);
    });

    test("it carries everything where a block in them does something", () => {
      const film = { ...block("Film", { video: "x" }), _mark: "x0" };
      const given = block("Slider", { ...fields, slides: [{ ...slide, film: [block("Film", { video: "x" })] }] });
      expect(pruned(given)[0]).toEqual({ ...given, _mark: "x1", slides: [{ ...slide, film: [film] }] });
    });
  });

  test("a page that does nothing is one reference", () => {
    const { page: pruned, code } = prepareHydration(block("Page", { body: [...texts] }), names).pruned(() => false);
    expect([pruned, code]).toEqual([{ component: "", _uid: "0" }, []]);
  });
});
