import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { isBlank } from "../ui/blank.ts";
import { Heading, useLevels } from "../ui/heading.tsx";
import { Actions } from "../ui/link.tsx";
import { Part } from "../ui/part.tsx";
import { RichText } from "../ui/rich-text.tsx";
import { Kicker } from "../ui/section.tsx";
import type { schema } from "./BisectionText.schema.ts";

/** Half with kicker, headline, rich text and links. */
export function BisectionText(props: PropsOf<typeof schema>): ReactNode {
  const { head, item } = useLevels(props);
  if (isBlank(props)) return null;
  return (
    <Part block={props} className="bisection-text">
      <Kicker>{props.kicker}</Kicker>
      {props.headline && (
        <Heading level={head} className="bisection-text__headline headline-2">
          {props.headline}
        </Heading>
      )}
      <RichText doc={props.text} level={item} />
      <Actions of={props.links} />
    </Part>
  );
}
