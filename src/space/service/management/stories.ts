/** Stories and folders: files in `stories/` of the space folder. */
import * as z from "zod";
import { idFrom, storyUuid } from "../../identity.ts";
import { fullSlugOf, type StoredFolder, type StoredStory } from "../../model.ts";
import { jsonResponse, notFound, type ServiceResponse } from "../../service-response.ts";
import { parentId, type SpaceState, titleOf } from "../../state.ts";
import { paged } from "../params.ts";
import { type EndpointCall, isSlug, type ManagementFolder, notAllowedHere, refused } from "./endpoint.ts";

const MAX_PER_PAGE = 100;

const flag = z.union([z.boolean(), z.literal(0), z.literal(1)]).default(false);
const created = z.object({
  publish: flag,
  story: z.object({
    name: z.string().min(1),
    slug: z.string(),
    is_folder: z.boolean().default(false),
    is_startpage: z.boolean().default(false),
    parent_id: z.number().int().nullable().default(0),
    tag_list: z.array(z.string()).optional(),
    content: z.looseObject({ component: z.string().min(1) }).optional(),
  }),
});

export async function storiesEndpoint(call: EndpointCall): Promise<ServiceResponse> {
  const { method, rest, query, state } = call;
  if (method === "POST" && rest === "") return create(call);
  if (method !== "GET") return notAllowedHere();
  if (rest === "") return list(query, state, call.folder);
  const [, id, action] = /^(\d+)(?:\/(publish|unpublish))?$/.exec(rest) ?? [];
  const story = state.byId.get(Number(id));
  if (!story) return notFound();
  if (action) return setLive(story, action === "publish", call);
  return jsonResponse({ story: { ...storyRow(story, state), content: story.draft() } });
}

function list(query: URLSearchParams, state: SpaceState, folder: ManagementFolder | null): ServiceResponse {
  const slugs = query.get("by_slugs")?.split(",") ?? null;
  const folders = [...state.folders.values()].map((one) => folderRow(one, state));
  const empty = [...(folder?.emptyFolders ?? [])].map(([id, path]) => ({ ...bareFolder(id, path), parent_id: 0 }));
  const all = [
    ...folders,
    ...empty.filter(({ full_slug }) => !state.folders.has(full_slug)),
    ...state.stories.map((story) => storyRow(story, state)),
  ];
  const fits = ({ full_slug: slug }: { full_slug: string }) =>
    slugs === null || slugs.includes(slug.replace(/\/$/, ""));
  const { rows, headers } = paged(all.filter(fits), query, MAX_PER_PAGE);
  return jsonResponse({ stories: rows }, { headers });
}

async function create({ body, state, folder, query }: EndpointCall): Promise<ServiceResponse> {
  if (!folder) return notAllowedHere();
  const asked = created.safeParse(body);
  if (!asked.success) return refused({ [asked.error.issues[0]?.path.at(-1)?.toString() ?? "story"]: "is invalid" });
  const { story, publish } = asked.data;
  const parent = pathOfFolder(story.parent_id ?? 0, state, folder);
  if (parent === null) return refused({ parent_id: "does not exist" });
  if (!isSlug(story.slug)) return refused({ slug: "is invalid" });
  const path = story.is_startpage && parent !== "" ? parent : [parent, story.slug].filter(Boolean).join("/");
  if (story.is_folder) {
    if (state.folders.has(path)) return refused({ slug: "is already taken" });
    const id = idFrom(`folder:${path}`);
    folder.emptyFolders.set(id, path);
    return jsonResponse(
      { story: { ...bareFolder(id, path), name: story.name, parent_id: story.parent_id ?? 0 } },
      { status: 201 },
    );
  }
  if (!story.content) return refused({ content: "is invalid" });
  if (state.bySlug.has(path)) return refused({ slug: "is already taken" });
  const isLive = Boolean(publish) || query.get("publish") === "1";
  const isStart = story.is_startpage && parent !== "";
  await folder.write(`stories/${path}${isStart ? "/index" : ""}.json`, {
    name: story.name,
    ...(isLive ? {} : { published: false }),
    ...(story.tag_list ? { tags: story.tag_list } : {}),
    content: story.content,
  });
  const id = idFrom(`story:${storyUuid(path)}`);
  const row = { id, uuid: storyUuid(path), name: story.name, slug: story.slug, is_folder: false, published: isLive };
  const full = { full_slug: isStart ? `${path}/` : path, parent_id: story.parent_id ?? 0, is_startpage: isStart };
  return jsonResponse({ story: { ...row, ...full, content: story.content } }, { status: 201 });
}

async function setLive(story: StoredStory, live: boolean, { state, folder }: EndpointCall): Promise<ServiceResponse> {
  if (!folder) return notAllowedHere();
  const path = `stories/${story.slugPath}${story.isStartpage ? "/index" : ""}.json`;
  const { published: _, draft, ...kept } = z.looseObject({}).parse(await folder.read(path));
  const file = live
    ? { ...kept, ...(draft === undefined ? {} : { content: draft }) }
    : { ...kept, published: false, draft };
  await folder.write(path, file);
  return jsonResponse({ story: { ...storyRow(story, state), published: live } });
}

/** "" for the root; null for a folder that does not exist. */
function pathOfFolder(id: number, state: SpaceState, { emptyFolders }: ManagementFolder): string | null {
  if (id === 0) return "";
  for (const folder of state.folders.values()) if (folder.id === id) return folder.slugPath;
  return emptyFolders.get(id) ?? null;
}

/** Lists have no content. */
function storyRow(story: StoredStory, state: SpaceState) {
  const { id, uuid, name, position, isStartpage, groupId, component, live, tags } = story;
  return {
    id,
    uuid,
    name,
    position,
    group_id: groupId,
    content_type: component,
    published: live,
    tag_list: tags,
    slug: story.slugPath.split("/").at(-1) ?? "",
    full_slug: fullSlugOf(story),
    is_startpage: isStartpage,
    is_folder: false,
    parent_id: parentId(story, state),
    path: story.realPath,
    alternates: [],
    created_at: story.createdAt,
    updated_at: story.updatedAt,
    published_at: story.publishedAt,
  };
}

function folderRow({ id, uuid, name, slugPath }: StoredFolder, { folders }: SpaceState) {
  const above = slugPath.split("/").slice(0, -1).join("/");
  return { ...bareFolder(id, slugPath), uuid, name, parent_id: folders.get(above)?.id ?? 0 };
}

function bareFolder(id: number, path: string) {
  return { id, name: titleOf(path), slug: path.split("/").at(-1) ?? "", full_slug: path, is_folder: true };
}
