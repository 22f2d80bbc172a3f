import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { isBlank } from "../ui/blank.ts";
import { Heading, useLevels } from "../ui/heading.tsx";
import { Picture } from "../ui/image.tsx";
import { Part } from "../ui/part.tsx";
import { RichText } from "../ui/rich-text.tsx";
import { Kicker } from "../ui/section.tsx";
import type { schema } from "./IntroTextImage.schema.ts";

/** Introductory text beside a picture, aligned with the picture's bottom. */
export function IntroTextImage(props: PropsOf<typeof schema>): ReactNode {
  const { head, item } = useLevels(props);
  if (isBlank(props)) return null;
  return (
    <Part block={props} className={`intro-text-image intro-text-image--${props.image_side || "right"}`}>
      <div className="intro-text-image__words">
        <Kicker>{props.kicker}</Kicker>
        {props.headline && (
          <Heading level={head} className="headline-2">
            {props.headline}
          </Heading>
        )}
        <RichText doc={props.text} level={item} />
      </div>
      <Picture image={props.image} className="intro-text-image__picture" sizes="(min-width: 64rem) 46rem, 92vw" />
    </Part>
  );
}
