import { label } from "../content/rules/labels.ts";
import { createProblem, type Problem } from "../problems/problem.ts";
import type { Space } from "../site/api/model.ts";
import { FORM_WORDS } from "../site/forms/form-words.ts";
import type { Language } from "../site/languages.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { SEARCH_WORDS } from "../site/search-phrases.ts";
import { ENGINE_WORDS, isEngineLanguage, shownWords } from "../site/words.ts";

type Site = Pick<
  ResolvedSite,
  "languages" | "ownWords" | "layout" | "consent" | "cachePage" | "labels" | "parts" | "forms" | "outputs"
>;
type Labels = Space["datasources"];

/** Whether the site shows a word, as far as its definition says. */
function isShown(name: string, { layout, consent }: Site): boolean {
  if (name.startsWith("consent_ask_")) return consent?.ask === true;
  // Only the built-in error page shows these.
  if (name === "error_text" || name === "error_back") return layout.ErrorPage === undefined;
  return ENGINE_WORDS[name] !== "";
}

type FormField = NonNullable<ResolvedSite["forms"]>[number]["fields"][string];

const isTick = ({ type, options }: FormField): boolean => type === "checkbox" && options === undefined;

/** The words of forms that only some fields show; every form shows the others. */
const OF_FIELDS: Readonly<Record<string, (field: FormField) => boolean>> = {
  form_missing: (field) => field.required === true && !isTick(field),
  form_unchecked: (field) => field.required === true && isTick(field),
  form_wrong: ({ pattern, options }) => pattern !== undefined || options !== undefined,
  form_wrong_email: ({ type }) => type === "email",
  form_wrong_url: ({ type }) => type === "url",
  form_wrong_number: ({ type }) => type === "number",
  form_wrong_date: ({ type }) => type === "date",
  form_short: ({ minLength }) => minLength !== undefined,
  form_small: ({ min }) => min !== undefined,
  form_large: ({ max }) => max !== undefined,
  form_step: ({ step = "any" }) => step !== "any",
  form_optional: (field) => field.required !== true && field.type !== "hidden",
  form_choose: ({ type }) => type === "select",
  // Which of the two is said depends on the component.
  form_error: () => false,
};

/** Words of the kit's forms and of its search, on a site that has them. */
function wordsOfKit({ forms = [], outputs = [] }: Site): string[] {
  const fields = forms.flatMap((form) => Object.values(form.fields));
  const ofForms = Object.keys(FORM_WORDS).filter((name) => fields.some(OF_FIELDS[name] ?? (() => true)));
  const search = outputs.find(({ name }) => name === "search");
  const hasTypes = (search?.pageTypes ?? []).length > 0;
  const ofSearch = search ? Object.keys(SEARCH_WORDS).filter((name) => hasTypes || name !== "search_type") : [];
  return [...ofForms, ...ofSearch];
}

interface Missing {
  language: Language;
  names: string[];
  /** True if the site has no word of its own in this language. */
  all: boolean;
}

/**
 * Languages without their own words for some of sitegen's texts: skip link, error page, dialogs. A label counts as one.
 */
function missingWords(site: Site, labels: Labels): Missing[] {
  const shown = [...Object.keys(shownWords(site)).filter((name) => isShown(name, site)), ...wordsOfKit(site)];
  return site.languages.flatMap((language) => {
    if (isEngineLanguage(language.locale)) return [];
    const own = site.ownWords[language.code] ?? {};
    const entries = labels[language.code]?.[site.labels] ?? [];
    const names = shown.filter((name) => !Object.hasOwn(own, name) && label(entries, name) === "");
    return names.length === 0 ? [] : [{ language, names, all: names.length === shown.length }];
  });
}

/** Fields of forms that are called by their name in the code: no label of their own, and no word for one. */
function unlabelledFields({ forms = [], languages, ownWords, labels: source }: Site, labels: Labels): Problem[] {
  const [first] = languages;
  return languages.flatMap(({ code }) => {
    const words = { ...ownWords[first.code], ...ownWords[code] };
    const entries = labels[code]?.[source] ?? [];
    const isNamed = (word: string) => Boolean(Object.hasOwn(words, word) && words[word]) || label(entries, word) !== "";
    return forms.flatMap((form) => {
      const unlabelled = Object.entries(form.fields).filter(
        ([, { type, label }]) => type !== "hidden" && label === undefined,
      );
      const lacking = unlabelled.map(([name]) => `form_${name}`).filter((word) => !isNamed(word));
      if (lacking.length === 0) return [];
      return createProblem("warning", "CHECK_WORDS_MISSING", {
        message: `The form "${form.name}" has fields without a label in the language "${code}", so visitors read their names: ${lacking.join(", ")}.`,
        hint: `Add these to "words", "${code}" in the site definition, or give the fields a "label".`,
      });
    });
  });
}

/** These languages use the default language's words, or else the engine's. Reported once per language. */
export function checkWords(site: Site, labels: Labels): Problem[] {
  const [first] = site.languages;
  const missing = missingWords(site, labels).map(({ language: { code }, names, all }) => {
    const others = code !== first.code && site.ownWords[first.code] ? `those of "${first.code}"` : "the built-in ones";
    const lacks = all ? "has none of sitegen's words" : `lacks ${names.length} of sitegen's words`;
    return createProblem("warning", "CHECK_WORDS_MISSING", {
      message: `The site ${lacks} in the language "${code}", so ${others} are shown: ${names.join(", ")}.`,
      hint: `Add them to "words", "${code}" in the site definition.`,
    });
  });
  return [...missing, ...unlabelledFields(site, labels)];
}

/** The missing words as one line of a build's report; null if none are missing. */
export function missingWordsNote(site: Site, labels: Labels): string | null {
  const missing = missingWords(site, labels);
  if (missing.length === 0) return null;
  const none = missing.filter(({ all }) => all).map(({ language }) => language.code);
  const some = missing.filter(({ all }) => !all).map(({ language, names }) => `${names.length} in ${language.code}`);
  const what = [
    ...(none.length > 0 ? [`none of sitegen's words in ${none.join(", ")}`] : []),
    ...some.map((one) => `sitegen's words missing: ${one}`),
  ];
  const text = what.join("; ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}: visitors read the error page, the skip link and other texts in another language. Add them to "words" in the site definition; \`sitegen check\` lists their names.`;
}
