import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { useLevels } from "../ui/heading.tsx";
import { Actions } from "../ui/link.tsx";
import { Section, SectionHead } from "../ui/section.tsx";
import type { SuccessStoriesData } from "./SuccessStories.data.ts";
import type { schema } from "./SuccessStories.schema.ts";
import { StoryRows } from "./story-rows.tsx";

/** Customer stories below each other, each with its result first. */
export function SuccessStories(props: PropsOf<typeof schema> & { data: SuccessStoriesData }): ReactNode {
  const { item } = useLevels(props);
  if (props.stories.length === 0) return null;
  return (
    <Section block={props} className="success-stories">
      <div className="wrap">
        <SectionHead block={props} layout="row">
          {props.link.length > 0 && <Actions of={props.link} />}
        </SectionHead>
      </div>
      <StoryRows stories={props.stories} figures={props.data.figures} level={item} />
    </Section>
  );
}
