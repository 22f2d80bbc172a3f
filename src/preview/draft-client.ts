import { parseSpace } from "../fetch/parse/parse-responses.ts";
import { parseStory } from "../fetch/parse/parse-story.ts";
import { toRelativeAssets } from "../fetch/parse/relative-assets.ts";
import { fetchStories, fetchStory } from "../fetch/sync/fetch-stories.ts";
import { createDraftTracker } from "../fetch/sync/pull-state.ts";
import {
  type ContentClient,
  type ContentClientOptions,
  createContentClient,
} from "../fetch/transport/content-client.ts";
import type { Lang, RawStory } from "../site/api/model.ts";
import { languageOf } from "../site/languages.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { spaceOf } from "../site/spaces.ts";

/** Requests drafts from the content service. */
export interface DraftClient {
  /** A story as last saved; null if it was deleted. */
  story(id: number, lang: Lang): Promise<RawStory | null>;
  /** The stories saved last, newest first. */
  recent(lang: Lang): Promise<RawStory[]>;
  /** The space's content version, which changes on publish but not when a draft is saved. */
  version(): Promise<number>;
}

/** Stories per request when looking for changes. */
export const RECENT_PER_REQUEST = 25;

export function createDraftClient(source: Omit<ContentClientOptions, "version">): DraftClient {
  const client = createContentClient({ ...source, version: "draft" });
  return {
    async story(id, lang) {
      const tracker = createDraftTracker();
      const found = await fetchStory({ client, tracker, lang, path: `cdn/stories/${id}`, params: {} });
      return found === null ? null : (read(found, client)[0] ?? null);
    },
    async recent(lang) {
      const params = { sort_by: "updated_at:desc", per_page: RECENT_PER_REQUEST, page: 1 };
      const { stories } = await fetchStories({ client, tracker: createDraftTracker(), lang, params });
      return stories.flatMap((story) => read(story, client));
    },
    version: async () => parseSpace(await client.get("cdn/spaces/me", {})).version,
  };
}

/** The drafts of all spaces of a site: each language's come from its own. */
export function joinDraftClients(
  clients: ReadonlyMap<string, DraftClient>,
  site: Pick<ResolvedSite, "languages">,
): DraftClient {
  const of = (lang: Lang): DraftClient => {
    const client = clients.get(spaceOf(languageOf(site.languages, lang)));
    if (!client) throw new Error(`No space is open for the language "${lang}".`);
    return client;
  };
  return {
    story: (id, lang) => of(lang).story(id, lang),
    recent: (lang) => of(lang).recent(lang),
    // Each only increases, so the sum changes with any of them.
    version: async () => {
      const versions = await Promise.all([...clients.values()].map((client) => client.version()));
      return versions.reduce((sum, version) => sum + version, 0);
    },
  };
}

/** Parses stories as in a pull; an invalid story counts as missing. */
function read(value: unknown, client: ContentClient): RawStory[] {
  const parsed = parseStory(value);
  if (!parsed.ok) return [];
  toRelativeAssets(parsed.story.content, client.origin);
  return [parsed.story];
}
