import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { isBlank } from "../ui/blank.ts";
import { Heading, useLevels } from "../ui/heading.tsx";
import { Actions } from "../ui/link.tsx";
import { RichText } from "../ui/rich-text.tsx";
import { Kicker, Section } from "../ui/section.tsx";
import type { schema } from "./HeroText.schema.ts";

/** Text-only hero with a large headline and a measuring scale below. */
export function HeroText(props: PropsOf<typeof schema>): ReactNode {
  const { head, item } = useLevels(props);
  const hasFoot = props.text !== null || props.links.length > 0;
  if (isBlank(props)) return null;
  return (
    <Section block={props} className="hero-text" fit="bleed">
      <div className="hero-text__inner wrap">
        <Kicker>{props.kicker}</Kicker>
        {props.headline && (
          <Heading level={head} className="hero-text__headline headline-0">
            {props.headline}
          </Heading>
        )}
        <div className="hero-text__scale" aria-hidden="true" />
        {hasFoot && (
          <div className="hero-text__foot cols">
            <RichText doc={props.text} level={item} className="hero-text__text lead" />
            <Actions of={props.links} className="hero-text__links" />
          </div>
        )}
      </div>
    </Section>
  );
}
