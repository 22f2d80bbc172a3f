import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { isBlank } from "../ui/blank.ts";
import { Part } from "../ui/part.tsx";
import { RichText } from "../ui/rich-text.tsx";
import type { schema } from "./IntroText.schema.ts";

/** Introductory paragraphs, larger than body text, in one or two columns. */
export function IntroText(props: PropsOf<typeof schema>): ReactNode {
  const columns = (props.columns ?? 1) >= 2 ? 2 : 1;
  if (isBlank(props)) return null;
  return (
    <Part block={props} className={`intro-text intro-text--${columns}`}>
      <RichText doc={props.text} className="intro-text__text" />
    </Part>
  );
}
