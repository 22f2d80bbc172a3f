import { askChain, joinAnswers, type StoryAnswer } from "../content/rules/fallback-chain.ts";

/** Names of the environment that a function at the edge reads. */
export interface EdgeEnvironment {
  /** Reads drafts; stays at the edge. */
  readonly STORYBLOK_PREVIEW_TOKEN?: string | undefined;
  /** Id of the space, so that no other space's editor is answered. */
  readonly STORYBLOK_SPACE_ID?: string | undefined;
  /** Content delivery API, ends with /v2; default: that of the region EU. */
  readonly STORYBLOK_ENDPOINT?: string | undefined;
  /** Origins of the site, with spaces between them, where the function is not at the site's own address. */
  readonly SITEGEN_SITE_ORIGINS?: string | undefined;
  /** The secret of `sitegen share`. */
  readonly SITEGEN_SHARE_SECRET?: string | undefined;
  /** What `sitegen share --revoke` printed. */
  readonly SITEGEN_SHARE_REVOKED?: string | undefined;
  /** The first three for another space of the site, with its name in capitals at their end: STORYBLOK_PREVIEW_TOKEN_CH. */
  readonly [ofSpace: `STORYBLOK_${"PREVIEW_TOKEN" | "SPACE_ID" | "ENDPOINT"}_${string}`]: string | undefined;
}

/** The environment as the functions for one space read it; "" for the main one. */
export function environmentOf(space: string, env: EdgeEnvironment): EdgeEnvironment {
  if (space === "") return env;
  const name = space.toUpperCase();
  return {
    ...env,
    STORYBLOK_PREVIEW_TOKEN: env[`STORYBLOK_PREVIEW_TOKEN_${name}`],
    STORYBLOK_SPACE_ID: env[`STORYBLOK_SPACE_ID_${name}`],
    STORYBLOK_ENDPOINT: env[`STORYBLOK_ENDPOINT_${name}`] || env.STORYBLOK_ENDPOINT,
  };
}

/** Names of the spaces of which it has a preview token, the main one first. */
export function spacesIn(env: EdgeEnvironment): string[] {
  const names = Object.keys(env).flatMap((name) => /^STORYBLOK_PREVIEW_TOKEN_(\w+)$/.exec(name)?.[1] ?? []);
  return ["", ...names.map((name) => name.toLowerCase())];
}

export interface DraftQuery {
  id: number;
  /** "" for the space's default. */
  language: string;
  /** Languages whose text is shown where this one has none, with commas between; "" for the service's own rule. */
  fallback: string;
  /** "" for none. */
  release: string;
  /** Relation fields to resolve. */
  relations: string;
}

/** A draft as the content service answers it. */
export interface DraftAnswer extends StoryAnswer {
  story: Readonly<Record<string, unknown>>;
}

/** Thrown where the content service gives no draft; the message names no token. */
export class DraftError extends Error {
  readonly status: 404 | 502;
  constructor(status: 404 | 502, message: string) {
    super(message);
    this.status = status;
  }
}

const EU = "https://api.storyblok.com/v2";
const TIMEOUT_MS = 10_000;

/** Asks the content service for one story as it was saved last. */
export function askDraft(query: DraftQuery, env: EdgeEnvironment): Promise<DraftAnswer> {
  const chain = query.fallback.split(",").filter(Boolean);
  return askChain(chain, (fallback = "") => askOnce({ ...query, fallback }, env), joinAnswers);
}

async function askOnce(
  { id, language, fallback, release, relations }: DraftQuery,
  env: EdgeEnvironment,
): Promise<DraftAnswer> {
  const url = new URL(`${(env.STORYBLOK_ENDPOINT || EU).replace(/\/+$/, "")}/cdn/stories/${id}`);
  const query = {
    version: "draft",
    token: env.STORYBLOK_PREVIEW_TOKEN ?? "",
    resolve_links: "url",
    resolve_relations: relations,
    language,
    fallback_lang: fallback,
    from_release: release,
    cv: String(Date.now()),
  };
  for (const [name, value] of Object.entries(query)) if (value !== "") url.searchParams.set(name, value);
  const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  if (!response) throw new DraftError(502, "The content service does not answer.");
  if (response.status === 404) throw new DraftError(404, "There is no such draft.");
  if (response.status === 401 || response.status === 403)
    throw new DraftError(502, "The content service refuses STORYBLOK_PREVIEW_TOKEN: it is wrong, or of another space.");
  if (!response.ok) throw new DraftError(502, `The content service answers ${response.status}.`);
  const { story, rels, links } = Object(await response.json().catch(() => null)) as Partial<DraftAnswer>;
  if (story?.id !== id) throw new DraftError(502, "The content service answers something that is no story.");
  return { story, rels, links };
}
