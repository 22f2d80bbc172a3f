/** The one door for a site definition: every fault is named with its key and the file. Node only. */
import type { z } from "zod";
import { sitegenError } from "../errors.ts";
import { consentFaults } from "./check-consent.ts";
import type { SiteDefinition } from "./definition.ts";
import { resolveLanguages } from "./languages.ts";
import { siteSchema } from "./schema.ts";

/** Checks an unknown value; throws CONFIG_INVALID (exit 2) with one line for each fault. */
export function checkDefinition(raw: unknown, file: string): SiteDefinition {
  const result = siteSchema.safeParse(raw, { reportInput: true });
  const faults = result.success ? contradictions(raw as SiteDefinition) : result.error.issues.flatMap(describe);
  if (faults.length > 0) {
    throw sitegenError("CONFIG_INVALID", {
      message: faults.join("\n"),
      where: file,
      hint: "See docs/site-definition.md for every key.",
    });
  }
  return raw as SiteDefinition;
}

/** What no single key is wrong about. */
function contradictions(site: SiteDefinition): string[] {
  const codes = site.languages.map((language) => language.code);
  return [
    ...repeated(codes).map((code) => `The key "languages" has the code "${code}" twice.`),
    ...sharedPrefixes(site),
    ...(Object.keys(site.pageTypes).length === 0
      ? ['The key "pageTypes" is empty: name at least one component whose stories are pages.']
      : []),
    ...repeated(site.datasources ?? []).map((name) => `The key "datasources" has "${name}" twice.`),
    ...(site.labels !== undefined && !(site.datasources ?? []).includes(site.labels)
      ? [`The key "labels" names "${site.labels}", which is not among "datasources".`]
      : []),
    ...unknownLanguages("words", Object.keys(site.words ?? {}), codes),
    ...consentFaults(site),
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

type Issue = z.core.$ZodIssue;

function describe(issue: Issue): string[] {
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => `The key "${[...path, key].join(".")}" is not known.`);
  }
  const key = path.join(".");
  if (key === "") return ["The file does not export a site definition: `export default defineSite({...})`."];
  return [`The key "${key}" must be ${expected(issue)}.`];
}

function expected(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? `given (${issue.expected})` : `of type ${issue.expected}`;
    case "invalid_value":
      return `one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
    case "invalid_format":
      return issue.format === "regex" ? issue.message : `a valid ${issue.format}`;
    case "too_small":
      return `at least ${issue.minimum}${issue.origin === "array" ? " long" : ""}`;
    default:
      return issue.message;
  }
}
