import { readingMinutes } from "../content/rules/reading-time.ts";
import type { StoryEntry } from "../site/api/model.ts";
import type { ImageData, OptionData } from "../site/api/payload.ts";
import { stringOf } from "../site/blocks/field-values.ts";
import type { CardReader } from "../site/definition.ts";

/** A figure with its unit, as in a FactItem. */
export interface ResultData {
  prefix: string;
  number: number | null;
  decimals: number | null;
  suffix: string;
  label: string;
}

/** What a page shows of another story (card, slider, teaser, listing row). */
export interface CardData {
  id: number;
  uuid: string;
  component: string;
  href: string;
  name: string;
  title: string;
  text: string;
  image: ImageData | null;
  icon: ImageData | null;
  category: OptionData | null;
  industry: OptionData | null;
  solution: OptionData | null;
  industries: OptionData[];
  solutions: OptionData[];
  /** ISO date (YYYY-MM-DD), and the date as text in the page's language; "" if there is none. */
  date: string;
  dateText: string;
  author: string;
  authorImage: ImageData | null;
  /** Whole minutes, at least 1. */
  readingMinutes: number;
  department: string;
  location: string;
  employmentType: string;
  /** Salary, as written by the editor. */
  salary: string;
  customer: string;
  customerLogo: ImageData | null;
  /** A customer story's first figure. */
  result: ResultData | null;
}

declare module "../site/register.ts" {
  interface Register {
    card: CardData;
  }
}

export function card(entry: StoryEntry, reader: CardReader): CardData {
  const { fields } = entry;
  const day = reader.day(entry);
  return {
    id: entry.id,
    uuid: entry.uuid,
    component: entry.component,
    href: reader.href(entry),
    name: entry.name,
    title: stringOf(fields.teaser_title) || entry.name,
    text: stringOf(fields.teaser_text) || stringOf(fields.meta_description),
    image: reader.image(fields.teaser_image) ?? reader.image(fields.og_image),
    icon: reader.image(fields.icon),
    category: reader.option("insight-categories", fields.category),
    industry: reader.option("all-industries", fields.industry),
    solution: reader.option("all-solutions", fields.solution),
    industries: reader.options("all-industries", fields.industries),
    solutions: reader.options("all-solutions", fields.solutions),
    date: day,
    dateText: reader.dateText(day),
    author: stringOf(fields.author),
    authorImage: reader.image(fields.author_image),
    readingMinutes: readingMinutes(entry.words),
    department: stringOf(fields.department),
    location: stringOf(fields.location),
    employmentType: stringOf(fields.employment_type),
    salary: stringOf(fields.salary),
    customer: stringOf(fields.customer),
    customerLogo: reader.image(fields.customer_logo),
    result: resultOf(fields.results),
  };
}

/** The first figure in a list of FactItems; null if there is none. */
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
