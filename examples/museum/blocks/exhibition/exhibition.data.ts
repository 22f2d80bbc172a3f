import { type ContentReader, isSegment, slugify } from "sitegen-storyblok/kit";
import type { PropsOf } from "sitegen-storyblok/schema";
import { shownEvent } from "../../parts/shown-event.ts";
import type { schema } from "./exhibition.schema.ts";

/** What the ticket office has around this exhibition, and the story's tags that have a page. */
export function data({ agenda }: Pick<PropsOf<typeof schema>, "agenda">, reader: ContentReader) {
  const events = agenda === "" ? [] : reader.source("agenda").where({ exhibition: agenda });
  const tags = reader.self().tags.filter((tag) => isSegment(slugify(tag)));
  return { events: events.map((event) => shownEvent(event, reader)), tags };
}
