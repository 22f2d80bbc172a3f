import type { ReactNode } from "react";
import { editable } from "../../kit/editable.ts";

/**
 * The frame of a part: a block that is used inside others and may also be alone in a page's body. Alone it gets the
 * content width and a section's spacing; inside, its parent places it.
 */
export function Part(props: {
  block: { _uid: string; _editable?: string };
  className: string;
  children: ReactNode;
}): ReactNode {
  return (
    <div className={`part ${props.className}`} data-ground="plain" {...editable(props.block)}>
      {props.children}
    </div>
  );
}
