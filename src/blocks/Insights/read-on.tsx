import type { ReactNode } from "react";
import { KeptPart } from "../../kit/kept-part.tsx";
import type { CardData } from "../card.ts";
import { StoryCard } from "../ui/card.tsx";
import { useSite, useWords } from "../ui/site.tsx";
import type { TopicStep } from "./Insights.data.ts";

interface ReadOnProps {
  of: Parameters<typeof KeptPart>[0]["of"];
  /** The topic's name. */
  name: string;
  /** The topic's posts, the oldest first. Without any, `posts` are shown alone. */
  topic: readonly TopicStep[];
  /** The next post, or related ones where the topic has too few. */
  posts: readonly CardData[];
}

/** The way on: where this post stands in its topic, on a scale, and the next one beside it; else related posts. */
export function ReadOn({ of, name, topic, posts }: ReadOnProps): ReactNode {
  const [next] = posts;
  if (!next) return null;
  return (
    <KeptPart of={of} as="section" className="insights-related section section--open" data-ground="plain">
      {() => (topic.length > 0 ? <Topic name={name} steps={topic} next={next} /> : <Posts posts={posts} />)}
    </KeptPart>
  );
}

function Topic({ name, steps, next }: { name: string; steps: readonly TopicStep[]; next: CardData }): ReactNode {
  const w = useWords();
  const here = useSite().payload.story?.uuid;
  return (
    <div className="read-on wrap cols">
      <div className="read-on__topic">
        <h2 className="headline-3">{w("read_topic", { name })}</h2>
        <ol className="read-on__steps">
          {steps.map(({ uuid, title, href, minutes }) => (
            <li key={uuid} className={uuid === here ? "read-on__step read-on__step--here" : "read-on__step"}>
              {uuid === here ? <span aria-current="page">{title}</span> : <a href={href}>{title}</a>}{" "}
              <small>{uuid === here ? w("read_here") : w("reading_time", { n: minutes })}</small>
            </li>
          ))}
        </ol>
      </div>
      <div className="read-on__next">
        <p className="kicker">{w("read_next")}</p>
        <StoryCard card={next} level={3} sizes="(min-width: 64rem) 40rem, 92vw" withText />
      </div>
    </div>
  );
}

function Posts({ posts }: { posts: readonly CardData[] }): ReactNode {
  const w = useWords();
  return (
    <div className="wrap">
      <h2 className="insights-related__title headline-3">{w("related_posts")}</h2>
      <ul className="insights-related__list">
        {posts.map((post) => (
          <li key={post.uuid}>
            <StoryCard card={post} level={3} sizes="(min-width: 64rem) 26rem, 92vw" />
          </li>
        ))}
      </ul>
    </div>
  );
}
