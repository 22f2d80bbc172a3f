import type { Card, DefaultCard } from "../../site/api/card.ts";
import type { Datasources, StoryEntry } from "../../site/api/model.ts";
import type { OptionData } from "../../site/api/payload.ts";
import { fieldAt, fieldOf, headText } from "../../site/blocks/head-text.ts";
import type { CardReader } from "../../site/definition.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { categoryOf } from "../lists/listing.ts";
import { requirePlain } from "../rules/plain-json.ts";

/** A story's card: the page type's, else the site's, else the default one. */
export function buildCard(entry: StoryEntry, reader: CardReader, site: Pick<ResolvedSite, "card" | "pageTypes">): Card {
  const card = site.pageTypes[entry.component]?.card ?? site.card;
  // A site without its own card function registers no type for it, so the default card has the right type.
  if (!card) return defaultCard(entry, reader, site) as Card;
  const made = card(entry, reader);
  requirePlain(made, `The definition's "card", for the story "${entry.slug}",`);
  if (typeof made === "object" && made !== null) return made;
  throw new Error(`The definition's "card" returned ${made} for the story "${entry.slug}", not an object.`);
}

function defaultCard(
  entry: StoryEntry,
  reader: CardReader,
  { pageTypes }: Pick<ResolvedSite, "pageTypes">,
): DefaultCard {
  const { id, uuid, component, name, fields } = entry;
  const type = pageTypes[component];
  const images = (type?.head.image ?? []).map((field) => reader.image(fieldAt(fields, field)));
  const date = reader.day(entry);
  const category = categoryOf(entry, pageTypes);
  const titles = type?.head.title ?? [];
  // A plugin's title is written for search engines, often with the site's name.
  const own = titles.filter((field) => typeof fields[fieldOf(field)] !== "object");
  return {
    id,
    uuid,
    component,
    name,
    href: reader.href(entry),
    title: headText(fields, "title", [...own, ...titles]) || name,
    text: headText(fields, "description", type?.head.description),
    image: images.find((image) => image !== null) ?? null,
    date,
    dateText: reader.dateText(date),
    category: type?.category?.datasource
      ? reader.option(type.category.datasource, category)
      : category === ""
        ? null
        : { value: category, label: category },
  };
}

/** An option field's value with its label from the datasource; an unknown value is its own label. */
export function optionOf(datasources: Datasources, source: string, value: string): OptionData | null {
  if (value === "") return null;
  const entry = entriesOf(datasources, source).find((candidate) => candidate.value === value);
  return { value, label: entry ? (entry.dimension_value ?? entry.name) : value };
}

export function allOptions(datasources: Datasources, source: string): OptionData[] {
  return entriesOf(datasources, source).map((entry) => ({
    value: entry.value,
    label: entry.dimension_value ?? entry.name,
  }));
}

function entriesOf(datasources: Datasources, source: string): Datasources[string] {
  return (Object.hasOwn(datasources, source) && datasources[source]) || [];
}
