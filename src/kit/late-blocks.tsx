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
 * markup is in the language's shared state, which the browser loads as soon as the visitor does something. A block whose
 * markup cannot be taken out of the page, since it does something or cannot be rendered by itself, stays.
 */
export function LateBlocks({ of, children }: LateBlocksProps): ReactNode {
  const { shared } = useSite();
  const late = of.filter(({ _mark }) => _mark !== undefined && shared.late?.[_mark] !== undefined);
  if (late.length === 0) return <Blocks of={of} />;
  return of.map((block) =>
    late.includes(block) ? (
      <div key={block._uid} data-late="" {...editable(block)}>
        {block === late[0] && children}
      </div>
    ) : (
      <Blocks key={block._uid} of={[block]} />
    ),
  );
}
