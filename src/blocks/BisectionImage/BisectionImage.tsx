import type { ReactNode } from "react";
import type { PropsOf } from "../../content/schema/fields.ts";
import { Figure } from "../ui/image.tsx";
import { Part } from "../ui/part.tsx";
import type { schema } from "./BisectionImage.schema.ts";

/** Half with a picture; alone in a page it is a wide figure. */
export function BisectionImage(props: PropsOf<typeof schema>): ReactNode {
  return (
    <Part block={props} className={`bisection-image bisection-image--${props.fit || "cover"}`}>
      <Figure
        image={props.image}
        caption={props.caption}
        sizes="(min-width: 64rem) 50vw, 100vw"
        figureClass="bisection-image__figure"
      />
    </Part>
  );
}
