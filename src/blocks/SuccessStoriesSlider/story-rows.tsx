import type { ReactNode } from "react";
import type { CardData } from "../card.ts";
import { FigureText } from "../ui/fact.tsx";
import { Heading, type Level } from "../ui/heading.tsx";
import { Picture } from "../ui/image.tsx";

/** Stories one below the other: what came of it first, then the picture, then who and one sentence. */
export function StoryRows({ stories, level }: { stories: readonly CardData[]; level: Level }): ReactNode {
  return (
    <ol className="story-rows wrap">
      {stories.map((story) => (
        <li key={story.uuid}>
          <Row story={story} level={level} />
        </li>
      ))}
    </ol>
  );
}

function Row({ story, level }: { story: CardData; level: Level }): ReactNode {
  const { result, customerLogo } = story;
  return (
    <article className="story-rows__row card" data-reveal="">
      {result && (
        <div className="story-rows__result">
          <p className="story-rows__figure">
            <FigureText fact={result} />
          </p>
          <p className="story-rows__label">{result.label}</p>
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
