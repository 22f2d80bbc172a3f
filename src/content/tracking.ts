/**
 * Notes which facts of the site a payload was made from. A page whose facts all have the values they had would
 * come out the same, so an incremental build compares those and assembles no payload.
 */
import { filenameOf } from "./asset.ts";
import type { StoryEntry } from "./model.ts";
import type { ContentReader, LatestQuery } from "./reader.ts";

/** One fact, in the language of the page that asked for it. */
export type Fact =
  | `entry:${string}`
  | `elsewhere:${string}`
  | `card:${string}`
  | `latest:${string}`
  | `asset:${string}`
  | `datasource:${string}`
  | `path:${string}`
  | `live:${string}`
  | `posts:${string}`
  | `homeImage:${string}`;

export type NoteFact = (fact: Fact) => void;

/** The same reader, telling every fact that is asked for. */
export function trackReader(reader: ContentReader, note: NoteFact): ContentReader {
  return {
    ...reader,
    self(): StoryEntry {
      const entry = reader.self();
      note(`entry:${entry.uuid}`);
      return entry;
    },
    story(uuid) {
      note(`entry:${uuid}`);
      return reader.story(uuid);
    },
    storyElsewhere(uuid) {
      note(`elsewhere:${uuid}`);
      return reader.storyElsewhere(uuid);
    },
    card(uuid) {
      note(`card:${uuid}`);
      return reader.card(uuid);
    },
    latest(query) {
      if (query.limit !== 0) note(`latest:${JSON.stringify(wholeQuery(query))}`);
      return reader.latest(query);
    },
    posts() {
      note(`posts:${reader.lang}`);
      return reader.posts();
    },
    image(raw) {
      note(`asset:${filenameOf(raw)}`);
      return reader.image(raw);
    },
    file(raw) {
      note(`asset:${filenameOf(raw)}`);
      return reader.file(raw);
    },
    option(source, value) {
      note(`datasource:${source}`);
      return reader.option(source, value);
    },
    options(source) {
      note(`datasource:${source}`);
      return reader.options(source);
    },
  };
}

/**
 * A query whose answer decides that of the given one, and which many pages share: each post leaves itself out of the
 * newest of its category, so all of them are made from one more than they show.
 */
function wholeQuery({ except = [], limit, ...rest }: LatestQuery): LatestQuery {
  return limit === undefined ? rest : { ...rest, limit: limit + except.length };
}

/** The query of a `latest:` fact. */
export function latestQueryOf(fact: string): LatestQuery {
  return JSON.parse(fact.slice("latest:".length)) as LatestQuery;
}
