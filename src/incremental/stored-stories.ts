/** The summaries of all stories and the site's map, stored between builds. */
import { join } from "node:path";
import type { SiteStory } from "../content/map/model-entry.ts";
import type { StorySummaries } from "../content/map/site.ts";
import { createSiteModel, type SiteModel } from "../content/map/site-model.ts";
import { allStories, type StoryChange } from "../content/map/site-stories.ts";
import { collectAssets, type StorySummary, summarizeStory } from "../content/map/story-summary.ts";
import { responseLanguages } from "../content/rules/languages.ts";
import type { PullResult } from "../fetch/pull-types.ts";
import type { OnDamaged } from "../files/checksum-file.ts";
import { shortHash } from "../files/hash.ts";
import { openStateTable, type RowChange, toAscii } from "../files/state-table.ts";
import type { Lang, RawStory, Space } from "../site/api/model.ts";
import { type ByLanguage, byLanguage, forLanguage } from "../site/by-language.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import type { CountWork } from "../util/work-counter.ts";
import { codeVersion } from "./build-inputs-hash.ts";

/** Increase this when the format of the rows changes. */
const VERSION = 13;

/** A story of one language's response, as a row: `hash id alternates JSON`, separated by tabs. */
class StoredStory implements SiteStory {
  readonly responseLang: Lang;
  readonly uuid: string;
  readonly row: string;
  #summary: WeakRef<StorySummary> | undefined;

  constructor(responseLang: Lang, uuid: string, row: string) {
    this.responseLang = responseLang;
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

  /** Parsed on demand, and kept only as long as something refers to it. */
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

/** As the table keeps it, so that it is in memory once and equals the row that was read. */
function rowOf(hash: string, summary: StorySummary): string {
  return [hash, summary.id, summary.alternates.join(","), toAscii(JSON.stringify(summary))].join("\t");
}

export interface ChangedStories {
  /** Stories whose summary was added, removed or changed. */
  summaries: StoryChange[];
  /** Uuids of all stories that were added, removed or changed in any way, by the language of the response. */
  stories: ByLanguage<ReadonlySet<string>>;
  /** Whether stories use other assets, or stories with assets were added, removed or have another slug. */
  uses: boolean;
}

export type FollowedPull = Pick<PullResult, "space" | "changed" | "since">;

export interface StoredStories {
  /** By the language of the response and uuid, ordered by uuid after `follow`. */
  readonly stories: ByLanguage<ReadonlyMap<string, StoredStory>>;
  /** The snapshot that contains these stories; "" if none is known. */
  readonly snapshot: string;
  /** The site's map. After `follow`, its `apply` needs the returned summaries. */
  readonly model: SiteModel;
  /** Whether the state is as it was read or written last. */
  isCurrent(): boolean;
  /** Keeps the summary of a story while it is in memory, which saves reading it again. */
  record(hash: string, story: RawStory): void;
  /** Updates the stories from a pull; languages in `without` are left empty. */
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
  /** Version of the program whose rules made summaries and map. */
  program: string;
}

type SiteRules = Pick<ResolvedSite, "pageTypes" | "crops" | "translation" | "languages" | "home" | "path" | "linkedBy">;

/** Kinds of rows: how many stories use an asset, and stories. */
const ASSET = "asset";
const STORY = "story";

interface StoredStoriesOptions {
  /** The stored state is not used, and every story is read again, as when there is no file. */
  ignore?: boolean;
  onDamaged?: OnDamaged | undefined;
  count?: CountWork | undefined;
}

/** The file can be deleted; every story is then read again. */
export function openStoredStories(
  stateDir: string,
  site: SiteRules,
  { ignore = false, onDamaged, count }: StoredStoriesOptions = {},
): StoredStories {
  const responseLangs = responseLanguages(site);
  const table = openStateTable<Head>(fileFor(stateDir, site), VERSION, onDamaged);
  const program = codeVersion();
  const head = ignore || table.head?.program !== program ? null : table.head;
  if (!head) table.clear();
  const stories = byLanguage(responseLangs, () => new Map<string, StoredStory>());
  const uses = new Map<string, number>();
  for (const [asset, count] of table.rows(ASSET)) uses.set(asset, Number(count));
  for (const [key, row] of table.rows(STORY)) {
    const space = key.indexOf(" ");
    const [responseLang, uuid] = [key.slice(0, space), key.slice(space + 1)];
    stories[responseLang]?.set(uuid, new StoredStory(responseLang, uuid, row));
  }
  let snapshot = head?.snapshot ?? "";
  const rules = rulesOf(site);
  const isSameMap = head?.rules === rules;
  const model = createSiteModel(site, {
    source: stories,
    count,
    ...(isSameMap && { saved: (kind: string) => table.rows(kind) }),
  });
  if (head && !isSameMap) model.apply(allStories(stories));
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
      const differs = byLanguage(responseLangs, () => new Set<string>());
      const summaries: StoryChange[] = [];
      let hasOtherUses = false;
      const put = (responseLang: Lang, uuid: string, now: StoredStory | undefined) => {
        const own = forLanguage(stories, responseLang);
        const before = own.get(uuid);
        if (before?.hash === now?.hash) return;
        if (usesOf(before) !== usesOf(now)) {
          hasOtherUses = true;
          countUses(before, -1);
          countUses(now, 1);
        }
        if (now) own.set(uuid, now);
        else own.delete(uuid);
        change(STORY, `${responseLang} ${uuid}`, now?.row ?? null);
        forLanguage(differs, responseLang).add(uuid);
        if (!before || !now || !before.hasSameSummary(now)) summaries.push({ responseLang, uuid, before, now });
      };
      for (const responseLang of responseLangs) {
        const own = forLanguage(stories, responseLang);
        const size = own.size;
        const isLeftOut = without.includes(responseLang);
        for (const { uuid, hash } of isLeftOut
          ? allOf(own)
          : (changesIn(responseLang, pulled) ?? compared(responseLang, pulled)))
          put(responseLang, uuid, hash === null ? undefined : storyOf(pulled.space, { responseLang, uuid, hash }));
        if (own.size > size) sortByKey(own);
      }
      recorded.clear();
      return { summaries, stories: differs, uses: hasOtherUses };
    },
    summaries: () =>
      byLanguage(responseLangs, (responseLang) =>
        [...forLanguage(stories, responseLang).values()].map((one) => one.summary),
      ),
    assets({ global }) {
      const further = Object.values(global).flatMap((story) => collectAssets(story?.content, site.crops));
      return [...new Set([...uses.keys(), ...further])].sort();
    },
    save(id) {
      if (changed.size > 0 || id !== snapshot || !isSameMap)
        table.save(changedRows(), { snapshot: id, rules, program });
      changed.clear();
      snapshot = id;
    },
  };

  function* changedRows(): Iterable<RowChange> {
    yield* changed.values();
    yield* model.changedRows();
  }

  /** What the pull says has changed, if it was compared with the snapshot of these stories. */
  function changesIn(responseLang: Lang, { space, changed, since }: FollowedPull): Difference[] | null {
    if (since === null || since !== snapshot) return null;
    const { published = [], removed = [] } = changed[responseLang] ?? {};
    return [...published, ...removed].map((uuid) => ({ uuid, hash: space.hash(responseLang, uuid) ?? null }));
  }

  function* compared(responseLang: Lang, { space }: Pick<FollowedPull, "space">): Iterable<Difference> {
    const left = new Set(forLanguage(stories, responseLang).keys());
    for (const { uuid, hash } of space.index(responseLang)) {
      left.delete(uuid);
      yield { uuid, hash };
    }
    for (const uuid of left) yield { uuid, hash: null };
  }

  function storyOf(space: Space, { responseLang, uuid, hash }: { responseLang: Lang; uuid: string; hash: string }) {
    const known = forLanguage(stories, responseLang).get(uuid);
    if (known?.hash === hash) return known;
    const story = recorded.has(hash) ? undefined : space.story(responseLang, uuid);
    const row = recorded.get(hash) ?? (story && rowOf(hash, summarizeStory(story, site)));
    return row === undefined ? undefined : new StoredStory(responseLang, uuid, row);
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

/** A story's assets and its slug, which determines the languages that use them; "" without assets. */
function usesOf(story: StoredStory | undefined): string {
  const { assets = [], fullSlug } = story?.summary ?? {};
  return assets.length === 0 ? "" : JSON.stringify([fullSlug, assets]);
}

/** A summary depends on which blocks are listings and on how images are cropped. */
function fileFor(stateDir: string, { pageTypes, crops, languages }: SiteRules): string {
  const listings = Object.entries(pageTypes).map(([name, { listing }]) => [name, listing]);
  const hasTexts = languages.some(({ fallback }) => fallback !== undefined) ? [true] : [];
  return join(stateDir, "cache", `stories-${shortHash(JSON.stringify([listings, crops, ...hasTexts]))}.state`);
}

function rulesOf({ languages, translation, home, pageTypes, path, linkedBy }: SiteRules): string {
  const further = [...(path === "real" ? [path] : []), ...(linkedBy === undefined ? [] : [{ linkedBy }])];
  return shortHash(JSON.stringify([languages, translation, home, pageTypes, ...further]));
}

function sortByKey(map: Map<string, StoredStory>): void {
  const sorted = [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  map.clear();
  for (const [key, value] of sorted) map.set(key, value);
}
