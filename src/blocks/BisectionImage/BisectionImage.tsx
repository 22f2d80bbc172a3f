import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import type { Block } from "../../site/api/payload.ts";
import { Figure } from "../ui/image.tsx";
import { outlineOf } from "../ui/outline.ts";
import { Part } from "../ui/part.tsx";
import { useSite } from "../ui/site.tsx";
import type { schema } from "./BisectionImage.schema.ts";

/** Half with a picture; outside of a Bisection it is a wide figure. */
export function BisectionImage(props: PropsOf<typeof schema>): ReactNode {
  const { payload } = useSite();
  const { page } = payload;
  const isAlone = Array.isArray(page?.body) && (page.body as Block[]).some(({ _uid }) => _uid === props._uid);
  return (
    <Part block={props} className={`bisection-image bisection-image--${props.fit || "cover"}`}>
      <Figure
        image={props.image_language ?? props.image}
        upright={{ image: props.image_portrait, sizes: isAlone ? "92vw" : "100vw" }}
        caption={props.caption}
        callouts={props.callouts}
        sizes={isAlone ? "(min-width: 100rem) 95rem, 92vw" : "(min-width: 64rem) 50vw, 100vw"}
        figureClass="bisection-image__figure"
        priority={outlineOf(payload).picture === props._uid}
      />
    </Part>
  );
}
