/** The request that every endpoint gets. */
import type { StoredStory } from "../../model.ts";
import type { SpaceState } from "../../state.ts";
import { listParam } from "../params.ts";
import type { ResolveLimits } from "../resolve.ts";
import type { RequestedVersion, StoryResponses } from "../story-response.ts";

export interface ApiRequest {
  /** The path after cdn/stories/ or similar; "" for a list. */
  rest: string;
  query: URLSearchParams;
  state: SpaceState;
  draft: boolean;
  responses: StoryResponses;
  limits: ResolveLimits;
}

export function requestedVersion({ query, state, draft }: ApiRequest): RequestedVersion {
  const lang = languageIn(query.get("language"), state) ?? "default";
  return { state, lang, fallback: languageIn(query.get("fallback_lang"), state), draft };
}

/** Accepts codes with hyphens or underscores; an unknown language is the default. */
function languageIn(code: string | null, state: SpaceState): string | null {
  const plain = (given: string) => given.replaceAll("-", "_").toLowerCase();
  return (code !== null && state.info.languages.find((lang) => plain(lang) === plain(code))) || null;
}

/** Only these can be excluded; other names are ignored. */
const EXCLUDABLE = new Set(
  "alternates,created_at,default_full_slug,first_published_at,group_id,is_startpage,lang,meta_data,parent_id,path,position,published_at,release_id,sort_by_date,tag_list,taxonomy_terms,translated_slugs,updated_at".split(
    ",",
  ),
);

export function storyJson(
  story: StoredStory,
  { query, view, responses }: { query: URLSearchParams; view: RequestedVersion; responses: StoryResponses },
): Buffer {
  const fields = listParam(query, "excluding_fields").filter((field) => field !== "component" && field !== "_uid");
  const keys = listParam(query, "excluding_story_fields").filter((key) => EXCLUDABLE.has(key));
  if (fields.length === 0 && keys.length === 0) return responses.json(story, view);
  const response = responses.parsed(story, view);
  for (const field of fields) delete response.content[field];
  for (const key of keys) delete response[key];
  return responses.finish(response);
}
