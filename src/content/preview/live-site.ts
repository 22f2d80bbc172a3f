/** The published site from its preview index, with the edited stories applied. */

import type { Lang, StoryEntry } from "../../site/api/model.ts";
import { inSpaceOf } from "../../site/spaces.ts";
import type { AssetLookup } from "../assets/asset.ts";
import { remoteAsset } from "../assets/remote-asset.ts";
import type { ListingRules } from "../lists/listing.ts";
import { groupByType, sortEntries } from "../lists/order.ts";
import type { SourceIndex } from "../lists/source-values.ts";
import { createStoryLists } from "../lists/story-lists.ts";
import { type Site, UNKNOWN_ENTRY } from "../map/site.ts";
import { decodeAsset } from "./asset-code.ts";
import { NotInPreview } from "./not-in-preview.ts";
import type { PreviewIndex } from "./preview-index.ts";

export type LiveSite = ReturnType<typeof openLiveSite>;

export function openLiveSite(
  index: PreviewIndex,
  rules: ListingRules,
  sources: Readonly<Record<string, SourceIndex>> = {},
) {
  const { pageTypes } = rules;
  const { lang } = index;
  const own = new Map(index.stories.map((story) => [story.uuid, { tags: [], ...story, lang }]));
  // Stories of other languages are known by path and name only, so they are in no list.
  const elsewhere = new Map<Lang, Map<string, StoryEntry>>();
  const foreign = new Set(index.elsewhere.map(({ uuid }) => uuid));
  for (const story of index.elsewhere) {
    const stories = elsewhere.get(story.lang) ?? new Map<string, StoryEntry>();
    elsewhere.set(story.lang, stories.set(story.uuid, { ...UNKNOWN_ENTRY, ...story }));
  }
  const published = new Map([...own.values()].map((entry) => [entry.id, entry]));
  const byType = groupByType(own.values(), pageTypes);
  const byPath = new Map([...own.values()].map((entry) => [entry.path, entry]));
  const site: Site = {
    entries: { [lang]: own, ...Object.fromEntries(elsewhere) },
    byPath,
    routes: [],
    routesOf: () => [],
    paths: new Set([...byPath.keys(), ...index.listingsElsewhere]),
    lists: { [lang]: createStoryLists(byType, inSpaceOf(rules, lang)) },
    problems: [],
  };
  return {
    lang,
    index,
    site,
    assets: assetLookup(index),
    /** A source that was published for the preview; throws NotInPreview for another. */
    values(name: string): SourceIndex {
      if (Object.hasOwn(sources, name) && sources[name]) return sources[name];
      throw new NotInPreview(
        `The preview has no values of the source "${name}", since it does not say \`preview: true\`.`,
      );
    },
    /** The published entry of a story, by the editor's id. */
    published: (id: number): StoryEntry | undefined => published.get(id),
    /** Adds an edited entry; lists show it where the published site has it. */
    put(entry: StoryEntry): void {
      own.set(entry.uuid, entry);
      byPath.set(entry.path, entry);
      const group = byType.get(entry.component);
      const at = group?.findIndex(({ uuid }) => uuid === entry.uuid) ?? -1;
      if (!group || at === -1) return;
      group[at] = entry;
      sortEntries(group, pageTypes);
      site.lists = { [lang]: createStoryLists(byType, inSpaceOf(rules, lang)) };
    },
    /** Adds stories that the site has in no language, for cards and links but not for lists. */
    addUnlisted(entries: Iterable<StoryEntry>): void {
      for (const entry of entries) if (!own.has(entry.uuid) && !foreign.has(entry.uuid)) own.set(entry.uuid, entry);
    },
  };
}

/** Mirrored assets as published; newer ones at their own URL. */
function assetLookup({ assets, assetHosts }: PreviewIndex): AssetLookup {
  return (filename) => {
    // The embedded service's asset URLs include its origin, which a build removes.
    const code = assets[filename] ?? assets[filename.replace(/^https?:\/\/[^/]+(?=\/f\/)/, "")];
    return code ? decodeAsset(code) : remoteAsset(filename, { origin: "", further: assetHosts });
  };
}
