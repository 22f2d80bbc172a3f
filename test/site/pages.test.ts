/** Every generated page of the sample site, as a browser without script gets it. */
import { isDeepStrictEqual } from "node:util";
import { HtmlValidate } from "html-validate";
import { beforeAll, describe, expect, it } from "vitest";
import { withoutKept } from "../../src/kit/kept-fields.ts";
import type { Block, Payload } from "../../src/site/api/payload.ts";
import { casesOf } from "../helpers/exhaustive.ts";
import { keptFields } from "../helpers/sample-blocks.ts";
import { all, attribute, elementsIn, first, type HtmlElement, textOf, textsIn } from "./html.ts";
import { HTML_RULES } from "./html-rules.ts";
import { casesOfPages } from "./page-types.ts";
import { faultsOf, grouped, type ReadSite, readSite, type SitePage } from "./read-site.ts";

let site: ReadSite;
let everyPage: SitePage[];
beforeAll(async () => {
  site = await readSite();
  everyPage = [...site.pages, ...site.errorPages];
});

it("has the pages of a whole site, in both languages", () => {
  const of = (lang: string) => site.pages.filter((page) => page.lang === lang).length;
  expect(of("en")).toBeGreaterThan(60);
  expect(of("de")).toBeGreaterThan(60);
  expect(site.errorPages.map(({ file }) => file)).toEqual(["404.html", "de/404.html"]);
});

describe("an HTML file", () => {
  it("is valid", { timeout: 240_000 }, async () => {
    const validator = new HtmlValidate(HTML_RULES);
    const faults: { at: string; fault: string }[] = [];
    const cases = new Set(casesOfPages(site).map(({ file }) => file));
    const stubs = new Set(casesOf(site.stubs, () => "stub", 10));
    const isLeftOut = (file: string) =>
      (site.pages.some((page) => page.file === file) && !cases.has(file)) ||
      (site.stubs.includes(file) && !stubs.has(file));
    for (const file of [...site.files].filter((name) => name.endsWith(".html") && !isLeftOut(name))) {
      const { results } = await validator.validateString(site.text(file), file);
      for (const { ruleId, message, selector } of results.flatMap((result) => result.messages))
        faults.push({ at: file, fault: `${ruleId}: ${message} (${selector})` });
    }
    expect(grouped(faults)).toEqual([]);
  });
});

/** A payload as it is published. */
type Published = Payload & { app: string; shared: string; code: string[]; styles: string[] };

describe("every page", () => {
  it("says its language and address", () => {
    const faults = faultsOf(everyPage, function* ({ root, lang, payload, path }) {
      if (attribute(first(root, "html"), "lang") !== lang) yield "html has another lang";
      if (payload.lang !== lang) yield `the payload says ${payload.lang}`;
      if (payload.kind === "page" && payload.path !== path) yield `the payload says ${payload.path}`;
    });
    expect(faults).toEqual([]);
  });

  it("has one h1 and no gap between levels of headings", () => {
    const faults = faultsOf(everyPage, function* ({ root, main }) {
      const count = all(root, "h1").length;
      if (count !== 1) yield `${count} h1`;
      let last = 0;
      for (const heading of all(main, "h1", "h2", "h3", "h4", "h5", "h6")) {
        const level = Number(heading.tag.slice(1));
        if (level > last + 1) yield `h${level} “${textOf(heading)}” comes after h${last}`;
        if (textOf(heading) === "") yield `an empty h${level}`;
        last = level;
      }
    });
    expect(faults).toEqual([]);
  });

  it("carries what hydration needs of the payload that the client would fetch, and the rest stands in its markup", () => {
    const faults = faultsOf(site.pages, function* ({ payload, inline, root }) {
      // Their stylesheets are looked at below.
      const { app, shared, styles: _styles, code: _code, ...fetched } = payload as Published;
      const { attributes } = first(root, "html");
      if (app !== attributes.get("data-app") || shared !== attributes.get("data-shared"))
        yield "_payload.json belongs to another build";
      const { page, head, blocks, outline, ...rest } = inline;
      const { page: whole, head: wholeHead, blocks: _, outline: __, ...wholeRest } = fetched;
      if (!isDeepStrictEqual(rest, withoutUuid(wholeRest))) yield "_payload.json says something else";
      if (head.title !== wholeHead.title) yield "the titles differ";
      if (blocks.length > 0 || head.description !== "") yield "the document carries what nobody reads";
      if (!outline) yield "the document does not say how the page is laid out";
      const marks = [...elementsIn(root)].map((one) => attribute(one, "data-block")).filter((mark) => mark !== "");
      if (new Set(marks).size < marks.length) yield "a mark stands twice";
      // The mark of a whole page stands for its `<main>`.
      if (page && whole && page.component === "") return;
      yield* prunedFaults(page, whole, new Set(marks));
    });
    expect(faults).toEqual([]);
  });

  /**
   * The same value, or in place of a block a reference with a mark that the markup has; of a block with kept parts what
   * the rest of it reads.
   */
  function* prunedFaults(pruned: unknown, given: unknown, marks: ReadonlySet<string>, at = "page"): Generator<string> {
    const whole = carriedOf(given, pruned);
    if (typeof pruned !== "object" || typeof whole !== "object" || pruned === null || whole === null) {
      if (pruned !== whole) yield `${at} is another value`;
    } else if (isBlock(pruned) && pruned.component === "") {
      if (!isBlock(whole)) yield `${at} is no block in _payload.json`;
      else if (!marks.has(pruned._uid)) yield `${at} (${whole.component}) is neither data nor markup`;
    } else {
      const names = Object.keys(whole);
      if (!sameFields(pruned, names, marks)) yield `${at} has other fields`;
      for (const name of names)
        yield* prunedFaults(Reflect.get(pruned, name), Reflect.get(whole, name), marks, `${at}.${name}`);
    }
  }

  it("links the stylesheets that its _payload.json names, in their order", () => {
    const faults = faultsOf(site.pages, function* ({ payload, root }) {
      const { styles } = payload as Published;
      const linked = all(root, "link").filter((link) => link.attributes.has("data-page-styles"));
      if (linked.map((link) => attribute(link, "href")).join() !== styles.join()) yield "the document links others";
    });
    expect(faults).toEqual([]);
  });

  /** The fields of the whole block, and at most a mark that the markup has. */
  function sameFields(pruned: object, names: readonly string[], marks: ReadonlySet<string>): boolean {
    const { _mark, ...given }: { _mark?: string } = pruned;
    return Object.keys(given).join() === names.join() && (_mark === undefined || marks.has(_mark));
  }

  it("shows all its headlines and texts without script", () => {
    const faults = faultsOf(site.pages, function* ({ main, payload }) {
      const text = plain(textOf(main));
      if (text.length < 200) yield `main has ${text.length} characters`;
      for (const { component, field, words } of wordsOf(payload.page))
        if (!text.includes(plain(words))) yield `${component}.${field} “${words.slice(0, 80)}” is missing`;
    });
    expect(faults).toEqual([]);
  });

  it("shows no value that was never meant for readers", () => {
    const faults = faultsOf(everyPage, function* ({ root }) {
      for (const { text, in: parent } of textsIn(root))
        if (LEAKED.test(text)) yield `<${parent.tag}> “${text.slice(0, 80)}”`;
      for (const [element, name, value] of attributesIn(root))
        if (LEAKED.test(value)) yield `<${element.tag} ${name}="${value.slice(0, 80)}">`;
    });
    expect(faults).toEqual([]);
  });
});

describe("every picture", () => {
  it("has its size and a description or the sign that it needs none", () => {
    const faults = faultsOf(everyPage, function* ({ root }) {
      for (const image of all(root, "img")) {
        const name = attribute(image, "src");
        for (const side of ["width", "height"])
          if (!(Number(attribute(image, side)) > 0)) yield `${name}: ${side} is “${attribute(image, side)}”`;
        if (!image.attributes.has("alt")) yield `${name}: no alt`;
        if (/\.(?:jpe?g|png|svg|webp)$/i.test(attribute(image, "alt"))) yield `${name}: a file name as alt`;
      }
    });
    expect(faults).toEqual([]);
  });

  it("is wanted early where it leads a page, and late elsewhere", () => {
    const faults = faultsOf(site.pages, function* ({ main }) {
      const images = all(main, "img");
      const urgent = images.filter((image) => attribute(image, "fetchpriority") === "high");
      if (urgent.length > 1) yield `${urgent.length} images of high priority`;
      for (const image of urgent)
        if (attribute(image, "loading") === "lazy") yield `${attribute(image, "src")} is urgent and lazy`;
      const late = images.slice(8).filter((image) => attribute(image, "loading") !== "lazy");
      for (const image of late) yield `${attribute(image, "src")} is not lazy`;
    });
    expect(faults).toEqual([]);
  });
});

describe("no file", () => {
  const TEXT = /\.(?:html|js|css|json|xml|txt|svg|vtt|toml|conf)$|(?:^|\/)(?:_headers|_redirects|\.htaccess)$/;
  const SECRET = /sample-(?:public|preview)-token|127\.0\.0\.1|localhost:\d|file:\/\/|\/templates\/sample-space/;

  it("holds a token or an address of the machine it was made on", () => {
    const faults = [...site.files].filter((file) => TEXT.test(file) && SECRET.test(site.text(file)));
    expect(faults).toEqual([]);
  });
});

const LEAKED = /\bundefined\b|\[object |\bNaN\b|^null$|\{[a-z]+\}|\{\{|&(?:amp|lt|gt|quot|nbsp);/;

function* attributesIn(root: HtmlElement): Generator<[HtmlElement, string, string]> {
  for (const [name, value] of root.attributes) yield [root, name, value];
  for (const child of root.children) if (typeof child !== "string") yield* attributesIn(child);
}

const SHOWN = ["headline", "subline", "text", "label", "quote"];

/** Plain texts that editors wrote into the blocks of a page's body. */
function* wordsOf(block: Block | null): Generator<{ component: string; field: string; words: string }> {
  for (const [field, value] of Object.entries(block ?? {})) {
    if (Array.isArray(value)) for (const child of value) if (isBlock(child)) yield* wordsOf(child);
    if (block && field !== "_uid" && SHOWN.includes(field) && typeof value === "string" && value !== "")
      yield { component: block.component, field, words: value };
  }
}

/** A document names its story by number alone. */
function withoutUuid<P extends Pick<Payload, "story">>(payload: P): P {
  return payload.story ? { ...payload, story: { ...payload.story, uuid: "" } } : payload;
}

/** What a document carries of a value: of a block with kept parts not what these read, and its mark for its `_uid`. */
function carriedOf(whole: unknown, pruned: unknown): unknown {
  const kept = isBlock(pruned) && pruned._kept ? keptFields[pruned.component] : undefined;
  if (!kept || !isBlock(pruned) || !isBlock(whole)) return whole;
  const carried = withoutKept(whole, kept);
  return "_uid" in kept ? { ...carried, _uid: pruned._mark ?? "page" } : carried;
}

function isBlock(value: unknown): value is Block {
  return typeof value === "object" && value !== null && "component" in value && "_uid" in value;
}

/** Without what typography may put between letters. */
function plain(text: string): string {
  return text.replace(/\u00ad/g, "").replace(/\s+/g, " ");
}
