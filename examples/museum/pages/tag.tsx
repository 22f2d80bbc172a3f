import { useWords } from "sitegen-storyblok/kit";
import { PosterList } from "../parts/poster-list.tsx";
import type { ExhibitionCard } from "../site.ts";

export function TagPage({ tag, exhibitions }: { tag: string; exhibitions: ExhibitionCard[] }) {
  const word = useWords();
  return (
    <div className="wrap block">
      <header className="opening">
        <p className="opening__kicker">{word("tag_kicker")}</p>
        <h1>{tag}</h1>
      </header>
      <PosterList cards={exhibitions} level={2} />
    </div>
  );
}
