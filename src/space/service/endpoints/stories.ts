/** GET cdn/stories. */

import { compareText } from "../../../content/rules/compare-text.ts";
import { trimSlashes } from "../../folder/expand-context.ts";
import type { StoredStory } from "../../model.ts";
import { listParam, paged } from "../params.ts";
import { jsonList, resolvedMembers } from "../resolve.ts";
import { notFound, rawJsonResponse, type ServiceResponse } from "../service-response.ts";
import { isVisible, type RequestedVersion } from "../story-response.ts";
import { type ApiRequest, requestedVersion, storyJson } from "./request.ts";

const MAX_PER_PAGE = 100;

export function storiesEndpoint(request: ApiRequest): ServiceResponse {
  const { query, responses, limits } = request;
  const view = requestedVersion(request);
  const { rows: stories, headers } = paged(selectStories(query, view), query, MAX_PER_PAGE);
  const list = jsonList(stories.map((story) => storyJson(story, { query, view, responses })));
  const resolved = resolvedMembers(stories, { query, view, responses, limits });
  return rawJsonResponse(['{"stories":', ...list, `,"cv":${request.state.cv},`, ...resolved, "}"], headers);
}

function selectStories(query: URLSearchParams, view: RequestedVersion): StoredStory[] {
  const uuids = query.has("by_uuids") ? new Set(listParam(query, "by_uuids")) : null;
  const found = view.state.stories.filter((story) => isVisible(story, view) && (uuids?.has(story.uuid) ?? true));
  if (query.get("sort_by") !== "updated_at:desc") return found;
  return found.sort((a, b) => compareText(b.updatedAt, a.updatedAt));
}

/** GET cdn/stories/{full slug, id or uuid}. */
export function storyEndpoint(request: ApiRequest): ServiceResponse {
  const { query, responses, limits } = request;
  const { story, view } = findStory(trimSlashes(request.rest), query.get("find_by"), requestedVersion(request));
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
  key: string,
  by: string | null,
  view: RequestedVersion,
): { story: StoredStory | undefined; view: RequestedVersion } {
  const { state } = view;
  const known = by === "uuid" ? state.byUuid.get(key) : state.byId.get(Number(key));
  if (known || by === "uuid") return { story: known, view };
  const [first = "", ...rest] = key.split("/");
  const isLanguage = state.info.languages.includes(first);
  const translated = isLanguage ? state.byTranslatedSlug.get(`${first} ${rest.join("/")}`) : undefined;
  if (translated) return { story: translated, view: { ...view, lang: first } };
  return { story: state.bySlug.get(key) ?? state.byTranslatedSlug.get(`${view.lang} ${key}`), view };
}
