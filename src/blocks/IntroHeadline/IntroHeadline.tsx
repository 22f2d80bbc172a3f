import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { Heading, useLevels } from "../ui/heading.tsx";
import { Part } from "../ui/part.tsx";
import { Kicker } from "../ui/section.tsx";
import type { schema } from "./IntroHeadline.schema.ts";

/**
 * Large introductory headline. The editor's level sets its size and whether it is the page's h1
 * (src/blocks/ui/headline-block.ts).
 */
export function IntroHeadline(props: PropsOf<typeof schema>): ReactNode {
  const { head } = useLevels(props);
  if (!props.headline && !props.kicker) return null;
  return (
    <Part block={props} className="intro-headline">
      <Kicker>{props.kicker}</Kicker>
      {props.headline && (
        <Heading
          level={head}
          className={`intro-headline__headline ${props.level === "h1" ? "headline-0" : "headline-1"}`}
        >
          {props.headline}
        </Heading>
      )}
    </Part>
  );
}
