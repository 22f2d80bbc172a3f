/** What a page says, from its markup: texts and headings. */
import type { Parser as HtmlParser } from "htmlparser2";
import { INLINE, joinTexts, SILENT } from "../content/search/search-words.ts";
import { importFile, ownModule } from "./libraries.ts";

export interface PageText {
  /** Texts of the headings of level 1, and of those below. */
  titles: string[];
  headings: string[];
  text: string;
}

const NOT_SAID = new Set(SILENT);
const WITHIN_TEXT = new Set(INLINE);

/** Attributes whose element is not part of what a page says. */
const UNSAID: Readonly<Record<string, string>> = { "data-search": "off", "aria-hidden": "true" };

/** The library that reads markup. */
export function htmlParser(): Promise<typeof import("htmlparser2")> {
  return importFile(ownModule("htmlparser2"));
}

/** `Parser` is that of `htmlParser`. */
export function readText(html: string, Parser: typeof HtmlParser): PageText {
  const found: PageText = { titles: [], headings: [], text: "" };
  const silent: string[] = [];
  let opened = "";
  let heading: { level: string; text: string } | null = null;
  const texts = [""];
  const add = (data: string) => {
    if (heading) heading.text += data;
    else texts[texts.length - 1] += data;
  };
  const separate = (name: string) => {
    if (name === "br") add(" ");
    else if (heading && !WITHIN_TEXT.has(name)) add(" ");
    else if (!WITHIN_TEXT.has(name) && texts.at(-1) !== "") texts.push("");
  };
  const parser = new Parser({
    // Not `onopentag`, for which an object is made of each element's attributes.
    onopentagname(name) {
      opened = name;
      if (silent.length > 0 ? name === silent[0] : NOT_SAID.has(name)) silent.push(name);
      separate(name);
      if (/^h[1-6]$/.test(name)) heading = { level: name, text: "" };
    },
    onattribute(name, value) {
      if (silent.length === 0 && UNSAID[name] === value) silent.push(opened);
    },
    ontext(data) {
      if (silent.length === 0) add(data);
    },
    onclosetag(name) {
      if (silent[0] === name) silent.pop();
      if (heading?.level === name) {
        const shown = joinTexts([heading.text]);
        if (shown !== "") (name === "h1" ? found.titles : found.headings).push(shown);
        heading = null;
      }
      separate(name);
    },
  });
  parser.end(html);
  return { ...found, text: joinTexts(texts) };
}
