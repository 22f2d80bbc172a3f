import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { StoryCard } from "../ui/card.tsx";
import { useLevels } from "../ui/heading.tsx";
import { Part } from "../ui/part.tsx";
import type { schema } from "./BlogItem.schema.ts";

/** One selected post: a card, or a wide row with its teaser text. */
export function BlogItem(props: PropsOf<typeof schema>): ReactNode {
  const { item } = useLevels(props);
  if (!props.post) return null;
  const isWide = props.style === "wide";
  return (
    <Part block={props} className={isWide ? "blog-item blog-item--wide" : "blog-item"}>
      <StoryCard
        card={props.post}
        level={item}
        variant={isWide ? "wide" : "stack"}
        sizes={isWide ? "(min-width: 64rem) 34rem, 92vw" : "(min-width: 40rem) 30rem, 92vw"}
        withText={isWide}
      />
    </Part>
  );
}
