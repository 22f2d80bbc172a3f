/** GET cdn/tags: the tags of the stories visible to a request, without a cv. */
import { type Answer, jsonAnswer } from "../answer.ts";
import { selectStories } from "../filters.ts";
import { type ApiRequest, viewOf } from "./request.ts";

export function tagsEndpoint(request: ApiRequest): Answer {
  const counts = new Map<string, number>();
  for (const story of selectStories(request.query, viewOf(request))) {
    for (const tag of story.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  const allTags = request.query.get("all_tags") === "1";
  const tags = [...counts].sort().map(([name, count]) => ({
    name,
    taggings_count: count,
    ...(allTags ? { tag_on_stories: count } : {}),
  }));
  return jsonAnswer({ tags });
}
