import type { ContentReader } from "sitegen-storyblok/kit";
import type { CalendarEvent } from "../sources/parse-calendar.ts";

/** An event as pages show it, in one language. */
export interface ShownEvent {
  id: string;
  href: string;
  /** ISO date, and the same as text. */
  day: string;
  dateText: string;
  from: string;
  to: string;
  title: string;
  text: string;
  place: string;
  kind: string;
  price: number;
  places: number;
}

export function shownEvent(event: CalendarEvent, reader: ContentReader): ShownEvent {
  const [day = "", from = ""] = event.start.split("T");
  const home = reader.languages.find(({ code }) => code === reader.lang)?.home ?? "/";
  const say = (texts: Record<string, string>) => texts[reader.lang] ?? "";
  return {
    id: event.id,
    href: reader.href(`${home}agenda/${event.id}/`),
    day,
    dateText: reader.dateText(day),
    from,
    to: event.end.split("T")[1] ?? "",
    title: say(event.title),
    text: say(event.text),
    place: say(event.place),
    kind: event.kind,
    price: event.price,
    places: event.places,
  };
}
