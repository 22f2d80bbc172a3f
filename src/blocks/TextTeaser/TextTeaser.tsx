import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { Actions } from "../ui/link.tsx";
import { Section } from "../ui/section.tsx";
import type { schema } from "./TextTeaser.schema.ts";

/**
 * A large statement with an indented first line and an optional link. Text after an empty line is its source, set small
 * below.
 */
export function TextTeaser(props: PropsOf<typeof schema>): ReactNode {
  const [statement, ...source] = props.text.split(/\n\s*\n/);
  if (!statement) return null;
  return (
    <Section block={props} className="text-teaser">
      <div className="wrap">
        <p className="text-teaser__text" data-reveal="light">
          {statement}
        </p>
        {source.length > 0 && <p className="text-teaser__source">{source.join(" ")}</p>}
        <Actions of={props.link} />
      </div>
    </Section>
  );
}
