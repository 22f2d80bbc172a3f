import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { isBlank } from "../ui/blank.ts";
import { Heading, useLevels } from "../ui/heading.tsx";
import { coverSizes, Picture } from "../ui/image.tsx";
import { Actions } from "../ui/link.tsx";
import { RichText } from "../ui/rich-text.tsx";
import { Kicker, Section } from "../ui/section.tsx";
import { useHeadlineBlock } from "../ui/use-headline-block.ts";
import type { schema } from "./HeroTextImage.schema.ts";

const BOXES = [
  { media: "(min-width: 64rem)", width: "52vw", height: "min(54rem, 92svh)" },
  { width: "100vw", height: "75vw" },
];

/** On a phone the portrait picture is 4:5, below the text. */
const UPRIGHT = [{ width: "100vw", height: "125vw" }];

/** Hero with text beside a picture that extends to the page's edge. */
export function HeroTextImage(props: PropsOf<typeof schema>): ReactNode {
  const { head, item } = useLevels(props);
  const lead = useHeadlineBlock();
  const side = props.image_side || "right";
  const upright = props.image_portrait ?? props.image?.crops?.["4:5"];
  if (isBlank(props)) return null;
  return (
    <Section block={props} className={`hero-text-image hero-text-image--${side}`} fit="bleed">
      <div className="hero-text-image__words">
        <Kicker>{props.kicker}</Kicker>
        {props.headline && (
          <Heading level={head} className="hero-text-image__headline headline-1">
            {props.headline}
          </Heading>
        )}
        <RichText doc={props.text} level={item} className="lead" />
        <Actions of={props.links} />
      </div>
      <Picture
        image={props.image}
        upright={{ image: upright, sizes: coverSizes(upright, UPRIGHT) }}
        className="hero-text-image__picture"
        sizes={coverSizes(props.image, BOXES)}
        priority={lead === props._uid}
      />
    </Section>
  );
}
