import type { ReactNode } from "react";
import type { CardData } from "../card.ts";
import { Heading, type Level } from "../ui/heading.tsx";
import { Picture } from "../ui/image.tsx";
import type { StoryFigure } from "./SuccessStories.data.ts";

interface StoryRowsProps {
  stories: readonly CardData[];
  figures: readonly StoryFigure[];
  level: Level;
}

/** Stories below each other: the result first, then the picture, then the customer and one sentence. */
export function StoryRows({ stories, figures, level }: StoryRowsProps): ReactNode {
  return (
    <ol className="story-rows wrap">
      {stories.map((story) => (
        <li key={story.uuid}>
          <Row story={story} figure={figures.find(({ uuid }) => uuid === story.uuid)} level={level} />
        </li>
      ))}
    </ol>
  );
}

/** Assistive technology reads the final figure; the copy that counts up is only visible. */
function Figure({ figure }: { figure: StoryFigure }): ReactNode {
  const { prefix, text, suffix, number, decimals } = figure;
  return (
    <p className="story-rows__figure">
      <span className="visually-hidden">{`${prefix}${text}${suffix}`}</span>
      <span aria-hidden="true">
        {prefix && <span className="fact__affix">{prefix}</span>}
        {number !== null && (
          <span className="fact__number" data-count-up={number} data-decimals={decimals || undefined}>
            {text}
          </span>
        )}
        {suffix && <span className="fact__affix">{suffix}</span>}
      </span>
    </p>
  );
}

function Row({ story, figure, level }: { story: CardData; figure: StoryFigure | undefined; level: Level }): ReactNode {
  const { customerLogo } = story;
  return (
    <article className="story-rows__row card" data-reveal="">
      {figure && (
        <div className="story-rows__result">
          <Figure figure={figure} />
          <p className="story-rows__label">{figure.label}</p>
        </div>
      )}
      <Picture
        image={story.image}
        className="card__picture story-rows__picture"
        sizes="(min-width: 64rem) 46rem, 92vw"
        decorative
      />
      <div className="story-rows__words">
        {customerLogo ? (
          <Picture image={customerLogo} alt={story.customer} className="story-rows__logo mark" sizes="12rem" />
        ) : (
          <p className="story-rows__customer">{story.customer || story.name}</p>
        )}
        <Heading level={level} className="headline-3">
          <a className="card__link" href={story.href}>
            {story.title}
          </a>
        </Heading>
        {story.text && <p className="story-rows__text">{story.text}</p>}
      </div>
    </article>
  );
}
