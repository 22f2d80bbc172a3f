import type { Block } from "../../content/payload.ts";
import type { ContentReader } from "../../content/reader.ts";
import type { PropsOf } from "../../exports/schema.ts";
import type { CardData } from "../card.ts";
import type { schema } from "./BlogTeaser.schema.ts";

/** Posts shown when the editor set no number. */
const DEFAULT_COUNT = 4;

export interface BlogTeaserData {
  posts: CardData[];
}

/** The chosen posts, or the latest ones when none is chosen. */
export function data(block: Block, reader: ContentReader): BlogTeaserData {
  // The resolver filled the block by its own schema before it asked for data.
  const { posts, category, count } = block as PropsOf<typeof schema>;
  if (posts.length > 0) return { posts };
  const limit = count !== null && count >= 1 ? Math.trunc(count) : DEFAULT_COUNT;
  const only = category ? { category: category.value } : {};
  return { posts: reader.latest({ type: "Insights", limit, except: [reader.self().uuid], ...only }) };
}
