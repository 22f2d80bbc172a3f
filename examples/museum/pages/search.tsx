import { Search, type SearchProps, useWords } from "sitegen-storyblok/kit";
import "./search.css";

export function SearchPage({ links = [] }: Pick<SearchProps, "links">) {
  const word = useWords();
  return (
    <div className="wrap finder">
      <h1>{word("search_title")}</h1>
      <Search links={links} />
    </div>
  );
}
