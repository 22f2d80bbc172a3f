import type { HTMLAttributes, ReactNode } from "react";
import { KEEP_SERVER_MARKUP } from "./blocks.tsx";

interface KeptPartProps extends Omit<HTMLAttributes<HTMLElement>, "children"> {
  /** The block that it is a part of. */
  of: { _kept?: boolean };
  as?: "div" | "article" | "header" | "nav" | "section";
  children: () => ReactNode;
}

/**
 * A part of a block that only shows something, inside a block that does something: a slide of a slider. When the
 * browser takes the page over, its markup stays as the server made it, so that neither its data has to be in the
 * document (`kept` of the block's schema) nor its tree be built again. On a page that navigation shows it is rendered.
 */
export function KeptPart({ of, as = "div", children, ...attributes }: KeptPartProps): ReactNode {
  const Tag = as as "div";
  // The keys differ: React must not take one for the other when a draft replaces what the document carried.
  if (of._kept) return <Tag key="kept" {...KEEP_SERVER_MARKUP} />;
  return (
    <Tag key="made" {...attributes}>
      {children()}
    </Tag>
  );
}
