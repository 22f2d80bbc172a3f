import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { isBlank } from "../ui/blank.ts";
import { LegalText, TableOfContents } from "../ui/legal.tsx";
import { Section, SectionHead } from "../ui/section.tsx";
import type { schema } from "./Datenschutz.schema.ts";

/** Privacy policy: long legal text with a generated table of contents. */
export function Datenschutz(props: PropsOf<typeof schema>): ReactNode {
  if (isBlank(props)) return null;
  return (
    <Section block={props} className="datenschutz">
      <div className="wrap">
        <SectionHead block={props} size={1} />
        <LegalText doc={props.text} aside={props.show_toc && <TableOfContents doc={props.text} />} />
      </div>
    </Section>
  );
}
