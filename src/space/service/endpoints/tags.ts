/** GET cdn/tags: the tags of the stories visible to a request, without a cv. */

import { selectStories } from "../select-stories.ts";
import { jsonResponse, type ServiceResponse } from "../service-response.ts";
import { type ApiRequest, requestedVersion } from "./request.ts";

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
