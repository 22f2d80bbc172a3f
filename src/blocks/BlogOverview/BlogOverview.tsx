import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import type { CardData } from "../card.ts";
import { CardMeta, StoryCard } from "../ui/card.tsx";
import { Heading, type Level, useLevels } from "../ui/heading.tsx";
import { Picture } from "../ui/image.tsx";
import { Kicker, Section } from "../ui/section.tsx";
import { useWords } from "../ui/site.tsx";
import { useHeadlineBlock } from "../ui/use-headline-block.ts";
import type { BlogOverviewData, CategoryFilter } from "./BlogOverview.data.ts";
import type { schema } from "./BlogOverview.schema.ts";
import { Pagination } from "./pagination.tsx";

type Props = PropsOf<typeof schema> & { data: BlogOverviewData };

/** The listing of posts: category filter, posts as rows, pagination. Made of links only. */
export function BlogOverview(props: Props): ReactNode {
  const { head } = useLevels(props);
  const w = useWords();
  const lead = useHeadlineBlock();
  const { filters, page, category } = props.data;
  // Unless the editor chose another, the newest post is featured on the first page.
  const isFront = page === 1 && !category;
  const featured = props.data.featured ?? (isFront ? (props.data.posts[0] ?? null) : null);
  const posts = props.data.posts.filter((post) => post.uuid !== featured?.uuid);
  const wide = wideRows(posts);
  const level: Level = props.headline || props.data.category ? ((head + 1) as Level) : 2;
  return (
    <Section block={props} className="blog-overview">
      <div className="wrap">
        <Head {...props} />
        <Filters filters={filters} />
        {featured && (
          <div className="blog-overview__featured">
            <StoryCard
              card={featured}
              level={level}
              variant="lead"
              sizes="(min-width: 64rem) 48rem, 92vw"
              priority={lead === props._uid}
            />
          </div>
        )}
        {posts.length > 0 && (
          <ol className="blog-overview__list">
            {posts.map((post, index) => (
              <li key={post.uuid}>
                <Row
                  post={post}
                  level={level}
                  isWide={wide.includes(index)}
                  first={!featured && lead === props._uid && index === wide[0] && index < SEEN_ROWS}
                />
              </li>
            ))}
          </ol>
        )}
        {posts.length === 0 && !featured && <p className="blog-overview__empty lead">{w("no_posts")}</p>}
        <Pagination {...props.data} />
      </div>
    </Section>
  );
}

/** On a category's page, the category is the heading and the listing's own headline is above it. */
function Head(props: Props): ReactNode {
  const { head } = useLevels(props);
  const w = useWords();
  const { category, page, pages, total } = props.data;
  const title = category?.label ?? props.headline;
  if (title === "" && props.intro === "") return null;
  const isFront = page === 1 && !category;
  const count = total === 1 ? w("posts_one") : w("posts_n", { n: total });
  return (
    <header className="blog-overview__head cols">
      <div className="blog-overview__title">
        {category && <Kicker>{props.headline}</Kicker>}
        {title !== "" && (
          <Heading level={head} className="headline-1">
            {title}
          </Heading>
        )}
      </div>
      {isFront && props.intro && <p className="blog-overview__intro lead">{props.intro}</p>}
      {!isFront && (
        <p className="blog-overview__intro blog-overview__count">
          <span>{count}</span> {pages > 1 && <span>{w("page_n_of", { n: page, m: pages })}</span>}
        </p>
      )}
    </header>
  );
}

function Filters({ filters }: { filters: readonly CategoryFilter[] }): ReactNode {
  const w = useWords();
  if (filters.length === 0) return null;
  return (
    <nav className="blog-overview__filter" aria-label={w("filter_by", { name: w("category") })}>
      <ul className="blog-overview__categories">
        {filters.map((filter) => (
          <li key={filter.href}>
            <a
              className="blog-overview__category"
              href={filter.href}
              aria-current={filter.current ? "true" : undefined}
            >
              <span className="blog-overview__label">{filter.label || w("all")}</span>{" "}
              <span className="blog-overview__number">{filter.count}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Rows that are seen without scrolling. */
const SEEN_ROWS = 2;
/** Rows of which one is wide. */
const GROUP = 3;
/** Interviews: their pictures are of people. */
const INTERVIEWS = "team";

/** Indexes of the rows with a large picture (BlogOverview.css): of three rows the first technical one, else the second. */
function wideRows(posts: readonly CardData[]): number[] {
  const starts = posts.flatMap((_, index) => (index % GROUP === 0 ? [index] : []));
  return starts.map((start) => {
    const at = posts.slice(start, start + GROUP).findIndex(({ category }) => category?.value !== INTERVIEWS);
    return start + (at < 0 ? 1 : at);
  });
}

interface RowProps {
  post: CardData;
  level: Level;
  isWide: boolean;
  /** True for the page's first large picture. */
  first: boolean;
}

function Row({ post, level, isWide, first }: RowProps): ReactNode {
  return (
    <article className={`blog-overview__row ${isWide ? "blog-overview__row--wide " : ""}card`}>
      <CardMeta card={post} />
      <div className="blog-overview__words">
        <Heading level={level} className="headline-3">
          <a className="card__link" href={post.href}>
            {post.title}
          </a>
        </Heading>
        {post.text && <p className="blog-overview__text">{post.text}</p>}
      </div>
      <Picture
        image={post.image}
        className="card__picture blog-overview__picture"
        sizes="(min-width: 64rem) 20rem, 6rem"
        priority={first}
        decorative
      />
    </article>
  );
}
