/** The parameters of each endpoint. The service refuses all others with 422. */

/** Sent by storyblok-js-client to every endpoint. */
const EVERYWHERE = ["token", "version", "cv"];

const ONE_STORY = [
  ...["find_by", "resolve_links", "resolve_links_level", "resolve_relations", "resolve_level", "resolve_assets"],
  ...["from_release", "content_type", "excluding_fields", "excluding_story_fields", "language", "fallback_lang"],
];

const DATES = ["published_at", "first_published_at", "updated_at"].flatMap((field) =>
  ["gt", "gte", "lt", "lte"].map((op) => `${field}_${op}`),
);

const LIST_PARAMS = [
  ...ONE_STORY.filter((name) => name !== "find_by"),
  ...["page", "per_page", "sort_by", "search_term", "filter_query", "with_tag", "is_startpage", "level"],
  ...["starts_with", "by_slugs", "excluding_slugs", "by_uuids", "by_uuids_ordered", "by_ids", "excluding_ids"],
  ...["in_workflow_stages", "only_variants", ...DATES],
];

const PAGING = ["page", "per_page"];

const ALLOWED = {
  space: new Set(EVERYWHERE),
  stories: new Set([...EVERYWHERE, ...LIST_PARAMS]),
  story: new Set([...EVERYWHERE, ...ONE_STORY]),
  links: new Set([...EVERYWHERE, ...PAGING, "starts_with", "include_dates", "by_uuid", "with_parent", "paginated"]),
  link: new Set([...EVERYWHERE, "include_dates"]),
  datasources: new Set([...EVERYWHERE, ...PAGING, "search", "by_ids"]),
  datasource: new Set(EVERYWHERE),
  datasourceEntries: new Set([...EVERYWHERE, ...PAGING, "datasource", "dimension"]),
  tags: new Set([...EVERYWHERE, "starts_with", "all_tags", "filter_query"]),
} as const satisfies Record<string, ReadonlySet<string>>;

export type EndpointName = keyof typeof ALLOWED;

/** The parameters that an endpoint refuses; `filter_query[…]` counts as `filter_query`. */
export function refusedParams(query: URLSearchParams, endpoint: EndpointName): string[] {
  const names = [...query.keys()].map((key) => key.replace(/\[.*$/s, ""));
  const allowed: ReadonlySet<string> = ALLOWED[endpoint];
  return [...new Set(names)].filter((name) => !allowed.has(name));
}

export function listParam(query: URLSearchParams, name: string): string[] {
  const values = query.getAll(name).concat(query.getAll(`${name}[]`));
  return values
    .flatMap((value) => value.split(","))
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
