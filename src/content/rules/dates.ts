import type { Lang } from "../model.ts";

const MONTHS: Record<Lang, readonly string[]> = {
  en: "January February March April May June July August September October November December".split(" "),
  de: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(" "),
};

/** Day of a service date ("2025-03-04 09:00" or ISO 8601) as YYYY-MM-DD, or "". */
export function isoDay(date: string | null): string {
  return /^\d{4}-\d{2}-\d{2}/.exec(date ?? "")?.[0] ?? "";
}

/** "4 March 2025" or „4. März 2025“. Own tables instead of Intl: Node and browser must agree to the byte. */
export function dateText(date: string | null, lang: Lang): string {
  const [year, month, day] = isoDay(date).split("-").map(Number);
  const name = MONTHS[lang][(month ?? 0) - 1];
  if (!year || !day || !name) return "";
  return lang === "de" ? `${day}. ${name} ${year}` : `${day} ${name} ${year}`;
}
