import type { ComponentType, ReactNode } from "react";
import type { Block } from "../content/payload.ts";
import { useSite } from "./ui/site.tsx";

/**
 * Renders blocks by their component names. A name without a component renders nothing: content was already
 * checked and reported while the payload was made. Components come by context, never by import, so that no
 * block lands in the entry chunk.
 */
export function Blocks({ of }: { of: readonly Block[] | null | undefined }): ReactNode {
  const { components } = useSite();
  return (of ?? []).map((block) => {
    if (!Object.hasOwn(components, block.component)) return null;
    // The block was resolved by the schema of this very component.
    const Component = components[block.component] as ComponentType<Block>;
    return <Component key={block._uid} {...block} />;
  });
}
