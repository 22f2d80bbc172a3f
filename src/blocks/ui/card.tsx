import type { ReactNode } from "react";
import type { CardData } from "../card.ts";
import { Heading, type Level } from "./heading.tsx";
import { Picture } from "./image.tsx";
import { useWords } from "./site.tsx";

interface StoryCardProps {
  card: CardData;
  level: Level;
  /**
   * stack: picture above text. wide: picture beside text. lead: a large one for the newest or featured story. line: a
   * row in a list, without picture.
   */
  variant?: "stack" | "wide" | "lead" | "line";
  sizes?: string;
  /** True for the page's first large picture. */
  priority?: boolean;
  /** Show the teaser text; off if cards are close together. */
  withText?: boolean;
}

/** A story on other pages. The title is the link; the whole card is clickable. */
export function StoryCard(props: StoryCardProps): ReactNode {
  const { card, level, variant = "stack", sizes, priority = false, withText = false } = props;
  return (
    <article className={`card card--${variant}`}>
      {variant !== "line" && (
        <Picture
          image={card.image}
          className="card__picture"
          sizes={sizes ?? "(min-width: 64rem) 27rem, 92vw"}
          priority={priority}
          decorative
        />
      )}
      <div className="card__body">
        <CardMeta card={card} />
        <Heading level={level} className="card__title">
          <a href={card.href} className="card__link">
            {card.title}
          </a>
        </Heading>
        {(withText || variant === "lead") && card.text && <p className="card__text">{card.text}</p>}
      </div>
    </article>
  );
}

/** Category, date and reading time of a post; of other stories, those they have. */
export function CardMeta({ card }: { card: CardData }): ReactNode {
  const w = useWords();
  const isPost = card.component === "Insights";
  const topic = card.category ?? card.industry ?? card.solution;
  return (
    <p className="card__meta">
      {topic && <span className="card__topic">{`${topic.label} `}</span>}
      {isPost && card.dateText && <time dateTime={card.date}>{`${card.dateText} `}</time>}
      {isPost && <span>{w("reading_time", { n: card.readingMinutes })}</span>}
    </p>
  );
}
