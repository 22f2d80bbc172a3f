/**
 * Milliseconds of a service date, 0 when it is none. The service writes "2025-03-04 09:00" for date fields and
 * ISO 8601 for its own; without a zone both are UTC, whatever the machine's zone is.
 */
export function serviceTime(date: string | null): number {
  const text = (date ?? "").trim().replace(" ", "T");
  const time = Date.parse(/T\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text) ? `${text}Z` : text);
  return Number.isNaN(time) ? 0 : time;
}
