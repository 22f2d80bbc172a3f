import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { isBlank } from "../ui/blank.ts";
import { Heading, useLevels } from "../ui/heading.tsx";
import { coverSizes, Picture } from "../ui/image.tsx";
import { Actions } from "../ui/link.tsx";
import { Kicker, Section, SectionHead } from "../ui/section.tsx";
import type { schema } from "./ContactTeaser.schema.ts";

const BOXES = [
  { media: "(min-width: 64rem)", width: "42vw", height: "49rem" },
  { width: "100vw", height: "56vw" },
];

/** Call to action that opens the contact overlay or follows its link; beside a picture, or on the page's columns. */
export function ContactTeaser(props: PropsOf<typeof schema>): ReactNode {
  if (isBlank(props)) return null;
  if (props.image) return <Pictured {...props} />;
  return (
    <Section block={props} className="contact-teaser">
      <div className="wrap">
        <SectionHead block={props} layout="split" size={1}>
          <Call {...props} />
        </SectionHead>
      </div>
    </Section>
  );
}

function Pictured(props: PropsOf<typeof schema>): ReactNode {
  const { head } = useLevels(props);
  return (
    <Section block={props} className="contact-teaser contact-teaser--pictured" fit="bleed">
      <div className="contact-teaser__words">
        <Kicker>{props.kicker}</Kicker>
        {props.headline && (
          <Heading level={head} className="headline-1">
            {props.headline}
          </Heading>
        )}
        <Call {...props} />
      </div>
      <Picture image={props.image} className="contact-teaser__picture" sizes={coverSizes(props.image, BOXES)} />
    </Section>
  );
}

function Call({ text, link }: PropsOf<typeof schema>): ReactNode {
  return (
    <>
      {text && <p className="lead">{text}</p>}
      <Actions of={link} />
    </>
  );
}
