/** German pages are in German and English ones in English: interface words and content. */
import { beforeAll, describe, expect, it } from "vitest";
import { words } from "../../src/blocks/ui/words.ts";
import type { Lang } from "../../src/site/api/model.ts";
import { elementsIn, type HtmlElement, languageOf, textsIn } from "./html.ts";
import { faultsOf, type ReadSite, readSite, type SitePage } from "./read-site.ts";

let site: ReadSite;
let everyPage: SitePage[];
beforeAll(async () => {
  site = await readSite();
  everyPage = [...site.pages, ...site.errorPages];
});

const WORDS = { en: Object.values(words.en), de: Object.values(words.de) };

/** The words of one language that the other does not have, as patterns of a whole text. */
function foreignTo(lang: "en" | "de"): RegExp[] {
  const other = lang === "en" ? "de" : "en";
  const plain = new Set(WORDS[lang].map((word) => word.toLowerCase()));
  return WORDS[other].filter((word) => !plain.has(word.toLowerCase()) && /\p{L}{3}/u.test(rest(word))).map(pattern);
}

const rest = (word: string) => word.replace(/\{\w+\}/g, "");

function pattern(word: string): RegExp {
  const parts = word.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".+")}$`);
}

const ATTRIBUTES = ["aria-label", "alt", "title", "placeholder", "aria-description", "data-success"];

/** Everything read or read aloud that stands in the page's own language. */
function* spoken(page: SitePage): Generator<string> {
  const isOwn = (one: HtmlElement) => languageOf(one) === page.lang && !isCode(one);
  for (const { text, in: parent } of textsIn(page.root)) if (isOwn(parent)) yield text;
  for (const one of elementsIn(page.root))
    for (const name of ATTRIBUTES) {
      const value = one.attributes.get(name);
      if (value && isOwn(one)) yield value;
    }
}

/** Texts of boxes beside each other, such as date and reading time, which nothing but the look keeps apart. */
const RUN_TOGETHER =
  /[\p{L}\p{N}]<\/(?:span|time|small|strong)><(?:span|time|small|strong)\b(?![^>]*aria-hidden)[^>]*>[\p{L}\p{N}]+/gu;

it("what is beside each other is words apart, for a search, a screen reader and who copies it", () => {
  const faults = faultsOf(site.pages, function* ({ source }) {
    const main = source.slice(source.indexOf("<main"), source.indexOf("</main>")).replace(/<svg.*?<\/svg>/gs, "");
    for (const [together] of main.matchAll(RUN_TOGETHER)) yield together;
  });
  expect(faults).toEqual([]);
});

describe.each(["en", "de"] as const)("pages in %s", (lang) => {
  it("have no word of the interface in the other language", () => {
    const foreign = foreignTo(lang);
    const pages = everyPage.filter((page) => page.lang === lang);
    const faults = faultsOf(pages, function* (page) {
      for (const text of new Set(spoken(page)))
        if (foreign.some((word) => word.test(text)) && !isContent(page, text)) yield `“${text}”`;
    });
    expect(faults).toEqual([]);
  });

  it("have no sentence in the other language", () => {
    const pages = everyPage.filter((page) => page.lang === lang);
    const faults = faultsOf(pages, function* (page) {
      for (const text of new Set(spoken(page)))
        if (languageBySmallWords(text) === (lang === "en" ? "de" : "en")) yield `“${text.slice(0, 100)}”`;
    });
    expect(faults).toEqual([]);
  });
});

describe("typography", () => {
  it("sets quotation marks as the language does", () => {
    const faults = faultsOf(everyPage, function* (page) {
      for (const { text, in: parent } of textsIn(page.main)) {
        if (languageOf(parent) !== page.lang || isCode(parent)) continue;
        if (/(?:^|\s)"\p{L}|\p{L}"(?:\s|$)/u.test(text)) yield `straight quotes: ${text.slice(0, 100)}`;
        if (page.lang === "de" && /“\p{L}/u.test(text)) yield `English quotes: ${text.slice(0, 100)}`;
        if (page.lang === "en" && /„/.test(text)) yield `German quotes: ${text.slice(0, 100)}`;
      }
    });
    expect(faults).toEqual([]);
  });
});

function isCode(one: HtmlElement | null): boolean {
  return one !== null && (["code", "pre", "kbd"].includes(one.tag) || isCode(one.parent));
}

/** True where an editor wrote the same word, for example the name of a department. */
function isContent(page: SitePage, text: string): boolean {
  return JSON.stringify(page.payload).includes(`:${JSON.stringify(text)}`);
}

const SMALL = {
  en: new Set("the and of to is are with that what not this from you we it in for your our by on as at".split(" ")),
  de: new Set(
    "der die das und ist sind mit nicht ein eine den dem wir sie es im für auf von zu was aus bei".split(" "),
  ),
};

/** Told by articles and prepositions; "" where there are too few of them to tell. */
function languageBySmallWords(text: string): Lang | "" {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const en = words.filter((word) => SMALL.en.has(word)).length;
  const de = words.filter((word) => SMALL.de.has(word)).length;
  if (Math.max(en, de) < 3 || Math.min(en, de) * 3 > Math.max(en, de)) return "";
  return en > de ? "en" : "de";
}
