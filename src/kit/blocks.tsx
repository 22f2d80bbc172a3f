import type { ComponentType, ReactNode } from "react";
import type { Block } from "../site/api/payload.ts";
import { type Components, useSite } from "./site.tsx";

/** A block's component that is watched or guarded, and can be so with another one in its place. */
interface FramedComponent {
  framed?: (Component: ComponentType<Block>) => ComponentType<Block>;
}

interface BlocksProps {
  /** Of a field of blocks; nothing of an empty one. */
  of: readonly Block[] | null | undefined;
  /** Components in place of the blocks' own, by name. */
  instead?: Components;
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
export function Blocks({ of, instead }: BlocksProps): ReactNode {
  const { components, kept } = useSite();
  return of?.map((block, index) => {
    const { _uid } = block;
    // Imported content may have a uid twice, or none: React would leave such a block in place when it is gone.
    const key = of.find((one) => one._uid === _uid) === block ? _uid : index;
    // A static block on a server-rendered page: its code is not loaded.
    const Tag = kept?.get(_uid) as "div" | undefined;
    if (Tag) return <Tag key={key} {...KEEP_SERVER_MARKUP} />;
    const Component = componentOf(block.component, components, instead);
    return Component && <Component key={key} {...propsOf(block)} />;
  });
}

/** The block was resolved with this component's schema, so its fields are the component's props. */
function componentOf(name: string, components: Components, instead: Components = {}): ComponentType<Block> | null {
  const own = Object.hasOwn(components, name) ? (components[name] as ComponentType<Block> & FramedComponent) : null;
  if (!Object.hasOwn(instead, name)) return own;
  const other = instead[name] as ComponentType<Block>;
  return own?.framed?.(other) ?? other;
}

/** React reserves `key`, so a field of that name is passed as `key_`. */
function propsOf(block: Block): Block {
  if (!("key" in block)) return block;
  const { key, ...props } = block;
  return { ...props, key_: key };
}

/** With these props, React hydrates an element without changing its attributes or content. */
export const KEEP_SERVER_MARKUP = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: "" } };
