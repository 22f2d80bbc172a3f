import type { ReactNode } from "react";
import { Search, type SearchProps, type ShownResult } from "../../kit/search.tsx";
import { useWords } from "../ui/site.tsx";

type Links = NonNullable<SearchProps["links"]>;

export interface SearchPageProps {
  /** Pages of the first level: a result is in one of them. */
  sections: Links;
  /** Shown until something is searched for. */
  links: Links;
}

/** The search: a field as large as a headline, and results that say where they are from. */
export function SearchPage({ sections, links }: SearchPageProps): ReactNode {
  const w = useWords();
  return (
    <section className="search-page" data-theme="light" data-ground="plain">
      <div className="search-page__inner wrap">
        <h1 className="search-page__title headline-1">{w("search_title")}</h1>
        <p className="search-page__note">{`${w("search_private")} ${w("search_example")}`}</p>
        <Search links={links} limit={8} result={(found) => <Result {...found} sections={sections} />} />
      </div>
    </section>
  );
}

function Result({ href, title, excerpt, sections }: ShownResult & Pick<SearchPageProps, "sections">): ReactNode {
  const section = sections.find((one) => href.startsWith(one.href));
  return (
    <>
      <p className="search-page__place">{section?.href === href ? "" : section?.title}</p>
      <a className="search-page__found" href={href}>
        {title}
      </a>
      <p className="search-page__excerpt">{excerpt}</p>
    </>
  );
}
