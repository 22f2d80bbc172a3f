/**
 * The parameters of each endpoint that a pull, a preview or a set-up asks with. All others are refused with 422, as the
 * service refuses unknown ones.
 */

/** Sent by storyblok-js-client to every endpoint. */
const EVERYWHERE = ["token", "version", "cv"];

const STORIES = [
  ...["resolve_links", "resolve_links_level", "resolve_relations", "resolve_level", "from_release"],
  ...["excluding_fields", "language", "fallback_lang"],
];

const PAGING = ["page", "per_page"];

const ALLOWED = {
  space: new Set(EVERYWHERE),
  stories: new Set([...EVERYWHERE, ...STORIES, ...PAGING, "sort_by", "by_uuids"]),
  story: new Set([...EVERYWHERE, ...STORIES, "find_by"]),
  links: new Set([...EVERYWHERE, ...PAGING, "include_dates", "paginated"]),
  datasources: new Set([...EVERYWHERE, ...PAGING]),
  datasourceEntries: new Set([...EVERYWHERE, ...PAGING, "datasource", "dimension"]),
} as const satisfies Record<string, ReadonlySet<string>>;

export type EndpointName = keyof typeof ALLOWED;

/** `filter_query[…]` counts as `filter_query`. */
export function refusedParams(query: URLSearchParams, endpoint: EndpointName): string[] {
  const names = [...query.keys()].map((key) => key.replace(/\[.*$/s, ""));
  const allowed: ReadonlySet<string> = ALLOWED[endpoint];
  return [...new Set(names)].filter((name) => !allowed.has(name));
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
