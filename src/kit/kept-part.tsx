import type { HTMLAttributes, ReactNode } from "react";
import { KEEP_SERVER_MARKUP } from "./blocks.tsx";

interface KeptPartProps extends Omit<HTMLAttributes<HTMLElement>, "children"> {
  /** The block it belongs to. */
  of: { _kept?: boolean };
  /** Name of its element. */
  as?: "div" | "article" | "header" | "nav" | "section";
  /** Its content, made only where it is rendered. */
  children: () => ReactNode;
}

/**
 * A static part of an interactive block, such as a slide of a slider. Hydration keeps its markup, so that the document
 * need not contain its data (`kept` in the block's schema). After client navigation it is rendered.
 *
 * @example
 * export const Slide = (props: Block & { text: RichTextNode | null }) => (
 *   <KeptPart of={props} as="article">
 *     {() => <RichText doc={props.text} />}
 *   </KeptPart>
 * );
 */
export function KeptPart({ of, as = "div", children, ...attributes }: KeptPartProps): ReactNode {
  const Tag = as as "div";
  // Different keys, so that React does not reuse one for the other when a draft replaces the page.
  if (of._kept) return <Tag key="kept" {...KEEP_SERVER_MARKUP} />;
  return <Tag key="made" {...{ children: children(), ...attributes }} />;
}
