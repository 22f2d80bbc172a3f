/** The second pass over a folder: expands the content once every story's uuid is known. */

import { sha1, storyUuid } from "../identity.ts";
import type { SpaceInfo, StoredStory } from "../model.ts";
import type { AssetIndex } from "./asset-index.ts";
import { type ParsedStory, storedStory } from "./story-file.ts";

/**
 * By file: the parsed and the expanded story. A story is expanded again only if something it may refer to has changed.
 */
export type StoryCache = Map<string, { stamp: string; parsed: ParsedStory; expanded?: ExpandedStory }>;

interface ExpandedStory {
  /** Hash of everything besides the story itself that expanding depends on. */
  surroundings: string;
  story: StoredStory;
  missing: string[];
}

export function expandStories(
  parsed: readonly ParsedStory[],
  of: { info: SpaceInfo; assets: AssetIndex; formerSlugs: ReadonlyMap<string, string>; stories: StoryCache },
) {
  const { info, assets, formerSlugs, stories: memory } = of;
  const uuids = new Map(parsed.map((story) => [story.slugPath, story.uuid]));
  const uuidOf = uuidLookup(uuids, formerSlugs);
  const files = [...assets.values()].map(({ path, hash, size }) => [path, hash, size]);
  const surroundings = sha1(JSON.stringify([info.id, info.languages, [...uuids], [...formerSlugs], files]));
  const expanded = parsed.map((story) => {
    const record = memory.get(story.file);
    if (record?.parsed === story && record.expanded?.surroundings === surroundings) return record.expanded;
    const made = { surroundings, ...expandOne(story, { info, assets, uuidOf }) };
    if (record?.parsed === story) record.expanded = made;
    return made;
  });
  return { stories: expanded.map(({ story }) => story), notices: missingNotices(parsed, expanded) };
}

/** The uuid of the story at a path, now or formerly; a path without a story has one too. */
export function uuidLookup(
  uuids: ReadonlyMap<string, string>,
  formerSlugs: ReadonlyMap<string, string>,
): (slugPath: string) => string {
  const present = new Set(uuids.values());
  return (slugPath) => {
    const former = formerSlugs.get(slugPath);
    return uuids.get(slugPath) ?? (former && present.has(former) ? former : storyUuid(slugPath));
  };
}

export function expandOne(
  parsed: ParsedStory,
  { info, assets, uuidOf }: { info: SpaceInfo; assets: AssetIndex; uuidOf(slugPath: string): string },
): { story: StoredStory; missing: string[] } {
  const missing: string[] = [];
  const asset = (path: string) => {
    const known = assets.get(path);
    if (!known) missing.push(path);
    return known ?? { path, hash: "0000000000", size: "x" };
  };
  const context = { file: parsed.file, spaceId: info.id, storyUuid: parsed.uuid, uuidOf, asset };
  return { story: storedStory(parsed, { info, context, groupOf: uuidOf }), missing };
}

/** One notice for all: while pictures are still being created, dozens may be missing. */
function missingNotices(parsed: readonly ParsedStory[], expanded: readonly { missing: string[] }[]): string[] {
  const missing = new Map<string, string>();
  for (const [index, { file }] of parsed.entries()) {
    for (const path of expanded[index]?.missing ?? []) if (!missing.has(path)) missing.set(path, file);
  }
  if (missing.size === 0) return [];
  const first = [...missing].slice(0, 3).map(([path, file]) => `assets/${path} (named in ${file})`);
  const more = missing.size > first.length ? ` and ${missing.size - first.length} more` : "";
  return [`Missing in the space folder: ${first.join(", ")}${more}.`];
}
