import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { editable } from "../../kit/editable.ts";
import { isBlank } from "../ui/blank.ts";
import { Heading, type Level, useLevels } from "../ui/heading.tsx";
import { Picture } from "../ui/image.tsx";
import { RichText } from "../ui/rich-text.tsx";
import { Section, SectionHead } from "../ui/section.tsx";
import type { schema } from "./GrowingTogether.schema.ts";

type Props = PropsOf<typeof schema>;

/** Milestones along a measuring scale, which is drawn while scrolling if the browser supports it. */
export function GrowingTogether(props: Props): ReactNode {
  const { item } = useLevels(props);
  if (isBlank(props)) return null;
  return (
    <Section block={props} className={props.draw ? "growing-together growing-together--drawn" : "growing-together"}>
      <div className="wrap">
        <SectionHead block={props} layout="split">
          {props.text && <RichText doc={props.text} level={item} className="growing-together__text" />}
        </SectionHead>
        {props.items.length > 0 && (
          <ol className="growing-together__scale">
            {props.items.map((milestone) => (
              <Milestone key={milestone._uid} milestone={milestone} level={item} isDrawn={props.draw} />
            ))}
          </ol>
        )}
      </div>
    </Section>
  );
}

function Milestone(props: { milestone: Props["items"][number]; level: Level; isDrawn: boolean }): ReactNode {
  const { milestone, level, isDrawn } = props;
  const { year, title, text, image } = milestone;
  return (
    <li className="growing-together__milestone" {...editable(milestone)}>
      {year && <p className="growing-together__year">{year}</p>}
      <div className="growing-together__words" data-reveal="">
        {title && (
          <Heading level={level} className="headline-3">
            {title}
          </Heading>
        )}
        {text && <p className="growing-together__story">{text}</p>}
      </div>
      {image && (
        <div className="growing-together__media" data-reveal={isDrawn ? undefined : "uncover"}>
          <Picture image={image} className="growing-together__picture" sizes="(min-width: 64rem) 27rem, 86vw" />
        </div>
      )}
    </li>
  );
}
