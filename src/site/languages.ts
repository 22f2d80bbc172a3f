/** Languages as data: what a site says of each, and what follows from it. */

/** One language as a site definition has it. */
export interface LanguageDefinition {
  /** What the content service calls the language, for example "fr" or "pt-br". */
  readonly code: string;
  /** BCP 47 tag for `<html lang>` and hreflang; the code when absent. */
  readonly locale?: string;
  /** The language's name in itself, for the language switch; the code in capitals when absent. */
  readonly name?: string;
  /**
   * First segment of the language's paths, "" for none; "" for the first language and the code for others when absent.
   */
  readonly prefix?: string;
  /** Origin of a domain of the language's own, such as https://www.example.fr. */
  readonly origin?: string;
  /** Dimension of datasources that holds the language's values; the code when absent, none for the first language. */
  readonly dimension?: string;
  /** BCP 47 tag with a region for written dates and og:locale, such as "en-GB"; `locale` when absent. */
  readonly formats?: string;
}

/** A language with everything filled in. */
export interface Language {
  readonly code: string;
  readonly locale: string;
  readonly name: string;
  readonly prefix: string;
  /** "" where the language lives on the site's own origin. */
  readonly origin: string;
  /** "" for values without a dimension. */
  readonly dimension: string;
  readonly formats: string;
  /** Folder below out/ of the language's domain; "" where all languages share one origin. */
  readonly folder: string;
  /** Site path of the language's home page, its folder included: `/`, `/de/`. */
  readonly home: string;
}

export type Languages = readonly [Language, ...Language[]];

/**
 * Fills in what a definition leaves out. Where languages have different domains, each domain gets an output folder,
 * named by the first language on it, since the paths of two domains may be the same.
 */
export function resolveLanguages(definitions: readonly LanguageDefinition[]): Languages {
  const hasDomains = new Set(definitions.map(originOf)).size > 1;
  const folderOf = (origin: string) => definitions.find((one) => originOf(one) === origin)?.code ?? "";
  const [first, ...others] = definitions.map((one, index): Language => {
    const { code, locale = code, name = code.toUpperCase() } = one;
    const origin = originOf(one);
    const folder = hasDomains ? folderOf(origin) : "";
    // On a domain of its own a language needs no prefix to be distinguished.
    const isFirstThere = hasDomains ? folder === code : index === 0;
    const prefix = one.prefix ?? (isFirstThere ? "" : code);
    const home = `/${[folder, prefix].map((part) => (part === "" ? "" : `${part}/`)).join("")}`;
    const dimension = one.dimension ?? (index === 0 ? "" : code);
    return { code, locale, name, prefix, origin, dimension, formats: one.formats ?? locale, folder, home };
  });
  if (!first) throw new Error("A site has at least one language.");
  return [first, ...others];
}

/** As browsers write it: `https://WWW.example.fr:443` is `https://www.example.fr`. */
function originOf({ origin = "" }: LanguageDefinition): string {
  return origin.toLowerCase().replace(/^(http:.*):80$|^(https:.*):443$/, "$1$2");
}

/** The language with a code; the first one where there is none. */
export function languageOf(languages: Languages, code: string): Language {
  return languages.find((language) => language.code === code) ?? languages[0];
}

/** Languages that are written from right to left, unless their tag names another script, and the scripts that are. */
const RTL_LANGUAGES = /^(ar|arc|azb|ckb|dv|fa|glk|he|iw|khw|lrc|mzn|nqo|pnb|ps|sd|syr|ug|ur|yi)$/;
const RTL_SCRIPTS = /^(adlm|arab|aran|hebr|mand|nkoo|rohg|samr|syrc|thaa)$/;

/** Direction of a language's writing, for `dir`: from its BCP 47 tag, since browsers and Node know it differently. */
export function directionOf({ locale }: Pick<Language, "locale">): "ltr" | "rtl" {
  const [language = "", ...subtags] = locale.toLowerCase().split(/[-_]/);
  const script = subtags.find((tag) => /^[a-z]{4}$/.test(tag));
  return (script === undefined ? RTL_LANGUAGES.test(language) : RTL_SCRIPTS.test(script)) ? "rtl" : "ltr";
}
