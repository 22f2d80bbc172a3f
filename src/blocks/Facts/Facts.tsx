import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { isBlank } from "../ui/blank.ts";
import { FactList } from "../ui/fact.tsx";
import { Section, SectionHead } from "../ui/section.tsx";
import type { schema } from "./Facts.schema.ts";

/** Figures on measuring scales; they count up once when they come into view. */
export function Facts(props: PropsOf<typeof schema>): ReactNode {
  if (isBlank(props)) return null;
  return (
    <Section block={props} className="facts">
      <div className="wrap">
        {/* A headline begins where the figures do: three stand below it, four on all columns. */}
        <SectionHead block={props} layout={props.items.length % 2 === 1 ? "split" : "row"} />
        <FactList facts={props.items} />
      </div>
    </Section>
  );
}
