import type { ReactNode } from "react";
import type { Block, Shared } from "../content/payload.ts";
import { Blocks } from "./blocks.tsx";
import { useSite } from "./site.tsx";

interface LateBlocksProps {
  /** Blocks of a field that the global story's schema names in `late`. */
  of: readonly Block[];
  /** Shown until the first ones are loaded, where no script runs, and where there is none. */
  children: ReactNode;
}

/**
 * Blocks that most visitors never see, such as those of a dialog. A document carries `children` in their place: their
 * markup is in the language's shared state, which the browser loads as soon as the visitor does something. A block
 * whose markup cannot be taken out of the page, since it does something or cannot be rendered by itself, stays.
 */
export function LateBlocks({ of, children }: LateBlocksProps): ReactNode {
  const { late = {} } = useSite().shared;
  if (of.length === 0) return children;
  return of.map((block, at) =>
    late[block._mark ?? ""] ? (
      <div key={block._uid} data-late="" data-block={block._mark}>
        {at === 0 && children}
      </div>
    ) : (
      <Blocks key={block._uid} of={[block]} />
    ),
  );
}

/** Only documents leave blocks out: whatever the browser renders has them where they belong. */
export function withoutLateBlocks({ late: _, ...shared }: Shared): Shared {
  return shared;
}
