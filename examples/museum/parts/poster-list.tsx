import type { ExhibitionCard } from "../site.ts";
import { Poster } from "./poster.tsx";

export function PosterList({ cards, level = 3 }: { cards: readonly ExhibitionCard[]; level?: 2 | 3 }) {
  return (
    <ul className="posters">
      {cards.map((card) => (
        <li key={card.uuid}>
          <Poster card={card} level={level} />
        </li>
      ))}
    </ul>
  );
}
