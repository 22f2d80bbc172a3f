/** GET cdn/links: an object by uuid, including folders, without a cv. */

import { fullSlugOf, type StoredFolder, type StoredStory, type StoredTranslation, UNDATED } from "../../model.ts";
import { paged } from "../params.ts";
import { jsonResponse, type ServiceResponse } from "../service-response.ts";
import { parentId, type SpaceState } from "../state.ts";
import type { ApiRequest } from "./request.ts";

const MAX_PER_PAGE = 1000;

export function linksEndpoint(request: ApiRequest): ServiceResponse {
  const { rows, headers } = paged(allLinks(request), request.query, MAX_PER_PAGE);
  return jsonResponse({ links: Object.fromEntries(rows.map((link) => [link.uuid, link])) }, { headers });
}

/** Folders are always included, also in published responses. */
function allLinks({ state, draft, query }: ApiRequest) {
  const dates = query.get("include_dates") === "1";
  const folders = [...state.folders.values()].map((folder) => folderLink(folder, state, dates));
  const stories = state.stories.filter((story) => draft || story.live).map((story) => storyLink(story, state, dates));
  return [...folders, ...stories];
}

function storyLink(story: StoredStory, state: SpaceState, dates: boolean) {
  const slug = fullSlugOf(story);
  return {
    id: story.id,
    uuid: story.uuid,
    slug,
    path: story.realPath,
    parent_id: parentId(story, state) || null,
    name: story.name,
    is_folder: false,
    published: story.live,
    is_startpage: story.isStartpage,
    position: story.position,
    real_path: `/${story.realPath ?? slug}`,
    ...(dates ? { published_at: story.publishedAt, created_at: story.createdAt, updated_at: story.updatedAt } : {}),
    ...alternatesMember(story, state),
  };
}

function folderLink(folder: StoredFolder, state: SpaceState, dates: boolean) {
  const parent = folder.slugPath.split("/").slice(0, -1).join("/");
  return {
    id: folder.id,
    uuid: folder.uuid,
    slug: folder.slugPath,
    path: null,
    parent_id: state.folders.get(parent)?.id ?? null,
    name: folder.name,
    is_folder: true,
    published: false,
    is_startpage: false,
    position: 0,
    real_path: `/${folder.slugPath}`,
    ...(dates ? { published_at: null, created_at: UNDATED, updated_at: UNDATED } : {}),
    ...alternatesMember(folder, state),
  };
}

function alternatesMember(
  item: { slugPath: string; translations: Readonly<Record<string, StoredTranslation>> },
  state: SpaceState,
) {
  if (state.info.languages.length === 0) return {};
  const alternates = state.info.languages.map((lang) => {
    const translation = item.translations[lang];
    const path = translation?.path ?? item.slugPath;
    return {
      path,
      name: translation?.name ?? null,
      lang,
      published: translation?.published ?? null,
      translated_slug: path,
    };
  });
  return { alternates };
}
