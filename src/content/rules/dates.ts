import type { DateFormat } from "../../site/api/payload.ts";

/** A service date ("2025-03-04 09:00" or ISO 8601) as YYYY-MM-DD, or "". */
export function isoDay(date: string | null): string {
  return /^\d{4}-\d{2}-\d{2}/.exec(date ?? "")?.[0] ?? "";
}

/** "4 March 2025" or „4. März 2025“; "" without a date. */
export function dateText(date: string | null, { months, pattern, digits }: DateFormat): string {
  const [year, month, day] = isoDay(date).split("-").map(Number);
  const name = months[(month ?? 0) - 1];
  if (!year || !day || !name) return "";
  const written = (number: number) => String(number).replace(/\d/g, (digit) => digits?.[Number(digit)] ?? digit);
  return pattern.replace("{day}", written(day)).replace("{month}", name).replace("{year}", written(year));
}
