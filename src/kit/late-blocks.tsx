import type { ReactNode } from "react";
import type { Block, Shared } from "../site/api/payload.ts";
import { Blocks } from "./blocks.tsx";
import { useSite } from "./site.tsx";

interface LateBlocksProps {
  /** Blocks of a field listed in `late` in the global story's schema. */
  of: readonly Block[];
  /** Shown until they are loaded, and without script. */
  children: ReactNode;
}

/**
 * Blocks that most visitors never see, such as a dialog's. Documents contain `children` instead: the blocks' markup is
 * in the language's shared state, which the browser loads at the first interaction. Blocks that cannot be moved, since
 * they are interactive or cannot be rendered alone, stay in the document.
 *
 * @example
 * export const Dialog = ({ blocks }: { blocks: Block[] }) => (
 *   <dialog id="contact">
 *     <LateBlocks of={blocks}>
 *       <a href="tel:+4989123456">Call us</a>
 *     </LateBlocks>
 *   </dialog>
 * );
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

/** The shared state without their markup: only documents leave the blocks out, the browser renders them in place. */
export function withoutLateBlocks({ late: _, ...shared }: Shared): Shared {
  return shared;
}
