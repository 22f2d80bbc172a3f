import type { ComponentType, ReactNode } from "react";
import type { Block } from "../content/payload.ts";
import { useSite } from "./site.tsx";

/**
 * Renders blocks by their component names. A name without a component renders nothing: content was already
 * checked and reported while the payload was made. Components come by context, never by import, so that no
 * block lands in the entry chunk.
 */
export function Blocks({ of }: { of: readonly Block[] | null | undefined }): ReactNode {
  const { components, kept } = useSite();
  return (of ?? []).map((block) => {
    const tag = kept?.get(block._uid);
    if (tag !== undefined) return <Kept key={block._uid} tag={tag} />;
    if (!Object.hasOwn(components, block.component)) return null;
    // The block was resolved by the schema of this very component.
    const Component = components[block.component] as ComponentType<Block>;
    return <Component key={block._uid} {...propsOf(block)} />;
  });
}

/** React keeps `key` for itself, so a field of that name arrives as `key_`. */
function propsOf(block: Block): Block {
  if (!("key" in block)) return block;
  const { key, ...props } = block;
  return { ...props, key_: key };
}

/** React takes over an element with these as it is: attributes and content stay those of the server. */
export const KEEP_SERVER_MARKUP = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: "" } };

/** A block that only shows something, on the page that came from the server: its code is never loaded. */
function Kept({ tag }: { tag: string }): ReactNode {
  const Tag = tag as "div";
  return <Tag {...KEEP_SERVER_MARKUP} />;
}
