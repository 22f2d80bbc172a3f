import type { Problem } from "../problems/problem.ts";
import { EDITOR_WORDS, type EditorWord } from "../site/editor-words.ts";
import { filled } from "../site/filled.ts";
import { problemText } from "../site/problem-text.ts";
import { ENGINE_LANGUAGE } from "../site/words.ts";
import type { PublishState } from "./publish-log.ts";

/** The console in one language. */
export interface Speech {
  locale: string;
  word(name: EditorWord, values?: Readonly<Record<string, string | number>>): string;
  /** `{one}` for 1, else `{many}` with the number. */
  count(n: number, one: EditorWord, many: EditorWord): string;
  /** What is wrong in the content. */
  problem(problem: Pick<Problem, "code" | "message">): string;
  time(at: string): string;
  number(n: number): string;
}

/** Of the site's languages the one that the browser prefers, or else the first: without a browser, the first. */
export function speechFor(acceptLanguage: string, { languages }: Pick<PublishState, "languages">): Speech {
  const wanted = acceptLanguage.split(",").map((part) => part.split(";")[0]?.trim().toLowerCase() ?? "");
  const short = (tag: string) => tag.toLowerCase().split(/[-_]/)[0] ?? "";
  const found =
    wanted.flatMap((tag) => languages.find(({ locale }) => locale.toLowerCase() === tag) ?? [])[0] ??
    wanted.flatMap((tag) => languages.find(({ locale }) => short(locale) === short(tag)) ?? [])[0] ??
    languages[0];
  const locale = found && isLocale(found.locale) ? found.locale : ENGINE_LANGUAGE;
  const words = { ...EDITOR_WORDS, ...found?.words };
  const word: Speech["word"] = (name, values = {}) => filled(words[name], values);
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" });
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const number = (n: number) => numbers.format(n);
  return {
    locale,
    word,
    count: (n, one, many) => (n === 1 ? word(one) : word(many, { n: number(n) })),
    problem: (problem) => problemText(found?.words, problem),
    time: (at) => dates.format(new Date(at)),
    number,
  };
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
