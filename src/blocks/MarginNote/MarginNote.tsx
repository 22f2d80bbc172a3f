import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { isBlank } from "../ui/blank.ts";
import { Part } from "../ui/part.tsx";
import { RichText } from "../ui/rich-text.tsx";
import type { schema } from "./MarginNote.schema.ts";

/**
 * A note to the paragraph before it: in the margin on large screens, below it on small ones. It has role "note" and is not a landmark: an
 * article may have several, and each would need its own name.
 */
export function MarginNote(props: PropsOf<typeof schema>): ReactNode {
  if (isBlank(props)) return null;
  const lines = props.formula.split("\n").filter((line) => line.trim() !== "");
  return (
    <Part block={props} className="margin-note">
      <div className="margin-note__body" role="note">
        {props.title && <p className="margin-note__title">{props.title}</p>}
        {lines.length > 0 && (
          <p className="margin-note__formula">
            {lines.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </p>
        )}
        <RichText doc={props.text} level={6} />
      </div>
    </Part>
  );
}
