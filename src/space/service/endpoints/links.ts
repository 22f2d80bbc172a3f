/** GET cdn/links: an object by uuid, including folders, without a cv. */

import { fullSlugOf, type StoredFolder, type StoredStory, type StoredTranslation, UNDATED } from "../../model.ts";
import { paged } from "../params.ts";
import { jsonResponse, notFound, type ServiceResponse } from "../service-response.ts";
import type { SpaceState } from "../state.ts";
import { linkEntry } from "../story-response.ts";
import type { ApiRequest } from "./request.ts";

const MAX_PER_PAGE = 1000;

interface LinkJson {
  uuid: string;
  slug: string;
  parent_id: number | null;
  [key: string]: unknown;
}

export function linksEndpoint(request: ApiRequest): ServiceResponse {
  const { query } = request;
  const start = (query.get("starts_with") ?? "").replace(/^\[default\]\//, "");
  const parent = query.get("with_parent");
  const uuid = query.get("by_uuid");
  const links = allLinks(request).filter(
    (link) =>
      link.slug.startsWith(start) &&
      (parent === null || parent === "" || String(link.parent_id ?? 0) === parent) &&
      (uuid === null || link.uuid === uuid),
  );
  const { rows, headers } = paged(links, query, MAX_PER_PAGE);
  return jsonResponse({ links: Object.fromEntries(rows.map((link) => [link.uuid, link])) }, { headers });
}

export function linkEndpoint(request: ApiRequest): ServiceResponse {
  const link = allLinks(request).find(({ uuid }) => uuid === request.rest);
  return link ? jsonResponse({ link }) : notFound();
}

/** Folders are always included, also in published responses. */
function allLinks({ state, draft, query }: ApiRequest): LinkJson[] {
  const dates = query.get("include_dates") === "1";
  const folders = [...state.folders.values()].map((folder) => folderLink(folder, state, dates));
  const stories = state.stories.filter((story) => draft || story.live).map((story) => storyLink(story, state, dates));
  return [...folders, ...stories];
}

function storyLink(story: StoredStory, state: SpaceState, dates: boolean): LinkJson {
  return {
    ...linkEntry(story, fullSlugOf(story), state),
    ...(dates ? { published_at: story.publishedAt, created_at: story.createdAt, updated_at: story.updatedAt } : {}),
    ...alternatesMember(story, state),
  };
}

function folderLink(folder: StoredFolder, state: SpaceState, dates: boolean): LinkJson {
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
