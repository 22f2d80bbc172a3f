import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { isBlank } from "../ui/blank.ts";
import { Heading, useLevels } from "../ui/heading.tsx";
import { coverSizes, Picture } from "../ui/image.tsx";
import { Actions } from "../ui/link.tsx";
import { Kicker, Section } from "../ui/section.tsx";
import type { schema } from "./ContactTeaser.schema.ts";

const BOXES = [
  { media: "(min-width: 64rem)", width: "42vw", height: "49rem" },
  { width: "100vw", height: "56vw" },
];

/** Call to action that opens the contact overlay or follows its link. */
export function ContactTeaser(props: PropsOf<typeof schema>): ReactNode {
  const { head } = useLevels(props);
  if (isBlank(props)) return null;
  return (
    <Section block={props} className="contact-teaser" fit="bleed">
      <div className="contact-teaser__words">
        <Kicker>{props.kicker}</Kicker>
        {props.headline && (
          <Heading level={head} className="contact-teaser__headline headline-1">
            {props.headline}
          </Heading>
        )}
        {(props.text || props.link.length > 0) && (
          <div className="contact-teaser__call">
            {props.text && <p className="lead">{props.text}</p>}
            <Actions of={props.link} />
          </div>
        )}
      </div>
      {props.image && (
        <Picture image={props.image} className="contact-teaser__picture" sizes={coverSizes(props.image, BOXES)} />
      )}
    </Section>
  );
}
