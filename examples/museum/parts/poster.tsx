import { Image, useWords } from "sitegen-storyblok/kit";
import type { ExhibitionCard } from "../site.ts";
import "./poster.css";

/** An exhibition in a list: its picture above its title and its days. */
export function Poster({ card, level = 3 }: { card: ExhibitionCard; level?: 2 | 3 }) {
  const Title = `h${level}` as const;
  return (
    <article className="poster">
      <Image image={card.image} sizes="(min-width: 64rem) 30vw, (min-width: 40rem) 45vw, 100vw" decorative />
      <Title className="poster__title">
        <a href={card.href}>{card.title}</a>
      </Title>
      <p className="poster__days">
        <Period from={card.date} until={card.until} />
        {card.room !== "" && <span> — {card.room}</span>}
      </p>
    </article>
  );
}

/** `13.02 – 31.05.2026`, or that it stays. */
export function Period({ from, until }: { from: string; until: string }) {
  const word = useWords();
  if (until === "") return <span>{word("permanent")}</span>;
  const [year = "", month, date] = from.split("-");
  const [lastYear = "", lastMonth, lastDate] = until.split("-");
  return (
    <span className="period">
      {date}.{month}
      {year === lastYear ? "" : `.${year}`} – {lastDate}.{lastMonth}.{lastYear}
    </span>
  );
}
