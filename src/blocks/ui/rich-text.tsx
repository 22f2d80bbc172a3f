import type { ReactNode } from "react";
import { RichText as AnyRichText, type RichTextProps } from "../../kit/rich-text.tsx";
import { Heading } from "./heading.tsx";

const PARTS = { heading: Heading };

/** A rich-text document with this site's headings. */
export function RichText(props: RichTextProps): ReactNode {
  return <AnyRichText parts={PARTS} {...props} />;
}
