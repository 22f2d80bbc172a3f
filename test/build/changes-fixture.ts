import type { RawStory, StoryEntry } from "../../src/content/model.ts";
import { buildEntry } from "../../src/content/site.ts";
import { summarizeStory } from "../../src/content/story-summary.ts";
import type { Row, StoredPage } from "../../src/incremental/store/rows.ts";
import type { Store } from "../../src/incremental/store/store.ts";
import { definition } from "../helpers/definition.ts";

/** What a build stored, in memory. */
export function storeOf(rows: readonly Row[]): Store {
  const values = new Map(rows);
  return {
    get: (key) => values.get(key),
    update: (changed) => {
      for (const [key, value] of changed) values.set(key, value);
    },
    close: () => undefined,
  };
}

/** A story's page in a language of the sample site. */
export function entryOf(story: RawStory, lang = "en"): StoryEntry {
  return buildEntry(summarizeStory(story, definition), lang, definition);
}

/** What a build stored of a page. */
export function storedPage(given: Partial<StoredPage> = {}): StoredPage {
  return {
    number: 0,
    lang: "en",
    uuid: "a",
    listing: null,
    html: ["html", 1, 1],
    payload: ["payload", 1, 1],
    loose: [],
    ...given,
  };
}
