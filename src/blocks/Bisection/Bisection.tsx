import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { Blocks } from "../../kit/blocks.tsx";
import type { Block } from "../../site/api/payload.ts";
import { Section } from "../ui/section.tsx";
import type { schema } from "./Bisection.schema.ts";

/** Two halves side by side; pictures and videos extend to the page's edge, text stays in the content width. */
export function Bisection(props: PropsOf<typeof schema>): ReactNode {
  const { left, right } = props;
  if (left.length + right.length === 0) return null;
  const isWords = [...left, ...right].every(isText);
  const shape = isWords ? "bisection--words" : `bisection--${props.ratio || "1-1"}`;
  return (
    <Section block={props} className={`bisection ${shape}`} fit={isWords ? "open" : "bleed"}>
      <Half side="left" parts={left} />
      <Half side="right" parts={right} />
    </Section>
  );
}

function Half({ side, parts }: { side: "left" | "right"; parts: readonly Block[] }): ReactNode {
  const words = parts.some(isText) ? " bisection__words" : "";
  return (
    <div className={`bisection__${side}${words}`}>
      <Blocks of={parts} />
    </div>
  );
}

function isText(part: Block): boolean {
  return part.component === "BisectionText";
}
