/** The flat `rels` and `links` of a response, which clients resolve themselves. */
import type { StoredContent, StoredStory } from "../model.ts";
import {
  fullSlugInLanguage,
  isVisible,
  lastSegment,
  linkEntry,
  type RequestedVersion,
  type StoryResponses,
} from "./story-response.ts";

export interface ResolveLimits {
  relations: number;
  links: number;
}

export interface ResolveRequest {
  query: URLSearchParams;
  view: RequestedVersion;
  responses: StoryResponses;
  limits: ResolveLimits;
}

/** JSON members to write after `cv`, such as `"rels":[…],"links":[…]`. */
export function resolvedMembers(stories: readonly StoredStory[], request: ResolveRequest): (Buffer | string)[] {
  const wanted = relationFields(request.query);
  const relations = wanted.length > 0 ? findRelations(stories, wanted, request) : [];
  const links = findLinks(stories, relations, request);
  return [...relationMembers(relations, request), ",", ...linkMembers(links, request)];
}

/** Above a limit, only uuids are returned, under another key. */
function relationMembers(relations: readonly StoredStory[], { view, responses, limits }: ResolveRequest) {
  if (relations.length > limits.relations) return ['"rel_uuids":', JSON.stringify(relations.map(({ uuid }) => uuid))];
  return ['"rels":', ...jsonList(relations.map((story) => responses.json(story, view)))];
}

function linkMembers(links: readonly StoredStory[], { query, view, responses, limits }: ResolveRequest) {
  if (links.length > limits.links) return ['"link_uuids":', JSON.stringify(links.map(({ uuid }) => uuid))];
  const kind = query.get("resolve_links");
  const objects = links.map((story) => {
    if (kind === "url") return responses.finish(urlEntry(story, view));
    return kind === "link"
      ? responses.finish(linkEntry(story, fullSlugInLanguage(story, view), view.state))
      : responses.json(story, view);
  });
  return ['"links":', ...jsonList(objects)];
}

export function jsonList(items: readonly Buffer[]): (Buffer | string)[] {
  return ["[", ...items.flatMap((item, index) => (index === 0 ? [item] : [",", item])), "]"];
}

function relationFields(query: URLSearchParams): { component: string; field: string }[] {
  return (query.get("resolve_relations") ?? "")
    .split(",")
    .map((pair) => pair.trim().split("."))
    .flatMap(([component, field]) => (component && field ? [{ component, field }] : []));
}

function findRelations(
  stories: readonly StoredStory[],
  wanted: readonly { component: string; field: string }[],
  request: ResolveRequest,
): StoredStory[] {
  const levels = request.query.get("resolve_level") === "2" ? 2 : 1;
  const found = new Map<string, StoredStory>();
  let level: readonly StoredStory[] = stories;
  for (let depth = 0; depth < levels; depth++) {
    const next: StoredStory[] = [];
    for (const story of level) {
      const content = request.responses.content(story, request.view);
      for (const uuid of relationUuids(content, wanted)) {
        const related = found.has(uuid) ? undefined : visibleStory(uuid, request.view);
        if (!related) continue;
        found.set(uuid, related);
        next.push(related);
      }
    }
    level = next;
  }
  return [...found.values()];
}

function relationUuids(content: StoredContent, wanted: readonly { component: string; field: string }[]): string[] {
  const uuids: string[] = [];
  visitObjects(content, (object) => {
    for (const { component, field } of wanted) {
      if (object.component === component)
        uuids.push(...[object[field]].flat().filter((uuid) => typeof uuid === "string"));
    }
  });
  return uuids;
}

function findLinks(
  stories: readonly StoredStory[],
  relations: readonly StoredStory[],
  request: ResolveRequest,
): StoredStory[] {
  const kind = request.query.get("resolve_links") ?? "";
  if (!["story", "url", "link", "1"].includes(kind)) return [];
  const found = new Map<string, StoredStory>();
  const sources = request.query.get("resolve_links_level") === "2" ? [...stories, ...relations] : stories;
  for (const story of sources) {
    visitObjects(request.responses.content(story, request.view), (object) => {
      const uuid = linkedUuid(object);
      const linked = uuid && !found.has(uuid) ? visibleStory(uuid, request.view) : undefined;
      if (uuid && linked) found.set(uuid, linked);
    });
  }
  return [...found.values()];
}

/** The story of a multilink, or of a link mark's attributes in rich text. */
function linkedUuid(object: Record<string, unknown>): string | undefined {
  if (object.linktype !== "story") return undefined;
  const uuid = object.fieldtype === "multilink" ? object.id : object.uuid;
  return typeof uuid === "string" && uuid !== "" ? uuid : undefined;
}

function visibleStory(uuid: string, view: RequestedVersion): StoredStory | undefined {
  const story = view.state.byUuid.get(uuid);
  return story && isVisible(story, view) ? story : undefined;
}

function visitObjects(value: unknown, visit: (object: Record<string, unknown>) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visitObjects(item, visit);
  } else if (typeof value === "object" && value !== null) {
    visit(value as Record<string, unknown>);
    for (const item of Object.values(value)) visitObjects(item, visit);
  }
}

function urlEntry(story: StoredStory, view: RequestedVersion) {
  const fullSlug = fullSlugInLanguage(story, view);
  return {
    id: story.id,
    uuid: story.uuid,
    name: story.name,
    slug: lastSegment(fullSlug),
    full_slug: fullSlug,
    url: fullSlug,
    path: story.realPath,
  };
}
