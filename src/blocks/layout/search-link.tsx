import type { ReactNode } from "react";
import { useSite, useWords } from "../ui/site.tsx";

/** The search page of the page's language (search/search-route.ts). */
export function SearchLink({ className }: { className?: string }): ReactNode {
  const w = useWords();
  return (
    <a href={`${useSite().shared.homeHref}${w("search_path")}/`} className={className}>
      {w("search_title")}
    </a>
  );
}
