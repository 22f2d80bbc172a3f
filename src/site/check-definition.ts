/** Checks a site definition; each error names its key and the file. Node only. */

import { sitegenError } from "../problems/errors.ts";
import { didYouMean } from "../validation/did-you-mean.ts";
import { schemaErrors } from "../validation/schema-errors.ts";
import { isRecord } from "./blocks/field-values.ts";
import { NECESSARY } from "./consent.ts";
import type { SiteDefinition } from "./definition.ts";
import { actionOf, OWN_FIELDS } from "./forms/define-form.ts";
import type { LanguageDefinition } from "./languages.ts";
import { resolveLanguages } from "./resolve-languages.ts";
import { siteSchema } from "./schema.ts";
import { isSource } from "./sources.ts";
import { spaceOf, spacesOf } from "./spaces.ts";
import { ENGINE_WORDS } from "./words.ts";

const NO_DEFINITION = "The file does not export a site definition: `export default defineSite({...})`.";

/** Validates an unknown value; throws CONFIG_INVALID (exit 2) with one line per error. */
export function checkDefinition(raw: unknown, file: string): SiteDefinition {
  const result = siteSchema.safeParse(withoutHeadFunctions(withFlatOutputs(raw)), { reportInput: true });
  const faults = result.success
    ? contradictions(raw as SiteDefinition)
    : schemaErrors(siteSchema, result.error.issues, NO_DEFINITION);
  if (faults.length > 0) {
    throw sitegenError("CONFIG_INVALID", {
      message: faults.join("\n"),
      where: file,
      hint: "See docs/site-definition.md for every key.",
    });
  }
  return raw as SiteDefinition;
}

/** Some functions return several outputs as a list. */
function withFlatOutputs(raw: unknown): unknown {
  if (!isRecord(raw) || !Array.isArray(raw.outputs)) return raw;
  return { ...raw, outputs: raw.outputs.flat() };
}

/** A page type's `head` may be a function, which the schema, that only describes fields, would reject. */
function withoutHeadFunctions(raw: unknown): unknown {
  if (!isRecord(raw) || !isRecord(raw.pageTypes)) return raw;
  const types = Object.entries(raw.pageTypes).map(([name, type]) => {
    if (!isRecord(type) || typeof type.head !== "function") return [name, type];
    const { head: _, ...rest } = type;
    return [name, rest];
  });
  return { ...raw, pageTypes: Object.fromEntries(types) };
}

/** Errors that involve several keys. */
function contradictions(site: SiteDefinition): string[] {
  const codes = site.languages.map((language) => language.code);
  return [
    ...repeated(codes).map((code) => `The key "languages" has the code "${code}" twice.`),
    ...sharedPrefixes(site),
    ...sharedLocales(site),
    ...fallbackErrors(site),
    ...spaceErrors(site),
    ...reservedNames(site),
    ...(site.global && site.global === (site.home ?? "home")
      ? [`The keys "home" and "global" both name the story "${site.global}".`]
      : []),
    ...(Object.keys(site.pageTypes).length === 0
      ? ['The key "pageTypes" is empty: name at least one component whose stories are pages.']
      : []),
    ...repeated(site.datasources ?? []).map((name) => `The key "datasources" has "${name}" twice.`),
    ...(site.labels !== undefined && !(site.datasources ?? []).includes(site.labels)
      ? [`The key "labels" names "${site.labels}", which is not among "datasources".`]
      : []),
    ...unknownLanguages("words", Object.keys(site.words ?? {}), codes),
    ...repeated((site.outputs ?? []).flat().map(({ name }) => name)).map(
      (name) => `Two outputs are called "${name}"; each needs a name of its own.`,
    ),
    ...outputFaults(site),
    ...formFaults(site),
    ...routeFaults(site),
    ...consentErrors(site),
    ...tagFaults(site),
    ...sharedListings(site),
    ...Object.entries(site.sources ?? {}).flatMap(([name, source]) =>
      isSource(source)
        ? []
        : [`The key "sources.${name}" must be made by defineSource({ load, key }), which keeps it from browsers.`],
    ),
    ...Object.entries(site.pageTypes).flatMap(([name, type]) => pageTypeFaults(name, type, site)),
    ...repeated(feedPaths(site)).map((path) => `Two page types have the feed "${path}"; each needs a path of its own.`),
  ];
}

function sharedPrefixes(site: SiteDefinition): string[] {
  const homes = resolveLanguages(site.languages).map(({ home, prefix, code }) => ({ home, prefix, code }));
  return homes.flatMap(({ home, prefix, code }, index) => {
    const other = homes.slice(0, index).find((one) => one.home === home);
    if (!other || other.code === code) return [];
    const what = prefix === "" ? "no prefix" : `the prefix "${prefix}"`;
    return [`The languages "${other.code}" and "${code}" both have ${what}; give one of them another "prefix".`];
  });
}

/** Two languages with the same tag would be one language to search engines. */
function sharedLocales({ languages }: SiteDefinition): string[] {
  const codes = languages.map(({ code }) => code);
  const different = languages.filter(({ code }, index) => codes.indexOf(code) === index);
  return repeated(different.map(({ code, locale = code }) => locale.toLowerCase())).map((locale) => {
    const [first, second] = different.filter(({ code, locale: own = code }) => own.toLowerCase() === locale);
    return `The languages "${first?.code}" and "${second?.code}" both have the locale "${locale}"; give one of them another "locale".`;
  });
}

/** Names of paths that every site's output reserves. */
function reservedNames(site: SiteDefinition): string[] {
  const prefixes = site.languages.filter(({ prefix, code }) => (prefix ?? code).toLowerCase() === "flushcache");
  return [
    ...prefixes.map(
      ({ code }) => `The language "${code}" has the prefix "flushCache", which is kept for the page of "cachePage".`,
    ),
    ...feedPaths(site)
      .filter((path) => path === "sitemap.xml")
      .map((path) => `The key "feed.path" must not be "${path}", a file of every site.`),
  ];
}

/** A block can list one page type only. */
function sharedListings({ pageTypes }: SiteDefinition): string[] {
  const blocks = Object.values(pageTypes).flatMap(({ listing }) => listing?.block ?? []);
  return repeated(blocks).map((block) => {
    const names = Object.keys(pageTypes).filter((name) => pageTypes[name]?.listing?.block === block);
    return `The page types ${names.map((name) => `"${name}"`).join(" and ")} both have the listing block "${block}"; a list is of one page type.`;
  });
}

function tagFaults({ head = [] }: SiteDefinition): string[] {
  return head.flatMap(({ tag, text, attributes = {} }, index) => {
    if (text !== undefined && tag !== "script")
      return [`The key "head.${index}.text" is for a script, not for a ${tag}.`];
    if (text !== undefined && "src" in attributes)
      return [`The key "head.${index}" is a script with a "text" and a "src"; browsers run the "src" alone.`];
    return text === undefined && Object.keys(attributes).length === 0
      ? [`The key "head.${index}" is an empty ${tag}: give it "attributes"${tag === "script" ? ' or a "text"' : ""}.`]
      : [];
  });
}

/** What is wrong with the options of outputs: pages of a misspelled type would be missing in a search without a word. */
function outputFaults({ pageTypes, datasources = [], outputs = [] }: SiteDefinition): string[] {
  const known = { pageTypes: Object.keys(pageTypes), datasources };
  return outputs
    .flat()
    .flatMap(({ name, faults = [], ...named }) => [
      ...faults,
      ...(["pageTypes", "datasources"] as const).flatMap((key) =>
        (named[key] ?? [])
          .filter((one) => !known[key].includes(one))
          .map(
            (one) => `The output "${name}" names "${one}", which is not among "${key}".${didYouMean(one, known[key])}`,
          ),
      ),
    ]);
}

/** Forms that cannot be told apart, and fields that take a name that a form needs. */
function formFaults({ forms = [] }: SiteDefinition): string[] {
  const faults = forms.flatMap(({ name, fields, trap = "website" }) =>
    Object.entries(fields).flatMap(([field, { type, options }]) => [
      ...(field === trap || OWN_FIELDS.includes(field)
        ? [
            `The form "${name}" has a field "${field}", a name that it needs itself${field === trap ? ": choose another for its `trap`" : ""}.`,
          ]
        : []),
      ...((type === "select" || type === "radio") && !options
        ? [`The field "${field}" of the form "${name}" needs "options" to choose from.`]
        : []),
    ]),
  );
  return [
    ...repeated(forms.map(({ name }) => name)).map(
      (name) => `Two forms are called "${name}"; each needs a name of its own.`,
    ),
    ...repeated(forms.map(actionOf)).map(
      (action) => `Two forms post to "${action}"; each needs an \`action\` of its own.`,
    ),
    ...faults,
  ];
}

function routeFaults({ routes = [], languages }: SiteDefinition): string[] {
  const codes = languages.map(({ code }) => code);
  return routes.flatMap(({ path, paths }, index) => [
    ...((path === undefined) === (paths === undefined)
      ? [`The key "routes.${index}" needs either a "path" or "paths".`]
      : []),
    ...(typeof path === "object" ? unknownLanguages(`routes.${index}.path`, Object.keys(path), codes) : []),
  ]);
}

function pageTypeFaults(name: string, type: SiteDefinition["pageTypes"][string], site: SiteDefinition): string[] {
  const source = type.category?.datasource;
  const missing = source !== undefined && !(site.datasources ?? []).includes(source);
  return [
    ...(missing
      ? [`The key "pageTypes.${name}.category.datasource" names "${source}", which is not among "datasources".`]
      : []),
    ...unknownLanguages(
      `pageTypes.${name}.feed.title`,
      Object.keys(type.feed?.title ?? {}),
      site.languages.map(({ code }) => code),
    ),
  ];
}

function feedPaths(site: SiteDefinition): string[] {
  return Object.values(site.pageTypes).flatMap((type) => type.feed?.path ?? []);
}

function unknownLanguages(key: string, given: readonly string[], codes: readonly string[]): string[] {
  return given
    .filter((code) => !codes.includes(code))
    .map((code) => `The key "${key}.${code}" is of no language of the site; its languages are ${codes.join(", ")}.`);
}

function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}

/** Mismatches between the consent categories and what refers to them; one line each. */
function consentErrors(site: SiteDefinition): string[] {
  const { consent, head = [] } = site;
  const languages = site.languages.map(({ code }) => code);
  const codes = (consent?.categories ?? []).map(({ code }) => code);
  const known = consent ? [...new Set([NECESSARY, ...codes])] : [];
  const existing = known.length === 0 ? "the site has no `consent`" : `the categories are ${known.join(", ")}`;
  const unknown = (key: string, code: string | undefined) =>
    code === undefined || known.includes(code) ? [] : [`The key "${key}" names "${code}", but ${existing}.`];
  return [
    ...repeated(codes).map((code) => `The key "consent.categories" has the code "${code}" twice.`),
    ...head.flatMap((tag, index) => unknown(`head.${index}.consent`, tag.consent)),
    ...unknown("consent.embeds", consent?.embeds),
    ...(consent?.categories ?? []).flatMap((category, index) => [
      ...missingNames(category.code, index, site),
      ...(["name", "text"] as const).flatMap((key) =>
        unknownLanguages(`consent.categories.${index}.${key}`, Object.keys(category[key] ?? {}), languages),
      ),
    ]),
  ];
}

function missingNames(code: string, index: number, { consent, languages, words }: SiteDefinition): string[] {
  const word = `consent_${code}`;
  const name = consent?.categories[index]?.name;
  return languages
    .filter((language) => !(name?.[language.code] ?? words?.[language.code]?.[word] ?? ENGINE_WORDS[word]))
    .map((language) => `The key "consent.categories.${index}.name.${language.code}" must be given.`);
}

/** Errors in `languages[].fallback`. */
function fallbackErrors({ languages, translation }: SiteDefinition): string[] {
  const codes = languages.map(({ code }) => code);
  return languages.flatMap((language, index) => {
    const { code, fallback } = language;
    if (fallback === undefined) return [];
    const key = `The key "languages.${index}.fallback"`;
    if (translation === "folders")
      return [`${key} needs translation "fields": with a folder for each language, each page is a story of its own.`];
    const ofSpace = languages.filter((other) => spaceOf(other) === spaceOf(language));
    if (ofSpace[0] === languages[index])
      return [`${key} is of the default language of its space, whose text is the last that is shown.`];
    return named(language).flatMap((other) => {
      if (other === code) return [`${key} names "${other}", the language itself.`];
      if (ofSpace.some((one) => one.code === other)) return [];
      if (codes.includes(other)) return [`${key} names "${other}", whose stories are in another space.`];
      return [`${key} names "${other}", which is no language of the site; its languages are ${codes.join(", ")}.`];
    });
  });
}

/** Errors in `languages[].space` and `linkedBy`. */
function spaceErrors({ languages, linkedBy }: SiteDefinition): string[] {
  const [first] = languages;
  return [
    ...(first?.space === undefined
      ? []
      : ['The key "languages.0.space" is of the first language, whose stories are in the site\'s main space.']),
    ...(linkedBy !== undefined && spacesOf(languages).length === 1
      ? ['The key "linkedBy" links stories of different spaces, but no language has a "space".']
      : []),
  ];
}

function named({ fallback }: LanguageDefinition): readonly string[] {
  return fallback === undefined || fallback === false ? [] : [fallback].flat();
}
