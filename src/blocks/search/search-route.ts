import type { ContentReader } from "../../site/api/reader.ts";
import type { SearchPageProps } from "./search-page.tsx";

/** The pages that others lie below, by which a result says where it is. */
const SECTION_TYPES = ["Page", "Careers", "Industries", "Solutions", "SuccessStory"];

/** The search page: without a story, so that no editor has to keep one. */
export const searchRoute = {
  path: { en: "/search/", de: "/suche/" },
  head: { title: "search_title", description: "search_description", noindex: true },
  data(reader: ContentReader): SearchPageProps {
    const linked = (query: Parameters<ContentReader["pages"]>[0]) =>
      reader.pages(query).map(({ name, path }) => ({ title: name, href: reader.href(path) }));
    return {
      sections: SECTION_TYPES.flatMap((type) => linked({ type, depth: 1 })),
      links: [...linked({ type: "Solutions" }), ...linked({ type: "SuccessStory" })],
    };
  },
};
