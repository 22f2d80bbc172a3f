import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { KeptPart } from "../../kit/kept-part.tsx";
import type { CardData } from "../card.ts";
import { Heading, type Level, useLevels } from "../ui/heading.tsx";
import { Picture } from "../ui/image.tsx";
import { Actions } from "../ui/link.tsx";
import { Section, SectionHead } from "../ui/section.tsx";
import { Slider } from "../ui/slider.tsx";
import type { schema } from "./SuccessStoriesSlider.schema.ts";

/** Customer stories with a large picture each, side by side below the customers' logos. */
export function SuccessStoriesSlider(props: PropsOf<typeof schema>): ReactNode {
  const { item } = useLevels(props);
  if (props.stories.length === 0) return null;
  const slides = props.stories.map((story) => ({
    key: story.uuid,
    label: story.customer || story.title,
    content: (
      <KeptPart of={props} as="article" className="success-stories-slider__story card">
        {() => <Story story={story} level={item} />}
      </KeptPart>
    ),
  }));
  return (
    <Section block={props} className="success-stories-slider">
      <KeptPart of={props} className="wrap">
        {() => (
          <>
            <SectionHead block={props} layout="row">
              {props.link.length > 0 && <Actions of={props.link} />}
            </SectionHead>
            <Logos stories={props.stories} />
          </>
        )}
      </KeptPart>
      <Slider label={props.headline} slides={slides} className="success-stories-slider__slides" />
    </Section>
  );
}

/** The customers' logos; nothing if a story has none. */
function Logos({ stories }: { stories: readonly CardData[] }): ReactNode {
  const shown = stories.filter((story) => story.customerLogo);
  if (shown.length < 2) return null;
  return (
    <ul className="success-stories-slider__logos">
      {shown.map((story) => (
        <li key={story.uuid}>
          <a className="success-stories-slider__logo-link" href={story.href}>
            <Picture
              image={story.customerLogo}
              alt={story.customer}
              className="success-stories-slider__logo mark"
              sizes="12rem"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

function Story({ story, level }: { story: CardData; level: Level }): ReactNode {
  const facts = [...new Set([story.industry?.label, story.solution?.label])].filter(Boolean);
  return (
    <>
      <Picture
        image={story.image}
        className="card__picture success-stories-slider__picture"
        sizes="(min-width: 64rem) min(71rem, 68.5vw), 88vw"
        decorative
      />
      <div className="success-stories-slider__words">
        <p className="success-stories-slider__customer">{story.customer || story.name}</p>
        <Heading level={level} className="headline-3">
          <a className="card__link" href={story.href}>
            {story.title}
          </a>
        </Heading>
        {facts.length > 0 && (
          <p className="card__meta">
            {facts.map((fact) => (
              <span key={fact}>{`${fact} `}</span>
            ))}
          </p>
        )}
      </div>
    </>
  );
}
