import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { isBlank } from "../ui/blank.ts";
import { Heading, useLevels } from "../ui/heading.tsx";
import { Actions } from "../ui/link.tsx";
import { RichText } from "../ui/rich-text.tsx";
import { Kicker, Section } from "../ui/section.tsx";
import type { schema } from "./TeaserHeadlineText.schema.ts";

/** Headline on the left, text and link on the right, below a line. */
export function TeaserHeadlineText(props: PropsOf<typeof schema>): ReactNode {
  const { head, item } = useLevels(props);
  if (isBlank(props)) return null;
  return (
    <Section block={props} className="teaser-headline-text">
      <div className="wrap">
        <div className="teaser-headline-text__row cols">
          <div className="teaser-headline-text__head">
            <Kicker>{props.kicker}</Kicker>
            {props.headline && (
              <Heading level={head} className="headline-2">
                {props.headline}
              </Heading>
            )}
          </div>
          <div className="teaser-headline-text__words">
            <RichText doc={props.text} level={item} />
            <Actions of={props.link} />
          </div>
        </div>
      </div>
    </Section>
  );
}
