import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { isBlank } from "../ui/blank.ts";
import { Part } from "../ui/part.tsx";
import { TextItem } from "../ui/text-item.tsx";
import type { schema } from "./IconText.schema.ts";

/** Icon with title and text, outside of a TextGrid, which renders its own. */
export function IconText(props: PropsOf<typeof schema>): ReactNode {
  if (isBlank(props)) return null;
  return (
    <Part block={props} className="icon-text">
      <TextItem item={{ ...props, _uid: "", _editable: "" }} icon={props.icon} level={2} />
    </Part>
  );
}
