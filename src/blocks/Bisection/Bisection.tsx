import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { Blocks } from "../../kit/blocks.tsx";
import { Section } from "../ui/section.tsx";
import type { schema } from "./Bisection.schema.ts";

/** Two halves side by side; pictures and videos extend to the page's edge, text stays in the content width. */
export function Bisection(props: PropsOf<typeof schema>): ReactNode {
  const { left, right } = props;
  if (left.length + right.length === 0) return null;
  const words = [...left, ...right].every((part) => part.component === "BisectionText");
  const shape = words ? "bisection--words" : `bisection--${props.ratio || "1-1"}`;
  return (
    <Section block={props} className={`bisection ${shape}`} fit="bleed">
      <div className="bisection__half bisection__half--left">
        <Blocks of={left} />
      </div>
      <div className="bisection__half bisection__half--right">
        <Blocks of={right} />
      </div>
    </Section>
  );
}
