import type { ComponentType, ReactNode } from "react";
import type { Block } from "../content/payload.ts";
import { useSite } from "./site.tsx";

interface BlocksProps {
  /** Of a field of blocks; nothing of an empty one. */
  of: readonly Block[] | null | undefined;
}

/**
 * Renders blocks by component name. An unknown name renders nothing; it was reported when the payload was built.
 * Components come from context and are never imported, so that no block is bundled into the entry script.
 *
 * @example
 * export const Columns = ({ items }: { items: Block[] }) => (
 *   <section className="columns">
 *     <Blocks of={items} />
 *   </section>
 * );
 */
export function Blocks({ of }: BlocksProps): ReactNode {
  const { components, kept } = useSite();
  return (of ?? []).map((block) => {
    const tag = kept?.get(block._uid);
    if (tag !== undefined) return <Kept key={block._uid} tag={tag} />;
    if (!Object.hasOwn(components, block.component)) return null;
    // The block was resolved with this component's schema.
    const Component = components[block.component] as ComponentType<Block>;
    return <Component key={block._uid} {...propsOf(block)} />;
  });
}

/** React reserves `key`, so a field of that name is passed as `key_`. */
function propsOf(block: Block): Block {
  if (!("key" in block)) return block;
  const { key, ...props } = block;
  return { ...props, key_: key };
}

/** With these props, React hydrates an element without changing its attributes or content. */
export const KEEP_SERVER_MARKUP = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: "" } };

/** A static block on a server-rendered page: its code is not loaded. */
function Kept({ tag }: { tag: string }): ReactNode {
  const Tag = tag as "div";
  return <Tag {...KEEP_SERVER_MARKUP} />;
}
