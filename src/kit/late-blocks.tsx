import type { ReactNode } from "react";
import type { Block } from "../content/payload.ts";
import { Blocks } from "./blocks.tsx";
import { editable } from "./editable.ts";
import { useSite } from "./site.tsx";

interface LateBlocksProps {
  /** Blocks of a field that the global story's schema names in `late`. */
  of: readonly Block[];
  /** What stands in their place until they come, and where no script runs. */
  children: ReactNode;
}

/**
 * Blocks that most visitors never see, such as those of a dialog. A document carries `children` in their place: their
 * markup is in the language's shared state, which the browser asks for as soon as the visitor does something. Blocks
 * whose markup cannot be taken out of the page, since they do something or cannot be rendered by themselves, stay.
 */
export function LateBlocks({ of, children }: LateBlocksProps): ReactNode {
  const { shared } = useSite();
  const isLate = of.length > 0 && of.every(({ _mark }) => _mark !== undefined && shared.late?.[_mark] !== undefined);
  if (!isLate) return <Blocks of={of} />;
  return of.map((block, index) => (
    <div key={block._uid} {...editable(block)}>
      {index === 0 && children}
    </div>
  ));
}
