/** GET cdn/stories. */

import { type StoredStory, trimSlashes } from "../../model.ts";
import { jsonResponse, notFound, rawJsonResponse, type ServiceResponse } from "../../service-response.ts";
import { paged } from "../params.ts";
import { jsonList, resolvedMembers } from "../resolve.ts";
import { selectStories, sortStories } from "../select-stories.ts";
import { isVisible, type RequestedVersion } from "../story-response.ts";
import { type ApiRequest, requestedVersion, storyJson } from "./request.ts";

const MAX_PER_PAGE = 100;

export function storiesEndpoint(request: ApiRequest): ServiceResponse {
  const { query, responses, limits } = withLanguageOfPrefix(request);
  const view = requestedVersion({ ...request, query });
  const selected = selectStories(query, view);
  const sorted = query.has("by_uuids_ordered") ? selected : sortStories(selected, query, view);
  const { rows: stories, headers } = paged(sorted, query, MAX_PER_PAGE);
  const list = jsonList(stories.map((story) => storyJson(story, { query, view, responses })));
  const resolved = resolvedMembers(stories, { query, view, responses, limits });
  return rawJsonResponse(['{"stories":', ...list, `,"cv":${request.state.cv},`, ...resolved, "}"], headers);
}

/** `starts_with=de/…` requests German; `[default]/de/…` refers to a folder with that name. */
function withLanguageOfPrefix(request: ApiRequest): ApiRequest {
  const [first = "", ...rest] = (request.query.get("starts_with") ?? "").split("/");
  if (rest.length === 0 || request.query.has("language") || !request.state.info.languages.includes(first))
    return request;
  const query = new URLSearchParams(request.query);
  query.set("language", first);
  query.set("starts_with", rest.join("/"));
  return { ...request, query };
}

/** GET cdn/stories/{full slug, id or uuid}. */
export function storyEndpoint(request: ApiRequest): ServiceResponse {
  const { query, responses, limits } = request;
  const { story, view } = findStory(request, requestedVersion(request));
  if (!story || !isVisible(story, view)) return notFound();
  return rawJsonResponse([
    '{"story":',
    storyJson(story, { query, view, responses }),
    `,"cv":${request.state.cv},`,
    ...resolvedMembers([story], { query, view, responses, limits }),
    "}",
  ]);
}

/** A path that starts with a language code is that language's; a folder with that name is tried next. */
function findStory(
  { rest, query }: ApiRequest,
  view: RequestedVersion,
): { story: StoredStory | undefined; view: RequestedVersion } {
  const { state } = view;
  const key = trimSlashes(rest);
  if (query.get("find_by") === "uuid") return { story: state.byUuid.get(key), view };
  const byId = /^\d+$/.test(key) ? state.byId.get(Number(key)) : undefined;
  if (byId) return { story: byId, view };
  const [first = "", ...path] = key.split("/");
  const translated = state.info.languages.includes(first) && state.byTranslatedSlug.get(`${first} ${path.join("/")}`);
  if (translated) return { story: translated, view: { ...view, lang: first } };
  return { story: state.bySlug.get(key) ?? state.byTranslatedSlug.get(`${view.lang} ${key}`), view };
}

/** GET cdn/tags: the tags of the stories visible to a request, without a cv. */
export function tagsEndpoint(request: ApiRequest): ServiceResponse {
  const counts = new Map<string, number>();
  for (const story of selectStories(request.query, requestedVersion(request))) {
    for (const tag of story.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  const allTags = request.query.get("all_tags") === "1";
  const tags = [...counts].sort().map(([name, count]) => ({
    name,
    taggings_count: count,
    ...(allTags ? { tag_on_stories: count } : {}),
  }));
  return jsonResponse({ tags });
}
