import type { ContentReader } from "sitegen-storyblok/kit";
import type { PropsOf } from "sitegen-storyblok/schema";
import { shownEvent } from "../../parts/shown-event.ts";
import type { schema } from "./agenda.schema.ts";

/** What comes next at the ticket office. */
export function data({ limit }: Pick<PropsOf<typeof schema>, "limit">, reader: ContentReader) {
  const events = reader.source("agenda").all();
  return events.slice(0, limit ?? events.length).map((event) => shownEvent(event, reader));
}
