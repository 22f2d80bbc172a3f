/** The site's languages as data, with their defaults. */

/** A language in a site definition. */
export interface LanguageDefinition {
  /** The content service's language code, for example "fr" or "pt-br". */
  readonly code: string;
  /** BCP 47 tag for `<html lang>` and hreflang; default: the code. */
  readonly locale?: string;
  /** The language's own name, for the language switch; default: the code in capitals. */
  readonly name?: string;
  /** First segment of the language's paths, "" for none; default: "" for the first language and the code for others. */
  readonly prefix?: string;
  /** Origin of the language's own domain, such as https://www.example.fr. */
  readonly origin?: string;
  /** Datasource dimension with the language's values; default: the code, none for the first language. */
  readonly dimension?: string;
  /** BCP 47 tag with a region for dates and og:locale, such as "en-GB"; default: `locale`. */
  readonly formats?: string;
  /** The languages whose text is shown where this one has none; false: such a story has no page in it. */
  readonly fallback?: string | readonly string[] | false;
}

/** A language with all defaults filled in. */
export interface Language {
  readonly code: string;
  readonly locale: string;
  readonly name: string;
  readonly prefix: string;
  /** "" if the language uses the site's own origin. */
  readonly origin: string;
  /** "" for the values without a dimension. */
  readonly dimension: string;
  readonly formats: string;
  /** Languages besides the default one whose text is shown, in this order; null: such a story has no page. Absent if not set. */
  readonly fallback?: readonly string[] | null;
  /** Folder below out/ of the language's domain; "" if all languages share one origin. */
  readonly folder: string;
  /** Site path of the language's home page, including its folder: `/`, `/de/`. */
  readonly home: string;
}

export type Languages = readonly [Language, ...Language[]];

/**
 * Fills in the defaults. With several domains, each gets an output folder named after its first language, since two
 * domains may have the same paths.
 */
export function resolveLanguages(definitions: readonly LanguageDefinition[]): Languages {
  const hasDomains = new Set(definitions.map(originOf)).size > 1;
  const folderOf = (origin: string) => definitions.find((one) => originOf(one) === origin)?.code ?? "";
  const [first, ...others] = definitions.map((one, index): Language => {
    const { code, locale = code, name = code.toUpperCase() } = one;
    const origin = originOf(one);
    const folder = hasDomains ? folderOf(origin) : "";
    // On its own domain a language needs no prefix.
    const isFirstThere = hasDomains ? folder === code : index === 0;
    const prefix = one.prefix ?? (isFirstThere ? "" : code);
    const home = `/${[folder, prefix].map((part) => (part === "" ? "" : `${part}/`)).join("")}`;
    const dimension = one.dimension ?? (index === 0 ? "" : code);
    const fallback = one.fallback === undefined ? {} : { fallback: fallbackOf(one, definitions) };
    return { code, locale, name, prefix, origin, dimension, formats: one.formats ?? locale, ...fallback, folder, home };
  });
  if (!first) throw new Error("A site has at least one language.");
  return [first, ...others];
}

/**
 * The chain of a language: those that it names, each followed by its own chain. The default language ends it, since its
 * text is shown where no other is.
 */
function fallbackOf(language: LanguageDefinition, all: readonly LanguageDefinition[]): readonly string[] | null {
  if (language.fallback === false) return null;
  const chain: string[] = [];
  const follow = ({ fallback = [] }: LanguageDefinition): void => {
    for (const code of fallback === false ? [] : [fallback].flat()) {
      if (code === all[0]?.code) return;
      if (code === language.code || chain.includes(code)) continue;
      chain.push(code);
      const next = all.find((one) => one.code === code);
      if (next) follow(next);
    }
  };
  follow(language);
  return chain;
}

/** Normalised like in browsers: `https://WWW.example.fr:443` -> `https://www.example.fr`. */
function originOf({ origin = "" }: LanguageDefinition): string {
  return origin.toLowerCase().replace(/^(http:.*):80$|^(https:.*):443$/, "$1$2");
}

/** The language with the code; default: the first one. */
export function languageOf(languages: Languages, code: string): Language {
  return languages.find((language) => language.code === code) ?? languages[0];
}

/** Languages written from right to left unless their tag has another script, and scripts written so. */
const RTL_LANGUAGES = /^(ar|arc|azb|ckb|dv|fa|glk|he|iw|khw|lrc|mzn|nqo|pnb|ps|sd|syr|ug|ur|yi)$/;
const RTL_SCRIPTS = /^(adlm|arab|aran|hebr|mand|nkoo|rohg|samr|syrc|thaa)$/;

/** Text direction for `dir`, from the BCP 47 tag, since browsers and Node have different data. */
export function directionOf({ locale }: Pick<Language, "locale">): "ltr" | "rtl" {
  const [language = "", ...subtags] = locale.toLowerCase().split(/[-_]/);
  const script = subtags.find((tag) => /^[a-z]{4}$/.test(tag));
  return (script === undefined ? RTL_LANGUAGES.test(language) : RTL_SCRIPTS.test(script)) ? "rtl" : "ltr";
}
