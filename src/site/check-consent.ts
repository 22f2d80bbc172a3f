import { NECESSARY } from "./consent.ts";
import type { SiteDefinition } from "./definition.ts";
import { ENGINE_WORDS } from "./words.ts";

/** Mismatches between the consent categories and what refers to them; one line each. */
export function consentErrors(site: SiteDefinition): string[] {
  const { consent, head = [] } = site;
  const codes = (consent?.categories ?? []).map(({ code }) => code);
  const known = consent ? [...new Set([NECESSARY, ...codes])] : [];
  const unknown = (key: string, code: string | undefined) =>
    code === undefined || known.includes(code) ? [] : [unknownCategory(key, code, known)];
  return [
    ...codes
      .filter((code, index) => codes.indexOf(code) !== index)
      .map((code) => `The key "consent.categories" has the code "${code}" twice.`),
    ...head.flatMap((tag, index) => unknown(`head.${index}.consent`, tag.consent)),
    ...unknown("consent.embeds", consent?.embeds),
    ...(consent?.categories ?? []).flatMap((category, index) => [
      ...missingNames(category.code, index, site),
      ...foreignLanguages(category, index, site),
    ]),
  ];
}

function unknownCategory(key: string, code: string, known: readonly string[]): string {
  const existing = known.length === 0 ? "the site has no `consent`" : `the categories are ${known.join(", ")}`;
  return `The key "${key}" names "${code}", but ${existing}.`;
}

function missingNames(code: string, index: number, { consent, languages, words }: SiteDefinition): string[] {
  const word = `consent_${code}`;
  const name = consent?.categories[index]?.name;
  return languages
    .filter((language) => !(name?.[language.code] ?? words?.[language.code]?.[word] ?? ENGINE_WORDS[word]))
    .map((language) => `The key "consent.categories.${index}.name.${language.code}" must be given.`);
}

function foreignLanguages(
  { name = {}, text = {} }: { name?: object; text?: object },
  index: number,
  { languages }: SiteDefinition,
): string[] {
  const codes = languages.map(({ code }) => code);
  return Object.entries({ name, text }).flatMap(([key, values]) =>
    Object.keys(values)
      .filter((code) => !codes.includes(code))
      .map((code) => `The key "consent.categories.${index}.${key}.${code}" is of no language of the site.`),
  );
}
