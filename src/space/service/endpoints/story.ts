/** GET cdn/stories/{full slug, id or uuid}. */

import { trimSlashes } from "../../folder/expand-context.ts";
import type { StoredStory } from "../../model.ts";
import { isVisible } from "../is-visible.ts";
import { resolvedMembers } from "../resolve.ts";
import { notFound, rawJsonResponse, type ServiceResponse } from "../service-response.ts";
import type { RequestedVersion } from "../story-response.ts";
import { type ApiRequest, requestedVersion } from "./request.ts";
import { storyJson } from "./story-json.ts";

export function storyEndpoint(request: ApiRequest): ServiceResponse {
  const { query, responses, limits } = request;
  const found = findStory(trimSlashes(request.rest), query.get("find_by") === "uuid", requestedVersion(request));
  if (!found || !isVisible(found.story, found.view)) return notFound();
  const { story, view } = found;
  return rawJsonResponse([
    '{"story":',
    storyJson(story, { query, view, responses }),
    `,"cv":${request.state.cv},`,
    ...resolvedMembers([story], { query, view, responses, limits }),
    "}",
  ]);
}

function findStory(
  key: string,
  byUuid: boolean,
  view: RequestedVersion,
): { story: StoredStory; view: RequestedVersion } | null {
  const { state } = view;
  if (byUuid) return found(state.byUuid.get(key), view);
  if (/^\d+$/.test(key)) {
    const byId = found(state.byId.get(Number(key)), view);
    if (byId) return byId;
  }
  return bySlug(key, view);
}

/** A path that starts with a language code is that language's; a folder with that name is tried next. */
function bySlug(slug: string, view: RequestedVersion): { story: StoredStory; view: RequestedVersion } | null {
  const { state } = view;
  const [first = "", ...rest] = slug.split("/");
  if (state.info.languages.includes(first)) {
    const story = state.byTranslatedSlug.get(`${first} ${rest.join("/")}`);
    if (story) return { story, view: { ...view, lang: first } };
  }
  return found(state.bySlug.get(slug) ?? state.byTranslatedSlug.get(`${view.lang} ${slug}`), view);
}

function found(
  story: StoredStory | undefined,
  view: RequestedVersion,
): { story: StoredStory; view: RequestedVersion } | null {
  return story ? { story, view } : null;
}
