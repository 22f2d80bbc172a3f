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
  /** Name of the space with the language's stories, which has tokens of its own; default: the site's main space. */
  readonly space?: string;
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
  /** Name of the space with its stories; absent for the main one. */
  readonly space?: string;
  /** Folder below out/ of the language's domain; "" if all languages share one origin. */
  readonly folder: string;
  /** Site path of the language's home page, including its folder: `/`, `/de/`. */
  readonly home: string;
}

export type Languages = readonly [Language, ...Language[]];

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
