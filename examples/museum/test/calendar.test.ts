import { expect, test } from "vitest";
import { parseCalendar } from "../sources/parse-calendar.ts";

const CALENDAR = `BEGIN:VCALENDAR
BEGIN:VEVENT
UID:late
DTSTART:20260401T180000
DTEND:20260401T190000
SUMMARY;LANGUAGE=fr:Un titre qui est plus long qu'une lig
 ne\\, avec une virgule
CATEGORIES:talk
X-PRICE:0
X-PLACES:3
END:VEVENT
BEGIN:VEVENT
UID:early
DTSTART:20260301T090000
DTEND:20260301T100000
END:VEVENT
END:VCALENDAR`;

test("events are in the order of their time, folded lines are one", () => {
  const [first, second] = parseCalendar(CALENDAR.replaceAll("\n", "\r\n"));
  expect(first).toMatchObject({ id: "early", start: "2026-03-01T09:00", end: "2026-03-01T10:00" });
  expect(second).toMatchObject({
    title: { fr: "Un titre qui est plus long qu'une ligne, avec une virgule" },
    places: 3,
  });
});

test("anything but a calendar is an error", () => {
  expect(() => parseCalendar("<!doctype html>")).toThrow("the answer is no calendar");
});
