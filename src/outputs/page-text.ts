/** What a page says, from its markup: texts and headings. */
import type { Parser as HtmlParser } from "htmlparser2";
import { importFile, ownModule } from "./libraries.ts";

export interface PageText {
  /** Texts of the headings of level 1, and of those below. */
  titles: string[];
  headings: string[];
  text: string;
}

/** Elements whose text is not part of what a page says. */
const SILENT = new Set(["script", "style", "template", "noscript", "svg", "nav", "button", "select", "option"]);
const INLINE = new Set(["a", "abbr", "b", "bdi", "cite", "code", "em", "i", "kbd", "mark", "q", "s", "small", "span"]);
for (const name of ["strong", "sub", "sup", "time", "u", "var", "wbr"]) INLINE.add(name);

/** The library that reads markup. */
export function htmlParser(): Promise<typeof import("htmlparser2")> {
  return importFile(ownModule("htmlparser2"));
}

/** `Parser` is that of `htmlParser`. */
export function readText(html: string, Parser: typeof HtmlParser): PageText {
  const found: PageText = { titles: [], headings: [], text: "" };
  const silent: string[] = [];
  let heading: { level: string; text: string } | null = null;
  const text: string[] = [];
  const parser = new Parser({
    onopentag(name, { "data-search": search }) {
      if (silent.length > 0 ? name === silent[0] : SILENT.has(name) || search === "off") silent.push(name);
      if (/^h[1-6]$/.test(name)) heading = { level: name, text: "" };
      else if (!INLINE.has(name)) text.push(" ");
    },
    ontext(data) {
      if (silent.length > 0) return;
      if (heading) heading.text += data;
      else text.push(data);
    },
    onclosetag(name) {
      if (silent[0] === name) silent.pop();
      if (heading?.level === name) {
        const shown = collapsed(heading.text);
        if (shown !== "") (name === "h1" ? found.titles : found.headings).push(shown);
        heading = null;
      }
      if (!INLINE.has(name)) text.push(" ");
    },
  });
  parser.end(html);
  return { ...found, text: collapsed(text.join("")) };
}

function collapsed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
