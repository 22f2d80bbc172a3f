/** The summaries of all stories as the last build had them, by which the next one knows which stories have changed. */
import { join } from "node:path";
import type { OnDamaged } from "../checksum-file.ts";
import type { Lang, RawStory, Space } from "../content/model.ts";
import type { StorySummaries } from "../content/site.ts";
import type { StoryChange } from "../content/site-stories.ts";
import { collectAssets, type StorySummary, summarizeStory } from "../content/story-summary.ts";
import type { PullResult } from "../fetch/pull-types.ts";
import { shortHash } from "../short-hash.ts";
import { type ByLanguage, byLanguage, forLanguage } from "../site/by-language.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { openStateLog } from "../state-log.ts";

/** Increase this when a summary's format changes. */
const VERSION = 9;

/** A story of one language's response. */
export interface StoredStory {
  /** Hash of the story as pulled. */
  hash: string;
  summary: StorySummary;
  /** Hash of the summary. */
  fingerprint: string;
}

/** What differs from the last build. */
export interface ChangedStories {
  /** Stories whose summary differs, came or went. */
  summaries: StoryChange[];
  /** Uuids of all stories that differ in anything, came or went, by the language of the response. */
  stories: ByLanguage<ReadonlySet<string>>;
  /** Whether stories use other assets, or those that use some came, went or have another slug. */
  uses: boolean;
}

/** A pull: the space, and what has changed in it since a snapshot. */
export type FollowedPull = Pick<PullResult, "space" | "changed" | "since">;

export interface StoredStories {
  /** By the language of the response and uuid, ordered by uuid after `follow`. */
  readonly stories: ByLanguage<ReadonlyMap<string, StoredStory>>;
  /** The snapshot that they are of; "" if none is known. */
  readonly snapshot: string;
  /** Whether the state is as it was read or written last. */
  isCurrent(): boolean;
  /** Keeps the summary of a story while it is in memory, which saves reading it again. */
  record(hash: string, story: RawStory): void;
  /** Takes over the stories of a pull; answers in `without` are left empty. */
  follow(pulled: FollowedPull, without: readonly Lang[]): ChangedStories;
  summaries(): StorySummaries;
  /** URLs of all assets in the space, sorted. */
  assets(space: Pick<Space, "global">): string[];
  /** Stores what `follow` has changed. */
  save(snapshot: string): void;
}

type Row = readonly [answer: Lang, uuid: string, hash?: string, summary?: StorySummary, fingerprint?: string];

/** The file can be deleted; every story is then read again. */
export function openStoredStories(
  stateDir: string,
  site: Pick<ResolvedSite, "pageTypes" | "crops" | "translation" | "languages">,
  onDamaged?: OnDamaged,
): StoredStories {
  const codes = site.languages.map(({ code }) => code);
  const answers = site.translation === "folders" ? codes.slice(0, 1) : codes;
  const log = openStateLog<string, Row>(fileFor(stateDir, site), VERSION, onDamaged);
  const stories = byLanguage(answers, () => new Map<string, StoredStory>());
  for (const [answer, uuid, hash, summary, fingerprint] of log.rows) {
    const own = stories[answer];
    if (hash && summary && fingerprint) own?.set(uuid, { hash, summary, fingerprint });
    else own?.delete(uuid);
  }
  let outdated = log.rows.length - countOf(stories);
  let snapshot = log.head ?? "";
  log.rows = [];
  const share = sharedAddresses();
  const recorded = new Map<string, StoredStory>();
  const changed = new Map<string, Row>();
  /** URLs of the stories' assets, sorted. */
  let usedAssets: string[] | null = null;
  const summarized = (hash: string, story: RawStory): StoredStory => {
    const summary = share(summarizeStory(story, site));
    return { hash, summary, fingerprint: shortHash(JSON.stringify(summary)) };
  };
  const note = (answer: Lang, uuid: string, story?: StoredStory) => {
    changed.set(
      `${answer} ${uuid}`,
      story ? [answer, uuid, story.hash, story.summary, story.fingerprint] : [answer, uuid],
    );
  };
  return {
    stories,
    isCurrent: log.isCurrent,
    get snapshot() {
      return snapshot;
    },
    record(hash, story) {
      recorded.set(hash, summarized(hash, story));
    },
    follow(pulled, without) {
      const differs = byLanguage(answers, () => new Set<string>());
      const summaries: StoryChange[] = [];
      let uses = false;
      const put = (answer: Lang, uuid: string, story: StoredStory | undefined) => {
        const own = forLanguage(stories, answer);
        const before = own.get(uuid);
        if (before?.hash === story?.hash) return;
        uses ||= usesOf(before) !== usesOf(story);
        if (story) own.set(uuid, story);
        else own.delete(uuid);
        note(answer, uuid, story);
        forLanguage(differs, answer).add(uuid);
        if (before?.fingerprint !== story?.fingerprint) summaries.push({ answer, uuid, summary: story?.summary });
      };
      for (const answer of answers) {
        const own = forLanguage(stories, answer);
        const count = own.size;
        const isLeftOut = without.includes(answer);
        for (const { uuid, hash } of isLeftOut ? allOf(own) : (changesIn(answer, pulled) ?? compared(answer, pulled)))
          put(answer, uuid, hash === null ? undefined : storyOf(pulled.space, { answer, uuid, hash }));
        if (own.size > count) sortByKey(own);
      }
      recorded.clear();
      if (uses) usedAssets = null;
      return { summaries, stories: differs, uses };
    },
    summaries: () =>
      byLanguage(answers, (answer) => [...forLanguage(stories, answer).values()].map((one) => one.summary)),
    assets({ global }) {
      usedAssets ??= [
        ...new Set(Object.values(stories).flatMap((own) => [...own.values()].flatMap(({ summary }) => summary.assets))),
      ].sort();
      const used = usedAssets;
      const known = new Set(used);
      const further = new Set(Object.values(global).flatMap((story) => collectAssets(story?.content, site.crops)));
      return [...further].every((asset) => known.has(asset)) ? used : [...new Set([...used, ...further])].sort();
    },
    save(id) {
      if (changed.size === 0 && id === snapshot) return;
      const all = function* (): Iterable<Row> {
        for (const [answer, own] of Object.entries(stories))
          for (const [uuid, { hash, summary, fingerprint }] of own) yield [answer, uuid, hash, summary, fingerprint];
      };
      const count = countOf(stories);
      if (outdated + changed.size > count / 2) {
        log.replace(all(), id);
        outdated = 0;
      } else {
        log.append(changed.values(), id, all);
        outdated += changed.size;
      }
      changed.clear();
      snapshot = id;
    },
  };

  /** What the pull says has changed, if it was compared with the snapshot of these stories. */
  function changesIn(answer: Lang, { space, changed, since }: FollowedPull): Difference[] | null {
    if (since === null || since !== snapshot) return null;
    const { published = [], removed = [] } = changed.stories[answer] ?? {};
    return [...published, ...removed].map((uuid) => ({ uuid, hash: space.hash(answer, uuid) ?? null }));
  }

  function* compared(answer: Lang, { space }: Pick<FollowedPull, "space">): Iterable<Difference> {
    const left = new Set(forLanguage(stories, answer).keys());
    for (const { uuid, hash } of space.index(answer)) {
      left.delete(uuid);
      yield { uuid, hash };
    }
    for (const uuid of left) yield { uuid, hash: null };
  }

  function storyOf(space: Space, { answer, uuid, hash }: { answer: Lang; uuid: string; hash: string }) {
    const known = forLanguage(stories, answer).get(uuid);
    if (known?.hash === hash) return known;
    const story = recorded.has(hash) ? undefined : space.story(answer, uuid);
    return recorded.get(hash) ?? (story && summarized(hash, story));
  }
}

/** A story, and the hash that it has now; null if it is gone. */
interface Difference {
  uuid: string;
  hash: string | null;
}

function allOf(stories: ReadonlyMap<string, StoredStory>): Difference[] {
  return [...stories.keys()].map((uuid) => ({ uuid, hash: null }));
}

/** The assets that a story uses, and the slug by which it counts for a language; "" if there are none. */
function usesOf(story: StoredStory | undefined): string {
  const { assets = [], fullSlug } = story?.summary ?? {};
  return assets.length === 0 ? "" : JSON.stringify([fullSlug, assets]);
}

/** A summary depends on which blocks are listings and on how images are cropped. */
function fileFor(stateDir: string, { pageTypes, crops }: Pick<ResolvedSite, "pageTypes" | "crops">): string {
  const listings = Object.entries(pageTypes).map(([name, { listing }]) => [name, listing]);
  return join(stateDir, "cache", `stories-${shortHash(JSON.stringify([listings, crops]))}.ndjson`);
}

function countOf(stories: ByLanguage<ReadonlyMap<string, StoredStory>>): number {
  return Object.values(stories).reduce((sum, { size }) => sum + size, 0);
}

function sortByKey(map: Map<string, StoredStory>): void {
  const sorted = [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  map.clear();
  for (const [key, value] of sorted) map.set(key, value);
}

/** Many stories refer to the same assets: memory holds each address once. */
function sharedAddresses(): (summary: StorySummary) => StorySummary {
  const addresses = new Map<string, string>();
  const shared = (address: string) => {
    const known = addresses.get(address) ?? address;
    addresses.set(known, known);
    return known;
  };
  const shareIn = (fields: object) => {
    for (const [key, value] of Object.entries(fields)) {
      if (typeof value === "object" && value !== null) shareIn(value);
      // Equal texts, so nobody who has the story notices.
      else if (key === "filename" && typeof value === "string") Object.assign(fields, { filename: shared(value) });
    }
  };
  return (summary) => {
    shareIn(summary.fields);
    return { ...summary, assets: summary.assets.map(shared) };
  };
}
