/** GET cdn/stories. */

import { pageOf, pageSlice } from "../params.ts";
import { jsonList, resolvedMembers } from "../resolve.ts";
import { selectStories } from "../select-stories.ts";
import { pagingHeaders, rawJsonResponse, type ServiceResponse } from "../service-response.ts";
import { sortStories } from "../sort-stories.ts";
import { type ApiRequest, requestedVersion } from "./request.ts";
import { storyJson } from "./story-json.ts";

const MAX_PER_PAGE = 100;

export function storiesEndpoint(request: ApiRequest): ServiceResponse {
  const { query, responses, limits } = withLanguageOfPrefix(request);
  const view = requestedVersion({ ...request, query });
  const selected = selectStories(query, view);
  const sorted = query.has("by_uuids_ordered") ? selected : sortStories(selected, query, view);
  const page = pageOf(query, MAX_PER_PAGE);
  const stories = pageSlice(sorted, page);
  const list = jsonList(stories.map((story) => storyJson(story, { query, view, responses })));
  const resolved = resolvedMembers(stories, { query, view, responses, limits });
  return rawJsonResponse(
    ['{"stories":', ...list, `,"cv":${request.state.cv},`, ...resolved, "}"],
    pagingHeaders({ total: selected.length, perPage: page.perPage }),
  );
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
