import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { StoryCard } from "../ui/card.tsx";
import { useLevels } from "../ui/heading.tsx";
import { Actions } from "../ui/link.tsx";
import { Section, SectionHead } from "../ui/section.tsx";
import type { BlogTeaserData } from "./BlogTeaser.data.ts";
import type { schema } from "./BlogTeaser.schema.ts";

/** One large post with two others beside it or more in a row below; two alone are equals. */
export function BlogTeaser(props: PropsOf<typeof schema> & { data: BlogTeaserData }): ReactNode {
  const { item } = useLevels(props);
  const { posts } = props.data;
  if (posts.length === 0) return null;
  const few = posts.length === 2 || posts.length === 3;
  const large = posts.slice(0, posts.length === 2 ? 2 : 1);
  const rest = posts.slice(large.length);
  return (
    <Section block={props} className="blog-teaser">
      <div className="wrap">
        <SectionHead block={props} layout="row">
          {props.link.length > 0 && <Actions of={props.link} />}
        </SectionHead>
        <div className={few ? "blog-teaser__posts blog-teaser__posts--few" : "blog-teaser__posts"}>
          {large.map((post) => (
            <div key={post.uuid} className="blog-teaser__first">
              <StoryCard
                card={post}
                level={item}
                variant={few ? "stack" : "lead"}
                sizes="(min-width: 64rem) 48rem, 92vw"
                withText
              />
            </div>
          ))}
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
