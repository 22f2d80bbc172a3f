import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { Blocks } from "../../kit/blocks.tsx";
import { KeptPart } from "../../kit/kept-part.tsx";
import { Crumbs } from "../ui/crumbs.tsx";
import { Heading } from "../ui/heading.tsx";
import { Picture } from "../ui/image.tsx";
import { useSite, useWords } from "../ui/site.tsx";
import { Contents } from "./contents.tsx";
import type { InsightsData } from "./Insights.data.ts";
import type { schema } from "./Insights.schema.ts";
import { ReadOn } from "./read-on.tsx";

type Props = PropsOf<typeof schema> & { data: InsightsData };

/** A blog post: head with category, date, author and reading time, the body, and the way on. */
export function Insights(props: Props): ReactNode {
  return (
    <>
      <Head {...props} />
      <Contents of={props} entries={props.data.contents} />
      <Progress />
      <Blocks of={props.body} />
      <ReadOn of={props} name={props.category?.label ?? ""} topic={props.data.topic} posts={props.data.related} />
    </>
  );
}

/** Reading progress on a scale at the top of the window; CSS only. */
function Progress(): ReactNode {
  return <div className="insights-progress" data-ground="plain" aria-hidden="true" />;
}

function Head(props: Props): ReactNode {
  const { teaser_image: picture } = props;
  const upright = picture !== null && picture.height > picture.width;
  const className = upright ? "insights-head insights-head--upright" : "insights-head";
  return (
    <KeptPart of={props} as="header" className={className} data-ground="plain">
      {() => <HeadWords upright={upright} {...props} />}
    </KeptPart>
  );
}

function HeadWords({ upright, ...props }: Props & { upright: boolean }): ReactNode {
  const { payload } = useSite();
  const picture = props.teaser_image;
  return (
    <div className="wrap cols">
      <div className="insights-head__words">
        <Crumbs />
        {props.category && <p className="kicker">{props.category.label}</p>}
        <Heading level={1} className="insights-head__title headline-1">
          {props.teaser_title || payload.story?.name}
        </Heading>
        {props.teaser_text && <p className="lead">{props.teaser_text}</p>}
        <Byline {...props} />
      </div>
      {picture && (
        <Picture
          image={picture}
          className="insights-head__picture"
          sizes={upright ? "(min-width: 64rem) 30rem, 92vw" : "(min-width: 64rem) 62rem, 92vw"}
          priority
        />
      )}
    </div>
  );
}

function Byline({ author, author_image: portrait, data }: Props): ReactNode {
  const w = useWords();
  const { card } = data;
  return (
    <div className="insights-head__byline">
      {author && (
        <p className="insights-head__author">
          {portrait && <Picture image={portrait} className="insights-head__portrait" sizes="5rem" decorative />}
          <span>{w("by_author", { name: author })}</span>
        </p>
      )}
      {card?.dateText && <time dateTime={card.date}>{`${card.dateText} `}</time>}
      {card && <span>{w("reading_time", { n: card.readingMinutes })}</span>}
    </div>
  );
}
