import { setTimeout as sleep } from "node:timers/promises";
import { type SiteStory, siteStory } from "../content/map/model-entry.ts";
import type { MapRules, Site, StorySummaries } from "../content/map/site.ts";
import { createSiteModel, type SiteModel } from "../content/map/site-model.ts";
import { allStories } from "../content/map/site-stories.ts";
import { collectAssets, type StorySummary, type SummaryRules, summarizeStory } from "../content/map/story-summary.ts";
import { responseLanguages } from "../content/rules/languages.ts";
import { createPullPlan, globalStoryLanguages } from "../fetch/pull-plan.ts";
import { recordFieldsOf } from "../fetch/snapshot/story-records.ts";
import { unknownLanguages } from "../generate/map-space.ts";
import type { Lang, RawStory, Space } from "../site/api/model.ts";
import { type ByLanguage, byLanguage, forLanguage } from "../site/by-language.ts";
import { inSpaceOf } from "../site/spaces.ts";
import { compareText } from "../util/compare-text.ts";
import { type DraftClient, RECENT_PER_REQUEST } from "./draft-client.ts";

export interface PulledDrafts {
  space: Space & { close(): void };
  /** Codes of the space's languages besides the default one; null if unknown. */
  spaceLanguages: string[] | null;
}

export type DraftSpace = Awaited<ReturnType<typeof openDraftSpace>>;

const CHECK_MS = 1000;
/** A large space takes long to pull: until then a page is shown with what is known. */
const MAX_WAIT_MS = 1500;

interface State {
  pulled: PulledDrafts;
  /** Languages whose answers are the default language's: the map has none of them. */
  unknown: readonly Lang[];
  version: number;
  newest: string;
  /** Stories requested since the pull. */
  fresh: ByLanguage<Map<string, RawStory>>;
  stories: ByLanguage<Map<string, SiteStory>>;
  model: SiteModel;
  global: ByLanguage<RawStory | null>;
}

/** All drafts of the space, updated by single requests. Nothing is stored on disk. */
export async function openDraftSpace(options: {
  site: DraftRules;
  client: DraftClient;
  pull: () => Promise<PulledDrafts>;
}) {
  const { client, pull, site } = options;
  const languages = responseLanguages(site);
  let state = await load(await client.version().catch(() => 0));
  let revision = 1;
  let checked = Date.now();
  let pulling: Promise<void> | null = null;

  async function load(version: number): Promise<State> {
    return stateOf(await pull(), version, site);
  }

  function repull(version: number): Promise<void> {
    pulling ??= load(version)
      .then((next) => {
        state.pulled.space.close();
        state = next;
        revision += 1;
      })
      .finally(() => {
        pulling = null;
      });
    return pulling;
  }

  const take = (lang: Lang, story: RawStory) => {
    if (put(state, lang, story, site)) revision += 1;
  };

  return {
    /** One object that always reflects the newest state. */
    space: spaceOf(() => state),
    /** The map of the site, which follows every change. */
    get site(): Site {
      return state.model.site;
    },
    summaries: (): StorySummaries => byLanguage(languages, (lang) => sorted(forLanguage(state.stories, lang))),
    /** URLs of all assets in the drafts. */
    assets: () => assetsOf(state, site),
    /** Increases with every change. */
    revision: () => revision,
    /** Requests one story again, in every language. */
    async refresh(id: number): Promise<void> {
      const stories = await Promise.all(languages.map((lang) => client.story(id, lang)));
      for (const [index, lang] of languages.entries()) {
        const story = stories[index];
        if (story) take(lang, story);
        else if (remove(state, lang, id)) revision += 1;
      }
    },
    /** Requests everything saved or published since; at most once per second. */
    async catchUp(): Promise<void> {
      if (Date.now() - checked < CHECK_MS) return;
      checked = Date.now();
      // If the version cannot be read, recent changes are used instead.
      const latestVersion = client.version().catch(() => state.version);
      const [version, ...recent] = await Promise.all([latestVersion, ...languages.map((lang) => client.recent(lang))]);
      const isFlood = recent.some(
        (stories) => stories.length === RECENT_PER_REQUEST && oldestOf(stories) > state.newest,
      );
      for (const [index, lang] of languages.entries()) for (const story of recent[index] ?? []) take(lang, story);
      if (version === state.version && !isFlood) return;
      await Promise.race([repull(version), sleep(MAX_WAIT_MS, undefined, { ref: false })]);
    },
    close: () => state.pulled.space.close(),
  };
}

type DraftRules = Parameters<typeof createPullPlan>[0] & SummaryRules & MapRules;

function stateOf(pulled: PulledDrafts, version: number, site: DraftRules): State {
  const languages = responseLanguages(site);
  const stories = byLanguage(languages, () => new Map<string, SiteStory>());
  const unknown = unknownLanguages(site, pulled.spaceLanguages);
  const mapped = Object.fromEntries(Object.entries(stories).filter(([lang]) => !unknown.includes(lang)));
  const state: State = {
    pulled,
    unknown,
    version,
    newest: "",
    fresh: byLanguage(languages, () => new Map()),
    stories,
    model: createSiteModel(site, { source: mapped }),
    global: { ...pulled.space.global },
  };
  for (const lang of languages) {
    for (const story of pulled.space.stories(lang)) {
      forLanguage(stories, lang).set(story.uuid, siteStory(lang, summarizeDraft(story, site)));
      if ((story.updated_at ?? "") > state.newest) state.newest = story.updated_at ?? "";
    }
  }
  state.model.apply(allStories(mapped));
  return state;
}

/** Applies a changed or removed story to the map. */
function follow(
  state: State,
  { responseLang, uuid, now }: { responseLang: Lang; uuid: string; now: SiteStory | undefined },
): void {
  const own = forLanguage(state.stories, responseLang);
  const before = own.get(uuid);
  if (now) own.set(uuid, now);
  else own.delete(uuid);
  if (!state.unknown.includes(responseLang)) state.model.apply([{ responseLang, uuid, before, now }]);
}

/** Stores a story; false if it has not changed. */
function put(state: State, lang: Lang, story: RawStory, site: DraftRules): boolean {
  const plan = createPullPlan(inSpaceOf(site, lang));
  const globals = globalStoryLanguages(plan, recordFieldsOf(plan, lang, story).defaultSlug);
  // With a folder for each language, the default language's response holds the global stories of all.
  const shared = plan.folders.length > 0 ? globals : globals.filter((one) => one === lang);
  const known = shared[0] === undefined ? storyOf(state, lang, story.uuid) : state.global[shared[0]];
  if ((story.updated_at ?? "") > state.newest) state.newest = story.updated_at ?? "";
  if (known && JSON.stringify(known) === JSON.stringify(story)) return false;
  for (const one of shared) state.global[one] = story;
  if (shared.length === 0) {
    forLanguage(state.fresh, lang).set(story.uuid, story);
    const now = siteStory(lang, summarizeDraft(story, site));
    follow(state, { responseLang: lang, uuid: story.uuid, now });
  }
  return true;
}

function remove(state: State, lang: Lang, id: number): boolean {
  const gone = [...forLanguage(state.stories, lang).values()].find((story) => story.id === id);
  if (!gone) return false;
  forLanguage(state.fresh, lang).delete(gone.uuid);
  follow(state, { responseLang: lang, uuid: gone.uuid, now: undefined });
  return true;
}

function storyOf(state: State, lang: Lang, uuid: string): RawStory | undefined {
  if (!forLanguage(state.stories, lang).has(uuid)) return undefined;
  return forLanguage(state.fresh, lang).get(uuid) ?? state.pulled.space.story(lang, uuid);
}

/** In a draft, languages that are not published are included, since editors want to see them. */
function summarizeDraft(story: RawStory, rules: SummaryRules): StorySummary {
  const summary = summarizeStory(story, rules);
  return { ...summary, translatedSlugs: summary.translatedSlugs.map((slug) => ({ ...slug, published: null })) };
}

function spaceOf(state: () => State): Space {
  const uuids = (lang: Lang) => sorted(forLanguage(state().stories, lang)).map((summary) => summary.uuid);
  return {
    get cv() {
      return state().version;
    },
    get global() {
      return state().global;
    },
    get datasources() {
      return state().pulled.space.datasources;
    },
    *stories(lang) {
      for (const uuid of uuids(lang)) {
        const story = storyOf(state(), lang, uuid);
        if (story) yield story;
      }
    },
    // Hashes are only needed for incremental builds, which never use drafts.
    index: (lang) => uuids(lang).map((uuid) => ({ uuid, hash: "" })),
    story: (lang, uuid) => storyOf(state(), lang, uuid),
  };
}

function sorted(stories: ReadonlyMap<string, SiteStory>): StorySummary[] {
  return [...stories.values()].map(({ summary }) => summary).sort((a, b) => compareText(a.uuid, b.uuid));
}

function assetsOf({ stories, global }: State, { crops }: SummaryRules): Set<string> {
  const found = new Set<string>();
  for (const own of Object.values(stories)) {
    for (const { summary } of own.values()) for (const asset of summary.assets) found.add(asset);
  }
  for (const story of Object.values(global)) for (const asset of collectAssets(story?.content, crops)) found.add(asset);
  return found;
}

function oldestOf(stories: readonly RawStory[]): string {
  return stories.at(-1)?.updated_at ?? "";
}
