import { setTimeout as sleep } from "node:timers/promises";
import { collectAssets, digestStory, type StoryDigest } from "../../content/digest.ts";
import type { Lang, RawStory, Space } from "../../content/model.ts";
import type { Digests } from "../../content/site.ts";
import { type DraftClient, isGlobalStory, RECENT } from "./draft-client.ts";

/** A pull of all drafts. */
export interface PulledDrafts {
  space: Space & { close(): void };
}

/** All drafts of the space as far as known, kept up to date question by question. Nothing of it is on disk. */
export interface DraftSpace {
  /** One object that always shows the newest state. */
  readonly space: Space;
  digests(): Digests;
  /** Addresses of the assets that the drafts refer to. */
  assets(): Set<string>;
  /** Rises with every change. */
  revision(): number;
  /** Asks for one story again. */
  freshen(id: number, langs: readonly Lang[]): Promise<void>;
  /** Looks for what else was saved or published; at most once a second. */
  catchUp(): Promise<void>;
  close(): void;
}

const LANGS: readonly Lang[] = ["en", "de"];
const CHECK_MS = 1000;
/** A large space takes long to pull: the page is then shown with what is known. */
const PATIENCE_MS = 1500;

interface State {
  pulled: PulledDrafts;
  version: number;
  newest: string;
  /** Stories that were fetched since the pull. */
  fresh: Record<Lang, Map<string, RawStory>>;
  digests: Record<Lang, Map<string, StoryDigest>>;
  global: Record<Lang, RawStory | null>;
}

export async function openDraftSpace(options: {
  client: DraftClient;
  pull: () => Promise<PulledDrafts>;
}): Promise<DraftSpace> {
  const { client, pull } = options;
  let state = await load(await client.version().catch(() => 0));
  let revision = 1;
  let checked = Date.now();
  let pulling: Promise<void> | null = null;

  async function load(version: number): Promise<State> {
    return stateOf(await pull(), version);
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
    if (put(state, lang, story)) revision += 1;
  };

  return {
    space: spaceOf(() => state),
    digests: () => ({ en: sorted(state.digests.en), de: sorted(state.digests.de) }),
    assets: () => assetsOf(state),
    revision: () => revision,
    async freshen(id, langs) {
      const stories = await Promise.all(langs.map((lang) => client.story(id, lang)));
      for (const [index, lang] of langs.entries()) {
        const story = stories[index];
        if (story) take(lang, story);
        else if (remove(state, lang, id)) revision += 1;
      }
    },
    async catchUp() {
      if (Date.now() - checked < CHECK_MS) return;
      checked = Date.now();
      // Where the version cannot be read, the recent changes have to do.
      const asked = client.version().catch(() => state.version);
      const [version, ...recent] = await Promise.all([asked, ...LANGS.map((lang) => client.recent(lang))]);
      const isFlood = recent.some((stories) => stories.length === RECENT && oldestOf(stories) > state.newest);
      for (const [index, lang] of LANGS.entries()) for (const story of recent[index] ?? []) take(lang, story);
      if (version === state.version && !isFlood) return;
      await Promise.race([repull(version), sleep(PATIENCE_MS, undefined, { ref: false })]);
    },
    close: () => state.pulled.space.close(),
  };
}

function stateOf(pulled: PulledDrafts, version: number): State {
  const { global } = pulled.space;
  const state: State = {
    pulled,
    version,
    newest: "",
    fresh: { en: new Map(), de: new Map() },
    digests: { en: new Map(), de: new Map() },
    global: { en: global.en, de: global.de },
  };
  for (const lang of LANGS) {
    for (const story of pulled.space.stories(lang)) {
      state.digests[lang].set(story.uuid, digestDraft(story));
      if ((story.updated_at ?? "") > state.newest) state.newest = story.updated_at ?? "";
    }
  }
  return state;
}

/** Takes a story in; false when it is as it was. */
function put(state: State, lang: Lang, story: RawStory): boolean {
  const isGlobal = isGlobalStory(lang, story);
  const known = isGlobal ? state.global[lang] : storyOf(state, lang, story.uuid);
  if ((story.updated_at ?? "") > state.newest) state.newest = story.updated_at ?? "";
  if (known && JSON.stringify(known) === JSON.stringify(story)) return false;
  if (isGlobal) state.global[lang] = story;
  else {
    state.fresh[lang].set(story.uuid, story);
    state.digests[lang].set(story.uuid, digestDraft(story));
  }
  return true;
}

function remove(state: State, lang: Lang, id: number): boolean {
  const gone = [...state.digests[lang].values()].find((digest) => digest.id === id);
  if (!gone) return false;
  state.fresh[lang].delete(gone.uuid);
  return state.digests[lang].delete(gone.uuid);
}

function storyOf(state: State, lang: Lang, uuid: string): RawStory | undefined {
  if (!state.digests[lang].has(uuid)) return undefined;
  return state.fresh[lang].get(uuid) ?? state.pulled.space.story(lang, uuid);
}

/** In a draft a language that is not published yet is there as well: an editor wants to see it. */
function digestDraft(story: RawStory): StoryDigest {
  const digest = digestStory(story);
  return { ...digest, translatedSlugs: digest.translatedSlugs.map((slug) => ({ ...slug, published: null })) };
}

function spaceOf(state: () => State): Space {
  const uuids = (lang: Lang) => sorted(state().digests[lang]).map((digest) => digest.uuid);
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
    // Hashes serve incremental builds; a draft is never built.
    index: (lang) => uuids(lang).map((uuid) => ({ uuid, hash: "" })),
    story: (lang, uuid) => storyOf(state(), lang, uuid),
    json: (lang, uuid) => JSON.stringify(storyOf(state(), lang, uuid)),
  };
}

function sorted(digests: ReadonlyMap<string, StoryDigest>): StoryDigest[] {
  return [...digests.values()].sort((a, b) => (a.uuid < b.uuid ? -1 : 1));
}

function assetsOf({ digests, global }: State): Set<string> {
  const found = new Set<string>();
  for (const lang of LANGS) {
    for (const digest of digests[lang].values()) for (const asset of digest.assets) found.add(asset);
    for (const asset of collectAssets(global[lang]?.content)) found.add(asset);
  }
  return found;
}

function oldestOf(stories: readonly RawStory[]): string {
  return stories.at(-1)?.updated_at ?? "";
}
