import { defineSource } from "sitegen-storyblok";
import calendar from "../api/agenda.ics?raw";
import { type CalendarEvent, parseCalendar } from "./parse-calendar.ts";

/** The ticket office's calendar; without its address the copy in `api/`. */
export const agenda = defineSource({
  load: async ({ env, signal }): Promise<CalendarEvent[]> => {
    if (!env.AGENDA_URL) return parseCalendar(calendar);
    const response = await fetch(env.AGENDA_URL, { signal });
    if (!response.ok) throw new Error(`the ticket office answers ${response.status}`);
    return parseCalendar(await response.text());
  },
  key: ({ id }) => id,
  maxAge: "15m",
});
