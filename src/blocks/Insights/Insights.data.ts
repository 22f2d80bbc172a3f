import type { PropsOf } from "../../exports/schema.ts";
import type { Block } from "../../site/api/payload.ts";
import type { ContentReader } from "../../site/api/reader.ts";
import type { CardData } from "../card.ts";
import { type ContentsEntry, contentsEntries } from "./contents-entries.ts";
import type { schema } from "./Insights.schema.ts";

const RELATED = 3;
/** The newest posts of a topic that are one way through it, and how few of them are none. */
const STEPS = 8;
const FEW = 3;

/** A post on the way through its topic. */
export interface TopicStep {
  uuid: string;
  title: string;
  href: string;
  minutes: number;
}

/** What a blog post shows besides its fields: its own card, related posts, and its table of contents. */
export interface InsightsData {
  /** This post as other pages show it: date, reading time and title with their fallbacks. Null for a new draft. */
  card: CardData | null;
  /** The topic's posts, the oldest first; none where there are too few. */
  topic: TopicStep[];
  /** The topic's next post; without a topic posts of the same category, then the latest ones. */
  related: CardData[];
  /** Computed here and not at render time: in the browser, some blocks of the body may be markup only. */
  contents: ContentsEntry[];
}

export function data(block: Block, reader: ContentReader): InsightsData {
  const { category, body } = block as PropsOf<typeof schema>;
  const self = reader.self().uuid;
  const topic = category ? reader.latest({ type: "Insights", category: category.value, limit: STEPS }).reverse() : [];
  const way = topic.length < FEW ? [] : topic;
  const next = way[(way.findIndex((post) => post.uuid === self) + 1) % way.length];
  return {
    card: reader.card(self),
    topic: way.map(({ uuid, title, href, readingMinutes }) => ({ uuid, title, href, minutes: readingMinutes })),
    related: next ? [next] : relatedOf(self, topic, reader),
    contents: contentsEntries(body),
  };
}

function relatedOf(self: string, topic: readonly CardData[], reader: ContentReader): CardData[] {
  const near = topic.filter((post) => post.uuid !== self).reverse();
  const except = [self, ...near.map((post) => post.uuid)];
  const more = reader.latest({ type: "Insights", except, limit: RELATED - near.length });
  return [...near, ...more].slice(0, RELATED);
}
