import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { Blocks } from "../../kit/blocks.tsx";
import { Section } from "../ui/section.tsx";
import type { schema } from "./Intro.schema.ts";

/** Page introduction made of intro parts, on the 12-column grid. */
export function Intro(props: PropsOf<typeof schema>): ReactNode {
  if (props.body.length === 0) return null;
  return (
    <Section block={props} className="intro">
      <div className="intro__parts wrap" data-reveal="">
        <Blocks of={props.body} />
      </div>
    </Section>
  );
}
