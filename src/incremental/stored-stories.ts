/** The summaries of all stories, and the map of the site that they make, as the last build had them. */
import { join } from "node:path";
import type { Lang, RawStory, Space } from "../content/model.ts";
import type { SiteStory } from "../content/model-entry.ts";
import type { StorySummaries } from "../content/site.ts";
import { createSiteModel, type SiteModel } from "../content/site-model.ts";
import type { StoryChange, StorySource } from "../content/site-stories.ts";
import { collectAssets, type StorySummary, summarizeStory } from "../content/story-summary.ts";
import type { CountWork } from "../content/work-counter.ts";
import type { PullResult } from "../fetch/pull-types.ts";
import type { OnDamaged } from "../files/checksum-file.ts";
import { shortHash } from "../files/short-hash.ts";
import { openStateTable, type RowChange } from "../files/state-table.ts";
import { type ByLanguage, byLanguage, forLanguage } from "../site/by-language.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";

/** Increase this when a summary's format, or that of the map's rows, changes. */
const VERSION = 11;

/** A story of one language's response, as a row: `hash id alternates JSON`, separated by tabs. */
class StoredStory implements SiteStory {
  readonly answer: Lang;
  readonly uuid: string;
  readonly row: string;
  #summary: WeakRef<StorySummary> | undefined;

  constructor(answer: Lang, uuid: string, row: string) {
    this.answer = answer;
    this.uuid = uuid;
    this.row = row;
  }

  /** Hash of the story as pulled. */
  get hash(): string {
    return this.row.slice(0, this.row.indexOf("\t"));
  }

  get id(): number {
    return Number(this.#columns()[1]);
  }

  get alternates(): readonly number[] {
    const [, , ids = ""] = this.#columns();
    return ids === "" ? [] : ids.split(",").map(Number);
  }

  /** Read from the row while somebody uses it. */
  get summary(): StorySummary {
    const known = this.#summary?.deref();
    if (known) return known;
    const read = JSON.parse(this.row.slice(this.row.lastIndexOf("\t") + 1)) as StorySummary; // as `rowOf` wrote it
    this.#summary = new WeakRef(read);
    return read;
  }

  /** Whether anything but the story's hash differs. */
  hasSameSummary(other: StoredStory): boolean {
    return this.row.slice(this.row.indexOf("\t")) === other.row.slice(other.row.indexOf("\t"));
  }

  #columns(): string[] {
    return this.row.split("\t", 3);
  }
}

function rowOf(hash: string, summary: StorySummary): string {
  return [hash, summary.id, summary.alternates.join(","), JSON.stringify(summary)].join("\t");
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
  /** The map of the site with these stories; `follow` takes the map along. */
  readonly model: SiteModel;
  /** Whether the state is as it was read or written last. */
  isCurrent(): boolean;
  /** Keeps the summary of a story while it is in memory, which saves reading it again. */
  record(hash: string, story: RawStory): void;
  /** Takes over the stories of a pull; answers in `without` are left empty. */
  follow(pulled: FollowedPull, without: readonly Lang[]): ChangedStories;
  summaries(): StorySummaries;
  /** URLs of all assets in the space, sorted. */
  assets(space: Pick<Space, "global">): string[];
  /** Stores what `follow` and the map's `apply` have changed. */
  save(snapshot: string): void;
}

interface Head {
  snapshot: string;
  /** Hash of what the map depends on besides the stories. */
  rules: string;
}

type SiteRules = Pick<ResolvedSite, "pageTypes" | "crops" | "translation" | "languages" | "home">;

/** How often each asset is used. */
const ASSET = "asset";
const STORY = "story";

/** The file can be deleted; every story is then read again. */
export function openStoredStories(
  stateDir: string,
  site: SiteRules,
  { onDamaged, count }: { onDamaged?: OnDamaged | undefined; count?: CountWork | undefined } = {},
): StoredStories {
  const codes = site.languages.map(({ code }) => code);
  const answers = site.translation === "folders" ? codes.slice(0, 1) : codes;
  const table = openStateTable<Head>(fileFor(stateDir, site), VERSION, onDamaged);
  const stories = byLanguage(answers, () => new Map<string, StoredStory>());
  const uses = new Map<string, number>();
  for (const [asset, count] of table.rows(ASSET)) uses.set(asset, Number(count));
  for (const [key, row] of table.rows(STORY)) {
    const space = key.indexOf(" ");
    const [answer, uuid] = [key.slice(0, space), key.slice(space + 1)];
    stories[answer]?.set(uuid, new StoredStory(answer, uuid, row));
  }
  let snapshot = table.head?.snapshot ?? "";
  const rules = rulesOf(site);
  const source: StorySource = {
    story: (answer, uuid) => stories[answer]?.get(uuid),
    all: (answer) => stories[answer]?.values() ?? [],
  };
  const isSameMap = table.head?.rules === rules;
  const model = createSiteModel(site, {
    source,
    count,
    ...(isSameMap && { saved: (kind: string) => table.rows(kind) }),
  });
  if (table.head && !isSameMap) model.apply(Object.values(stories).flatMap((own) => [...own.values()].map(cameFrom)));
  const recorded = new Map<string, string>();
  const changed = new Map<string, RowChange>();
  const change = (...row: RowChange) => changed.set(`${row[0]} ${row[1]}`, row);
  const countUses = (story: StoredStory | undefined, step: number) => {
    for (const asset of story?.summary.assets ?? []) {
      const left = (uses.get(asset) ?? 0) + step;
      if (left > 0) uses.set(asset, left);
      else uses.delete(asset);
      change(ASSET, asset, left > 0 ? String(left) : null);
    }
  };
  return {
    stories,
    model,
    isCurrent: table.isCurrent,
    get snapshot() {
      return snapshot;
    },
    record(hash, story) {
      recorded.set(hash, rowOf(hash, summarizeStory(story, site)));
    },
    follow(pulled, without) {
      const differs = byLanguage(answers, () => new Set<string>());
      const summaries: StoryChange[] = [];
      let hasOtherUses = false;
      const put = (answer: Lang, uuid: string, now: StoredStory | undefined) => {
        const own = forLanguage(stories, answer);
        const before = own.get(uuid);
        if (before?.hash === now?.hash) return;
        if (usesOf(before) !== usesOf(now)) {
          hasOtherUses = true;
          countUses(before, -1);
          countUses(now, 1);
        }
        if (now) own.set(uuid, now);
        else own.delete(uuid);
        change(STORY, `${answer} ${uuid}`, now?.row ?? null);
        forLanguage(differs, answer).add(uuid);
        if (!before || !now || !before.hasSameSummary(now)) summaries.push({ answer, uuid, before, now });
      };
      for (const answer of answers) {
        const own = forLanguage(stories, answer);
        const size = own.size;
        const isLeftOut = without.includes(answer);
        for (const { uuid, hash } of isLeftOut ? allOf(own) : (changesIn(answer, pulled) ?? compared(answer, pulled)))
          put(answer, uuid, hash === null ? undefined : storyOf(pulled.space, { answer, uuid, hash }));
        if (own.size > size) sortByKey(own);
      }
      recorded.clear();
      return { summaries, stories: differs, uses: hasOtherUses };
    },
    summaries: () =>
      byLanguage(answers, (answer) => [...forLanguage(stories, answer).values()].map((one) => one.summary)),
    assets({ global }) {
      const further = Object.values(global).flatMap((story) => collectAssets(story?.content, site.crops));
      return [...new Set([...uses.keys(), ...further])].sort();
    },
    save(id) {
      const rows: RowChange[] = [...changed.values(), ...model.changedRows()];
      if (rows.length > 0 || id !== snapshot || !isSameMap) table.save(rows, { snapshot: id, rules });
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
    const row = recorded.get(hash) ?? (story && rowOf(hash, summarizeStory(story, site)));
    return row === undefined ? undefined : new StoredStory(answer, uuid, row);
  }
}

/** A story, and the hash that it has now; null if it is gone. */
interface Difference {
  uuid: string;
  hash: string | null;
}

function cameFrom(now: StoredStory): StoryChange {
  return { answer: now.answer, uuid: now.uuid, before: undefined, now };
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
  return join(stateDir, "cache", `stories-${shortHash(JSON.stringify([listings, crops]))}.state`);
}

function rulesOf({ languages, translation, home, pageTypes }: SiteRules): string {
  return shortHash(JSON.stringify([languages, translation, home, pageTypes]));
}

function sortByKey(map: Map<string, StoredStory>): void {
  const sorted = [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  map.clear();
  for (const [key, value] of sorted) map.set(key, value);
}
