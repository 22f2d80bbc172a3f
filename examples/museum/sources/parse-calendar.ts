/** One event of the ticket office's calendar, in both languages. */
export interface CalendarEvent {
  id: string;
  /** Local time, as in `2026-03-05T19:00`. */
  start: string;
  end: string;
  title: Record<string, string>;
  text: Record<string, string>;
  place: Record<string, string>;
  kind: string;
  /** Key of the exhibition that it belongs to. */
  exhibition: string;
  /** Euros; 0 is free. */
  price: number;
  /** Places that are left. */
  places: number;
}

/** Reads what an iCalendar file says; properties with a language are kept for each. */
export function parseCalendar(text: string): CalendarEvent[] {
  if (!text.includes("BEGIN:VCALENDAR")) throw new Error("the answer is no calendar");
  // A line that begins with a space continues the one before.
  const lines = text.replace(/\r?\n[ \t]/g, "").split(/\r?\n/);
  const events: CalendarEvent[] = [];
  let properties: Property[] = [];
  for (const line of lines) {
    if (line === "BEGIN:VEVENT") properties = [];
    else if (line === "END:VEVENT") events.push(eventOf(properties));
    else properties.push(propertyOf(line));
  }
  return events.sort((a, b) => a.start.localeCompare(b.start) || a.id.localeCompare(b.id));
}

interface Property {
  name: string;
  language: string;
  value: string;
}

function propertyOf(line: string): Property {
  const [, name = "", language = "", value = ""] = /^([A-Z-]+)(?:;LANGUAGE=([a-z]+))?[^:]*:(.*)$/.exec(line) ?? [];
  return { name, language, value: value.replace(/\\n/g, "\n").replace(/\\([,;\\])/g, "$1") };
}

function eventOf(properties: readonly Property[]): CalendarEvent {
  const one = (name: string) => properties.find((property) => property.name === name)?.value ?? "";
  const each = (name: string) =>
    Object.fromEntries(
      properties.filter((property) => property.name === name).map(({ language, value }) => [language, value]),
    );
  return {
    id: one("UID"),
    start: timeOf(one("DTSTART")),
    end: timeOf(one("DTEND")),
    title: each("SUMMARY"),
    text: each("DESCRIPTION"),
    place: each("LOCATION"),
    kind: one("CATEGORIES"),
    exhibition: one("X-EXHIBITION"),
    price: Number(one("X-PRICE")),
    places: Number(one("X-PLACES")),
  };
}

/** `20260305T190000` as `2026-03-05T19:00`. */
function timeOf(stamp: string): string {
  return stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d).*$/, "$1-$2-$3T$4:$5");
}
