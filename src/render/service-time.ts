/**
 * Milliseconds of a service date; 0 if it is not a date. The service writes "2025-03-04 09:00" in date fields and ISO
 * 8601 elsewhere; without a time zone both are UTC, whatever the machine's zone is.
 */
export function serviceTime(date: string | null): number {
  const text = (date ?? "").trim().replace(" ", "T");
  const time = Date.parse(/T\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text) ? `${text}Z` : text);
  return Number.isNaN(time) ? 0 : time;
}
