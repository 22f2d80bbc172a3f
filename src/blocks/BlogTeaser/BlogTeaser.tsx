import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { StoryCard } from "../ui/card.tsx";
import { useLevels } from "../ui/heading.tsx";
import { Actions } from "../ui/link.tsx";
import { Section, SectionHead } from "../ui/section.tsx";
import type { BlogTeaserData } from "./BlogTeaser.data.ts";
import type { schema } from "./BlogTeaser.schema.ts";

/** This many others are beside the large post; more are in a row below it. */
const BESIDE = 2;

/** One large post, the others beside it or below. */
export function BlogTeaser(props: PropsOf<typeof schema> & { data: BlogTeaserData }): ReactNode {
  const { item } = useLevels(props);
  const [first, ...rest] = props.data.posts;
  if (!first) return null;
  const few = rest.length > 0 && rest.length <= BESIDE;
  return (
    <Section block={props} className="blog-teaser">
      <div className="wrap">
        <SectionHead block={props} layout="row">
          {props.link.length > 0 && <Actions of={props.link} />}
        </SectionHead>
        <div className={few ? "blog-teaser__posts blog-teaser__posts--few" : "blog-teaser__posts"}>
          <div className="blog-teaser__first">
            <StoryCard
              card={first}
              level={item}
              variant={few ? "stack" : "lead"}
              sizes="(min-width: 64rem) 48rem, 92vw"
              withText
            />
          </div>
          {rest.length > 0 && (
            <ul className="blog-teaser__rest">
              {rest.map((post) => (
                <li key={post.uuid}>
                  <StoryCard card={post} level={item} sizes="(min-width: 64rem) 27rem, 92vw" />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </Section>
  );
}
