import type { PropsOf } from "../../exports/schema.ts";
import type { Block } from "../../site/api/payload.ts";
import type { ContentReader } from "../../site/api/reader.ts";
import type { CardData } from "../card.ts";
import type { schema } from "./BlogTeaser.schema.ts";

/** Number of posts if the editor set none. */
const DEFAULT_COUNT = 4;

export interface BlogTeaserData {
  posts: CardData[];
}

/** The selected posts, or else the latest ones. */
export function data(block: Block, reader: ContentReader): BlogTeaserData {
  // The block was resolved with its own schema.
  const { posts, category, count } = block as PropsOf<typeof schema>;
  if (posts.length > 0) return { posts };
  const limit = count !== null && count >= 1 ? Math.trunc(count) : DEFAULT_COUNT;
  const only = category ? { category: category.value } : {};
  return { posts: reader.latest({ type: "Insights", limit, except: [reader.self().uuid], ...only }) };
}
