import { type AssetLookup, imageData } from "./asset.ts";
import type { DatasourceName, Datasources, StoryEntry } from "./model.ts";
import { dayOf } from "./order.ts";
import type { CardData, OptionData, ResultData } from "./payload.ts";
import { stringOf } from "./resolve/context.ts";
import { dateText } from "./rules/dates.ts";
import { withBase } from "./rules/paths.ts";
import { readingMinutes } from "./rules/words.ts";

export interface CardSources {
  datasources: Datasources;
  assets: AssetLookup;
  base: string;
}

/** What other pages show of a story. */
export function buildCard(entry: StoryEntry, { datasources, assets, base }: CardSources): CardData {
  const { fields, lang } = entry;
  const option = (source: DatasourceName, value: unknown) => optionOf(datasources, source, stringOf(value));
  const options = (source: DatasourceName, values: unknown) =>
    (Array.isArray(values) ? values : []).flatMap((value) => option(source, value) ?? []);
  const day = dayOf(entry);
  return {
    id: entry.id,
    uuid: entry.uuid,
    component: entry.component,
    href: withBase(base, entry.path),
    name: entry.name,
    title: stringOf(fields.teaser_title) || entry.name,
    text: stringOf(fields.teaser_text) || stringOf(fields.meta_description),
    image: imageData(fields.teaser_image, assets) ?? imageData(fields.og_image, assets),
    icon: imageData(fields.icon, assets),
    category: option("insight-categories", fields.category),
    industry: option("all-industries", fields.industry),
    solution: option("all-solutions", fields.solution),
    industries: options("all-industries", fields.industries),
    solutions: options("all-solutions", fields.solutions),
    date: day,
    dateText: dateText(day, lang),
    author: stringOf(fields.author),
    authorImage: imageData(fields.author_image, assets),
    readingMinutes: readingMinutes(entry.words),
    department: stringOf(fields.department),
    location: stringOf(fields.location),
    employmentType: stringOf(fields.employment_type),
    salary: stringOf(fields.salary),
    customer: stringOf(fields.customer),
    customerLogo: imageData(fields.customer_logo, assets),
    result: resultOf(fields.results),
  };
}

/** The first figure of a list of FactItems; null when there is none. */
function resultOf(results: unknown): ResultData | null {
  const first: unknown = Array.isArray(results) ? results[0] : null;
  if (typeof first !== "object" || first === null) return null;
  const { prefix, number, decimals, suffix, label } = first as Record<string, unknown>;
  return {
    prefix: stringOf(prefix),
    number: numberOf(number),
    decimals: numberOf(decimals),
    suffix: stringOf(suffix),
    label: stringOf(label),
  };
}

/** Storyblok stores numbers as strings. */
function numberOf(value: unknown): number | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

/** An option field's value with its words in the datasource's language; an unknown value shows itself. */
export function optionOf(datasources: Datasources, source: DatasourceName, value: string): OptionData | null {
  if (value === "") return null;
  const entry = datasources[source].find((candidate) => candidate.value === value);
  return { value, label: entry ? (entry.dimension_value ?? entry.name) : value };
}

export function allOptions(datasources: Datasources, source: DatasourceName): OptionData[] {
  return datasources[source].map((entry) => ({ value: entry.value, label: entry.dimension_value ?? entry.name }));
}
