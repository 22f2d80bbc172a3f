import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { globalOf } from "../Global/global.ts";
import { isBlank } from "../ui/blank.ts";
import { Heading, useLevels } from "../ui/heading.tsx";
import { coverSizes, Picture } from "../ui/image.tsx";
import { Actions } from "../ui/link.tsx";
import { Kicker, Section, SectionHead } from "../ui/section.tsx";
import { useSite } from "../ui/site.tsx";
import type { schema } from "./ContactTeaser.schema.ts";

const BOXES = [
  { media: "(min-width: 64rem)", width: "42vw", height: "49rem" },
  { width: "100vw", height: "56vw" },
];

/** Call to action that opens the contact overlay or follows its link: a band, large, or beside a picture. */
export function ContactTeaser(props: PropsOf<typeof schema>): ReactNode {
  if (isBlank(props)) return null;
  if (props.image) return <Pictured {...props} />;
  if (!props.prominent) return <Band {...props} />;
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

/** Half as high: the offer, and beside it who answers. */
function Band(props: PropsOf<typeof schema>): ReactNode {
  const { head } = useLevels(props);
  return (
    <Section block={props} className="contact-teaser" fit="tight">
      <div className="contact-teaser__band wrap cols">
        <div className="contact-teaser__offer">
          <Kicker>{props.kicker}</Kicker>
          {props.headline && (
            <Heading level={head} className="headline-2">
              {props.headline}
            </Heading>
          )}
          {props.text && <p className="contact-teaser__text">{props.text}</p>}
        </div>
        <div className="contact-teaser__answer">
          <Actions of={props.link} />
          <Person />
        </div>
      </div>
    </Section>
  );
}

/** The person of the contact overlay, whose look is the overlay's (Contact.late.css, on every page). */
function Person(): ReactNode {
  const {
    person_name: name,
    person_role: role,
    person_image: image,
  } = globalOf(useSite().shared)?.contact_overlay[0] ?? {};
  if (!name) return null;
  return (
    <div className="contact__person">
      {image && <Picture image={image} className="contact__picture" sizes="4rem" decorative />}
      <p className="contact__name">
        {`${name} `}
        {role && <span className="contact__role">{role}</span>}
      </p>
    </div>
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
