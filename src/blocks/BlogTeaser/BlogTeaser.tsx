import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { StoryCard } from "../ui/card.tsx";
import { useLevels } from "../ui/heading.tsx";
import { Actions } from "../ui/link.tsx";
import { Section, SectionHead } from "../ui/section.tsx";
import type { BlogTeaserData } from "./BlogTeaser.data.ts";
import type { schema } from "./BlogTeaser.schema.ts";

/** This many others are as high as the large post; more go into columns below it. */
const LIST = 5;

/** One large post, the others as a list beside it. */
export function BlogTeaser(props: PropsOf<typeof schema> & { data: BlogTeaserData }): ReactNode {
  const { item } = useLevels(props);
  const [first, ...rest] = props.data.posts;
  if (!first) return null;
  // Two others are cards as high as the large post; more are a list. A single one is nearly as large.
  const few = rest.length <= 2;
  const shape = rest.length === 1 ? "blog-teaser__posts--pair" : rest.length > LIST ? "blog-teaser__posts--long" : "";
  return (
    <Section block={props} className="blog-teaser">
      <div className="wrap">
        <SectionHead block={props} layout="row">
          {props.link.length > 0 && <Actions of={props.link} />}
        </SectionHead>
        <div className={rest.length > 0 ? `blog-teaser__posts cols ${shape}`.trim() : "blog-teaser__posts"}>
          <div className="blog-teaser__first">
            <StoryCard
              card={first}
              level={item}
              variant={rest.length > 0 && rest.length <= LIST ? "stack" : "lead"}
              sizes="(min-width: 64rem) 48rem, 92vw"
              withText
            />
          </div>
          {rest.length > 0 && (
            <ul className={`blog-teaser__rest blog-teaser__rest--${few ? "few" : "many"}`}>
              {rest.map((post) => (
                <li key={post.uuid}>
                  <StoryCard
                    card={post}
                    level={item}
                    variant={few ? "stack" : "wide"}
                    sizes={few ? "(min-width: 64rem) 27rem, 92vw" : "(min-width: 64rem) 12rem, 40vw"}
                  />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </Section>
  );
}
