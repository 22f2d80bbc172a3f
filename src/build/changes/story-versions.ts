/** The stories as the last build had them and as they are now, with the alternates that they are linked with. */
import { alternatesByLanguage } from "../../content/link-translations.ts";
import type { Lang } from "../../content/model.ts";
import { compareText } from "../../content/rules/compare-text.ts";
import type { StorySummary } from "../../content/story-summary.ts";
import { KEYS, type Row, type StoredLinks } from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";
import type { ByLanguage } from "../../site/by-language.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { FullBuildNeeded } from "./full-build-needed.ts";

/** A story that was published or removed. */
export interface ChangedStory {
  /** Language of the API response it is in. */
  answer: Lang;
  uuid: string;
  before: StorySummary | undefined;
  now: StorySummary | undefined;
}

/** All stories at one time, read by key. */
export interface StoryVersion {
  /** A story's summary in one language's response. */
  summary(answer: Lang, uuid: string): StorySummary | undefined;
  /** The stories that a story lists as alternates, and those that list it. */
  linked(uuid: string): readonly StorySummary[];
  /** The one of each other language. */
  alternates(uuid: string): ByLanguage<string>;
}

export interface StoryVersions {
  before: StoryVersion;
  now: StoryVersion;
  /** What the changed stories change of the stored links. */
  linkRows: Row[];
}

export function openStoryVersions(
  stories: readonly ChangedStory[],
  { store, definition }: { store: Store; definition: ResolvedSite },
): StoryVersions {
  const hasLinks = store.get(KEYS.hasLinks) !== undefined;
  const storedLinks = (id: number): StoredLinks =>
    ((hasLinks ? store.get(KEYS.links(id)) : undefined) as StoredLinks | undefined) ?? NO_LINKS; // written by save-stories.ts
  const before = (answer: Lang, uuid: string) => storedSummary(store, answer, uuid);
  const byKey = new Map(stories.map((story) => [summaryKey(story.answer, story.uuid), story]));
  const now = (answer: Lang, uuid: string) => {
    const story = byKey.get(summaryKey(answer, uuid));
    return story ? story.now : before(answer, uuid);
  };
  const ofFirst = stories.filter(({ answer }) => answer === definition.languages[0].code);
  if (!hasLinks && ofFirst.some((story) => story.now?.alternates.length)) throw new FullBuildNeeded();
  const changed = hasLinks ? changedLinks(ofFirst, storedLinks) : new Map<number, StoredLinks>();
  return {
    before: storyVersion(before, storedLinks, definition),
    now: storyVersion(now, (id) => changed.get(id) ?? storedLinks(id), definition),
    linkRows: [...changed].map(([id, links]) => [KEYS.links(id), isEmpty(links) ? undefined : links]),
  };
}

const NO_LINKS: StoredLinks = { uuid: null, listedBy: [] };

function isEmpty({ uuid, listedBy }: StoredLinks): boolean {
  return uuid === null && listedBy.length === 0;
}

export function summaryKey(answer: Lang, uuid: string): string {
  return `${answer} ${uuid}`;
}

export function storedSummary(store: Store, answer: Lang, uuid: string): StorySummary | undefined {
  return store.get(KEYS.story(answer, uuid)) as StorySummary | undefined; // written by save-site.ts
}

function storyVersion(
  summary: StoryVersion["summary"],
  linksOf: (id: number) => StoredLinks,
  definition: ResolvedSite,
): StoryVersion {
  const [{ code }] = definition.languages;
  const linked = (uuid: string) => {
    const story = summary(code, uuid);
    if (!story) return [];
    const listed = story.alternates.flatMap((id) => linksOf(id).uuid ?? []);
    return [...listed, ...linksOf(story.id).listedBy].flatMap((other) => summary(code, other) ?? []);
  };
  const known = new Map<string, ByLanguage<string>>();
  const alternates = (uuid: string) => {
    const story = known.has(uuid) ? undefined : summary(code, uuid);
    if (story) known.set(uuid, alternatesByLanguage(story, linked(uuid), definition));
    return known.get(uuid) ?? {};
  };
  return { summary, linked, alternates };
}

/** The links of all stories that the changed ones list or have listed, and of those that come or go. */
function changedLinks(
  stories: readonly ChangedStory[],
  storedLinks: (id: number) => StoredLinks,
): Map<number, StoredLinks> {
  const changed = new Map<number, StoredLinks>();
  const change = (id: number, to: (links: StoredLinks) => Partial<StoredLinks>) => {
    const links = changed.get(id) ?? storedLinks(id);
    changed.set(id, { ...links, ...to(links) });
  };
  const others = ({ listedBy }: StoredLinks, uuid: string) => listedBy.filter((one) => one !== uuid);
  const moved = stories.filter(({ before, now }) => placeInLinks(before) !== placeInLinks(now));
  for (const { uuid, before } of moved) {
    if (before) change(before.id, () => ({ uuid: null }));
    for (const id of before?.alternates ?? []) change(id, (links) => ({ listedBy: others(links, uuid) }));
  }
  for (const { uuid, now } of moved) {
    if (now) change(now.id, () => ({ uuid }));
    for (const id of now?.alternates ?? [])
      change(id, (links) => ({ listedBy: [...others(links, uuid), uuid].sort(compareText) }));
  }
  return changed;
}

function placeInLinks(story: StorySummary | undefined): string {
  return JSON.stringify(story ? [story.id, story.alternates] : []);
}

/** These stories, and those whose translations follow from theirs: their alternates and the alternates of those. */
export function withLinked(uuids: ReadonlySet<string>, { before, now }: StoryVersions): Set<string> {
  const near = (from: ReadonlySet<string>) =>
    new Set([...from].flatMap((uuid) => [uuid, ...[before, now].flatMap(({ linked }) => linked(uuid).map(uuidOf))]));
  return near(near(uuids));
}

function uuidOf({ uuid }: StorySummary): string {
  return uuid;
}
