import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { isBlank } from "../ui/blank.ts";
import { Heading, useLevels } from "../ui/heading.tsx";
import { Picture } from "../ui/image.tsx";
import { Actions } from "../ui/link.tsx";
import { RichText } from "../ui/rich-text.tsx";
import { Kicker, Section } from "../ui/section.tsx";
import type { schema } from "./AboutUsTeaser.schema.ts";

/** A picture that runs off the page's edge, beside text about the company with a link. */
export function AboutUsTeaser(props: PropsOf<typeof schema>): ReactNode {
  const { head, item } = useLevels(props);
  if (isBlank(props)) return null;
  return (
    <Section block={props} className="about-us-teaser">
      <div className={props.image ? "about-us-teaser__spread" : "about-us-teaser__plain wrap"}>
        {props.image && (
          <Picture image={props.image} className="about-us-teaser__picture" sizes="(min-width: 64rem) 60vw, 100vw" />
        )}
        <div className="about-us-teaser__words">
          <Kicker>{props.kicker}</Kicker>
          <div className="about-us-teaser__body" data-reveal="">
            {props.headline && (
              <Heading level={head} className="headline-2">
                {props.headline}
              </Heading>
            )}
            <RichText doc={props.text} level={item} className="about-us-teaser__text" />
            <Actions of={props.link} />
          </div>
        </div>
      </div>
    </Section>
  );
}
