import type { Block } from "../../content/payload.ts";
import type { ContentReader } from "../../content/reader.ts";
import type { PropsOf } from "../../exports/schema.ts";
import type { CardData } from "../card.ts";
import { type ContentsEntry, contentsEntries } from "./contents-entries.ts";
import type { schema } from "./Insights.schema.ts";

const RELATED = 3;

/** What a blog post shows besides its fields: its own card, related posts, and its table of contents. */
export interface InsightsData {
  /** This post as other pages show it: date, reading time and title with their fallbacks. Null for a new draft. */
  card: CardData | null;
  /** Posts of the same category, then the latest ones. */
  related: CardData[];
  /** Computed here and not at render time: in the browser, some blocks of the body may be markup only. */
  contents: ContentsEntry[];
}

export function data(block: Block, reader: ContentReader): InsightsData {
  const { category, body } = block as PropsOf<typeof schema>;
  const self = reader.self().uuid;
  const near = category
    ? reader.latest({ type: "Insights", category: category.value, except: [self], limit: RELATED })
    : [];
  const except = [self, ...near.map((post) => post.uuid)];
  const more = reader.latest({ type: "Insights", except, limit: RELATED - near.length });
  return {
    card: reader.card(self),
    related: [...near, ...more].slice(0, RELATED),
    contents: contentsEntries(body),
  };
}
