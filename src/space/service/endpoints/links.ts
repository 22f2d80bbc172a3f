/** GET cdn/links: an object by uuid, including folders, without a cv. */

import { fullSlugOf, type StoredFolder, type StoredStory, type StoredTranslation, UNDATED } from "../../model.ts";
import { jsonResponse, notFound, type ServiceResponse } from "../../service-response.ts";
import type { SpaceState } from "../../state.ts";
import { paged } from "../params.ts";
import { linkEntry } from "../story-response.ts";
import type { ApiRequest } from "./request.ts";

const MAX_PER_PAGE = 1000;

export function linksEndpoint(request: ApiRequest): ServiceResponse {
  const { query } = request;
  const start = (query.get("starts_with") ?? "").replace(/^\[default\]\//, "");
  const parent = query.get("with_parent") ?? "";
  const uuid = query.get("by_uuid");
  const listed = allListed(request).filter(
    (item) =>
      (uuid === null || item.uuid === uuid) &&
      (start === "" || link(item, request).slug.startsWith(start)) &&
      (parent === "" || String(link(item, request).parent_id ?? 0) === parent),
  );
  const { rows, headers } = paged(listed, query, MAX_PER_PAGE);
  return jsonResponse({ links: Object.fromEntries(rows.map((item) => [item.uuid, link(item, request)])) }, { headers });
}

export function linkEndpoint(request: ApiRequest): ServiceResponse {
  const item = allListed(request).find(({ uuid }) => uuid === request.rest);
  return item ? jsonResponse({ link: link(item, request) }) : notFound();
}

type Listed = StoredFolder | StoredStory;

/** Folders are always included, also in published responses. */
function allListed({ state, draft }: ApiRequest): Listed[] {
  return [...state.folders.values(), ...state.stories.filter((story) => draft || story.live)];
}

function link(item: Listed, { state, query }: ApiRequest) {
  const dates = query.get("include_dates") === "1";
  return "live" in item ? storyLink(item, state, dates) : folderLink(item, state, dates);
}

function storyLink(story: StoredStory, state: SpaceState, dates: boolean) {
  return {
    ...linkEntry(story, fullSlugOf(story), state),
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
