import { askChain, joinStories, withFallbacks } from "../../content/rules/fallback-chain.ts";
import type { Lang } from "../../site/api/model.ts";
import { forLanguage } from "../../site/by-language.ts";
import { UUID_BATCH } from "../constants.ts";
import {
  parseLinks,
  parseSingleStory,
  parseStories,
  type SpaceLink,
  type StoriesPage,
} from "../parse/parse-responses.ts";
import { languageParameter, type PullPlan } from "../pull-plan.ts";
import { ingestStory } from "../snapshot/ingest-story.ts";
import type { ContentClient, Params } from "../transport/content-client.ts";
import type { CvTracker, PullState } from "./pull-state.ts";

export interface StoriesRequest {
  client: ContentClient;
  tracker: CvTracker;
  lang: Lang;
  params: Params;
}

/** One page of cdn/stories. No `resolve_…` parameters: after the pull all stories are there and are joined locally. */
export async function fetchStories({ client, tracker, lang, params }: StoriesRequest): Promise<StoriesPage> {
  const ask = async (asked: LanguageParams) => {
    const page = parseStories(await client.get("cdn/stories", { ...params, ...asked, cv: tracker.cv }));
    tracker.note(page.cv);
    return page;
  };
  return askEach(client.plan, lang, ask, (first, others) => ({
    ...first,
    stories: joinStories(
      first.stories,
      others.map(({ stories }) => stories),
    ),
  }));
}

/** One story by its address; null if there is none. */
export async function fetchStory({
  client,
  tracker,
  lang,
  path,
  params,
}: StoriesRequest & { path: string }): Promise<unknown> {
  const ask = async (asked: LanguageParams) => {
    const response = await client.find(path, { ...params, ...asked, cv: tracker.cv });
    if (response === null) return null;
    const { story, cv } = parseSingleStory(response);
    tracker.note(cv);
    return story;
  };
  return askEach(client.plan, lang, ask, (first, others) => (first === null ? null : withFallbacks(first, others)));
}

interface LanguageParams {
  language: string | undefined;
  fallback_lang?: string;
}

function askEach<T>(
  plan: PullPlan,
  lang: Lang,
  ask: (params: LanguageParams) => Promise<T>,
  join: (first: T, others: readonly T[]) => T,
): Promise<T> {
  const language = languageParameter(plan, lang);
  const askWith = (code: string | undefined) => ask({ language, ...(code !== undefined && { fallback_lang: code }) });
  return askChain(plan.fallbacks?.[lang] ?? [], askWith, join);
}

interface ListPage<T> {
  items: T[];
  /** The service's `total` header; may be missing or wrong. */
  total: number | null;
}

interface WalkOptions<T> {
  perPage: number;
  /** How many pages to request at once after the first. */
  parallel: number;
  fetchPage: (page: number) => Promise<ListPage<T>>;
  /** Called once per page, in order of arrival. */
  take: (items: T[]) => void;
}

/**
 * Reads every page of a listing. The `total` header is only used to request pages in parallel; the listing ends with an
 * empty page, or a short one once `total` is reached. So a missing or wrong total costs a request or two and loses
 * nothing. (The client's getAll reads only page 1 without the header.)
 */
export async function walkPages<T>({ perPage, parallel, fetchPage, take }: WalkOptions<T>): Promise<void> {
  const walk = { seen: 0, last: 0, total: null as number | null, ended: false, next: 1, firsts: new Set<string>() };
  const readNext = async () => {
    const page = walk.next;
    walk.next += 1;
    const { items, total } = await fetchPage(page);
    // A service that ignores `page`, or gives its last one for all behind it, would go on for ever. What is inside a story
    // may be too deep to write.
    const first =
      JSON.stringify(items[0], (key, value) => (key !== "" && typeof value === "object" ? null : value)) ?? "";
    if (items.length === 0 || walk.firsts.has(first)) {
      walk.ended = true;
      return;
    }
    walk.firsts.add(first);
    if (page === walk.next - 1) walk.last = items.length;
    walk.seen += items.length;
    walk.total = total;
    take(items);
  };

  await readNext();
  const promised = walk.last < perPage ? 1 : Math.ceil((walk.total ?? 0) / perPage);
  const worker = async () => {
    while (!walk.ended && walk.next <= promised) await readNext();
  };
  await Promise.all(Array.from({ length: Math.min(parallel, Math.max(0, promised - 1)) }, worker));
  const more = () => walk.last === perPage || (walk.total !== null && walk.seen < walk.total);
  while (!walk.ended && more()) await readNext();
}

/** The listing of all stories and folders without content, by page; at most a thousand entries per request. */
export async function fetchListing(client: ContentClient, tracker: CvTracker, perPage: number): Promise<SpaceLink[][]> {
  const pages: SpaceLink[][] = [];
  await walkPages({
    perPage,
    parallel: 4,
    fetchPage: async (page) => {
      // Old spaces return everything at once unless pages are requested.
      const params = { per_page: perPage, page, paginated: 1, include_dates: 1, cv: tracker.cv };
      const { links: items, total } = parseLinks(await client.get("cdn/links", params));
      return { items, total };
    },
    take: (items) => pages.push(items),
  });
  return pages;
}

/**
 * Fetches stories by uuid in every language, in batches of 50 (specification §7). A story that is not returned is not
 * published.
 */
export async function fetchByUuids(state: PullState, tracker: CvTracker, uuids: readonly string[]): Promise<void> {
  const { client, store, rejected } = state;
  const batches: string[][] = [];
  for (let at = 0; at < uuids.length; at += UUID_BATCH) batches.push(uuids.slice(at, at + UUID_BATCH));
  const fetchBatch = async (lang: Lang, batch: string[]) => {
    const params = { by_uuids: batch.join(","), per_page: UUID_BATCH };
    const { stories } = await fetchStories({ client, tracker, lang, params });
    const came = new Set(stories.map(uuidOf));
    for (const story of stories) ingestStory(state, lang, story);
    for (const uuid of batch.filter((one) => !came.has(one))) {
      store.remove(lang, uuid);
      forLanguage(rejected, lang).delete(uuid);
    }
  };
  await Promise.all(state.plan.languages.flatMap((lang) => batches.map((batch) => fetchBatch(lang, batch))));
}

function uuidOf(story: unknown): unknown {
  return typeof story === "object" && story !== null && "uuid" in story ? story.uuid : null;
}
