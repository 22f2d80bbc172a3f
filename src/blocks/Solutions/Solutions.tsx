import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { Blocks } from "../../kit/blocks.tsx";
import { Picture } from "../ui/image.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { useHeadlineBlock } from "../ui/use-headline-block.ts";
import type { schema } from "./Solutions.schema.ts";

/** An offering page. A hero at the start of its body is its head; otherwise it renders its own. */
export function Solutions(props: PropsOf<typeof schema>): ReactNode {
  const lead = useHeadlineBlock();
  return (
    <>
      {lead === props._uid && (
        <PageHead
          of={props}
          className="solutions-head"
          kicker={props.solution?.label}
          title={props.teaser_title}
          text={props.teaser_text}
          image={props.teaser_image}
          aside={
            props.icon && <Picture image={props.icon} className="solutions-head__icon mark" sizes="6rem" decorative />
          }
        />
      )}
      <Blocks of={props.body} />
    </>
  );
}
