import { parseLinks, type SpaceLink } from "../parse/parse-responses.ts";
import type { CvTracker } from "../sync/cv-tracker.ts";
import type { ContentClient } from "../transport/content-client.ts";
import { walkPages } from "./walk-pages.ts";

/** The listing of all stories and folders without content; at most a thousand entries per request. */
export async function fetchLinks(client: ContentClient, tracker: CvTracker, perPage: number): Promise<SpaceLink[]> {
  const links: SpaceLink[] = [];
  await walkPages({
    perPage,
    parallel: 4,
    fetchPage: async (page) => {
      // Old spaces return everything at once unless pages are requested.
      const params = { per_page: perPage, page, paginated: 1, include_dates: 1, cv: tracker.cv };
      const { links: items, total } = parseLinks(await client.get("cdn/links", params));
      return { items, total };
    },
    take: (items) => links.push(...items),
  });
  return links;
}
