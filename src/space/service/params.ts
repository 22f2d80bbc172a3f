/** The parameters of requests to the embedded service. */

/** Sent by storyblok-js-client to every endpoint. */
const EVERYWHERE = ["token", "version", "cv"];

/** The names that an endpoint refuses; `filter_query[…]` counts as `filter_query`. */
export function refusedParams(query: URLSearchParams, taken: readonly string[]): string[] {
  const names = [...query.keys()].map((key) => key.replace(/\[.*$/s, ""));
  return [...new Set(names)].filter((name) => !EVERYWHERE.includes(name) && !taken.includes(name));
}

export function listParam(query: URLSearchParams, name: string): string[] {
  return (query.get(name) ?? "")
    .split(",")
    .map((value) => value.trim())
    .filter((value) => value !== "");
}

/**
 * The requested page of a list, and the headers without which a client reads only the first. 25 rows by default, limited to
 * the cap (what the service does above it is unknown).
 */
export function paged<T>(items: readonly T[], query: URLSearchParams, cap: number) {
  const wanted = Number.parseInt(query.get("per_page") ?? "", 10);
  const given = Number.parseInt(query.get("page") ?? "", 10);
  const perPage = wanted > 0 ? Math.min(wanted, cap) : 25;
  const start = given > 0 ? (given - 1) * perPage : 0;
  const headers = { total: String(items.length), "per-page": String(perPage) };
  return { rows: items.slice(start, start + perPage), headers };
}
