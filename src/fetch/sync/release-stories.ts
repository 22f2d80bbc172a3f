import { SitegenError, sitegenError } from "../../problems/errors.ts";
import type { Lang } from "../../site/api/model.ts";
import { UUID_BATCH } from "../constants.ts";
import { ingestStory } from "../snapshot/ingest-story.ts";
import type { ContentClient, Params } from "../transport/content-client.ts";
import { fetchStories, walkPages } from "./fetch-stories.ts";
import { createDraftTracker, type PullState } from "./pull-state.ts";

type ServedStory = Readonly<Record<string, unknown>>;

/** A release's stories by the language of the response, as the service returned them. */
export interface ReleaseStories {
  stories: ReadonlyMap<Lang, readonly ServedStory[]>;
  /** Throws RELEASE_MERGED if the release is no longer there. */
  confirm(): Promise<void>;
}

interface Reading {
  release: string;
  /** Reads drafts with the release. */
  client: ContentClient;
  perPage: number;
  parallel: number;
}

/** The stories that a release adds or changes. The service does not list them, so all drafts are read once. */
export async function fetchRelease(reading: Reading): Promise<ReleaseStories> {
  const { client, release } = reading;
  const [first = "", ...others] = client.plan.languages;
  const own = await ownStories(reading, first);
  const stories = new Map([[first, own]]);
  for (const lang of others) stories.set(lang, await storiesByUuid(client, lang, own.map(uuidOf)));
  const [one] = own;
  return {
    stories,
    async confirm() {
      const params = { per_page: 1, ...(one && { by_uuids: uuidOf(one) }) };
      const left = await list(client, first, params).catch((error: unknown) => {
        if (error instanceof SitegenError && error.code === "RELEASE_UNKNOWN") return null;
        throw error;
      });
      const isIn = one === undefined || left?.[0]?.release_id === one.release_id;
      if (left !== null && isIn) return;
      const message = `Release ${release} was merged or deleted meanwhile. Nothing was published.`;
      throw sitegenError("RELEASE_MERGED", { message });
    },
  };
}

/** If no story says that it is in the release, what differs from the drafts without the release is. */
async function ownStories(reading: Reading, lang: Lang): Promise<ServedStory[]> {
  const all = await allStories(reading, lang);
  const own = all.filter((story) => String(story.release_id) === reading.release);
  if (own.length > 0) return own;
  const plain = await allStories({ ...reading, client: reading.client.as({ release: undefined }) }, lang);
  const before = new Set(plain.map((story) => JSON.stringify(story)));
  return all.filter((story) => !before.has(JSON.stringify(story)));
}

async function allStories({ client, perPage, parallel }: Reading, lang: Lang): Promise<ServedStory[]> {
  const found: ServedStory[] = [];
  await walkPages({
    perPage,
    parallel,
    fetchPage: async (page) => {
      const { stories, total } = await fetchStories({
        client,
        tracker: createDraftTracker(),
        lang,
        params: { per_page: perPage, page },
      });
      return { items: stories.filter(isStory), total };
    },
    take: (stories) => found.push(...stories),
  });
  return found;
}

async function storiesByUuid(client: ContentClient, lang: Lang, uuids: readonly string[]): Promise<ServedStory[]> {
  const found: ServedStory[] = [];
  for (let at = 0; at < uuids.length; at += UUID_BATCH) {
    const batch = uuids.slice(at, at + UUID_BATCH).join(",");
    found.push(...(await list(client, lang, { by_uuids: batch, per_page: UUID_BATCH })));
  }
  return found;
}

async function list(client: ContentClient, lang: Lang, params: Params): Promise<ServedStory[]> {
  return (await fetchStories({ client, tracker: createDraftTracker(), lang, params })).stories.filter(isStory);
}

function isStory(value: unknown): value is ServedStory {
  return typeof value === "object" && value !== null;
}

function uuidOf({ uuid }: ServedStory): string {
  return String(uuid);
}

/** Puts a release's stories over the published ones. They are published as soon as they were saved last. */
export function applyRelease(state: PullState, { stories }: ReleaseStories): void {
  for (const [lang, own] of stories) {
    for (const story of own) {
      const { updated_at, published_at, first_published_at } = story;
      const dates = { published_at: updated_at ?? published_at, first_published_at: first_published_at ?? updated_at };
      ingestStory(state, lang, { ...story, ...dates, content: withoutEditorMarks(story.content) });
    }
  }
}

/** Drafts name the editor's address of each block, which the published story does not have. */
function withoutEditorMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEditorMarks);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => key !== "_editable");
  return Object.fromEntries(entries.map(([key, one]) => [key, withoutEditorMarks(one)]));
}
