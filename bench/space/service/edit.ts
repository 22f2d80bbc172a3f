/** Edits by code instead of by changing files: publish, unpublish, remove, rename, save a draft. */

import { translatedSuffix } from "../../../src/content/rules/translated-key.ts";
import { sitegenError } from "../../../src/problems/errors.ts";
import { parseStoryFile, storedStory } from "../../../src/space/folder/story-file.ts";
import { storyUuid } from "../../../src/space/identity.ts";
import { fullSlugOf, type SpaceContents, type StoredStory, trimSlashes } from "../../../src/space/model.ts";
import { compareText } from "../../../src/util/compare-text.ts";

/** A story in the form of a story file; its content may use the shorthands. */
export interface EditableStory {
  name: string;
  content: Record<string, unknown>;
  languages?: string[];
  tags?: string[];
  position?: number;
  [key: string]: unknown;
}

export type Mutate = (story: EditableStory) => void;

/** The contents with one story changed or created, and published now. */
export function publishStory(
  contents: SpaceContents,
  edit: { slug: string; mutate: Mutate; now: Date },
): SpaceContents {
  const before = storyAt(contents, edit.slug);
  const fields = before ? editableFrom(before, contents) : newStory(contents, edit.slug);
  edit.mutate(fields);
  const published_at = edit.now.toISOString();
  const dates = {
    published_at,
    updated_at: published_at,
    first_published_at: fields.first_published_at ?? published_at,
  };
  const { draft: _, publish_at: __, ...rest } = fields;
  return withStory(contents, readStory(contents, edit.slug, { ...rest, ...dates, published: true }), before);
}

/** The contents with one story's draft changed. */
export function saveDraft(contents: SpaceContents, edit: { slug: string; mutate: Mutate; now: Date }): SpaceContents {
  const before = storyAt(contents, edit.slug);
  const fields = before ? editableFrom(before, contents) : { ...newStory(contents, edit.slug), published: false };
  const edited = { ...fields, content: structuredClone(fields.draft ?? fields.content) as Record<string, unknown> };
  edit.mutate(edited);
  const updated_at = edit.now.toISOString();
  const { content: draft, ...frame } = edited;
  const content = before ? fields.content : draft;
  return withStory(contents, readStory(contents, edit.slug, { ...frame, content, draft, updated_at }), before);
}

export function unpublishStory(contents: SpaceContents, slug: string): SpaceContents {
  const before = existing(contents, slug);
  const after = { ...before, live: false, liveInDefault: false, publishedAt: null, hash: `${before.hash} unpublished` };
  return withStory(contents, after, before);
}

export function removeStory(contents: SpaceContents, slug: string): SpaceContents {
  const gone = existing(contents, slug);
  return { ...contents, stories: contents.stories.filter((story) => story !== gone) };
}

/** Moves a story, which keeps its uuid, and with a start page everything in its folder. */
export function renameStory(
  contents: SpaceContents,
  edit: { from: string; to: string; translated?: Record<string, string>; now: Date },
): SpaceContents {
  const moved = existing(contents, edit.from);
  const from = moved.slugPath;
  const to = trimSlashes(edit.to);
  const date = edit.now.toISOString();
  const stories = contents.stories.map((story): StoredStory => {
    const below = moved.isStartpage && story.slugPath.startsWith(`${from}/`);
    if (story !== moved && !below) return story;
    const slugPath = to + story.slugPath.slice(from.length);
    const dates = { publishedAt: story.live ? date : null, updatedAt: date };
    const translations = story === moved ? retranslated(story, edit.translated ?? {}) : story.translations;
    return { ...story, slugPath, translations, ...dates, hash: `${story.hash} ${slugPath}` };
  });
  return { ...contents, stories };
}

function retranslated(story: StoredStory, paths: Record<string, string>): StoredStory["translations"] {
  const none = { name: null, published: true };
  const changed = Object.entries(paths).map(([lang, path]) => [
    lang,
    { ...none, ...story.translations[lang], path: trimSlashes(path) },
  ]);
  return { ...story.translations, ...Object.fromEntries(changed) };
}

function storyAt(contents: SpaceContents, slug: string): StoredStory | undefined {
  const slugPath = trimSlashes(slug);
  return contents.stories.find((story) => story.slugPath === slugPath);
}

function existing(contents: SpaceContents, slug: string): StoredStory {
  const story = storyAt(contents, slug);
  if (!story) throw sitegenError("SPACE_BROKEN", { message: `The space has no story "${slug}".` });
  return story;
}

/** A new story with the most common component, unless the edit says otherwise. */
function newStory({ stories }: SpaceContents, slug: string): EditableStory {
  const counts = new Map<string, number>();
  for (const { component } of stories) counts.set(component, (counts.get(component) ?? 0) + 1);
  const [component = "page"] = [...counts].sort(([a, m], [b, n]) => n - m || compareText(a, b))[0] ?? [];
  return { name: trimSlashes(slug).split("/").at(-1) ?? slug, content: { component } };
}

function withStory(contents: SpaceContents, after: StoredStory, before: StoredStory | undefined): SpaceContents {
  const others = contents.stories.filter((story) => story !== before);
  return { ...contents, stories: [...others, after] };
}

/** The file form of a stored story. */
function editableFrom(story: StoredStory, contents: SpaceContents): EditableStory {
  const translations = Object.entries(story.translations);
  const listed = translations.some(([, { published, path }]) => published === false || (published && path === null));
  const languages = [
    ...(story.liveInDefault ? ["default"] : []),
    ...translations.flatMap(([lang, { published }]) => (published ? [lang] : [])),
  ];
  const translation = contents.stories.find((other) => other.groupId === story.groupId && other.uuid !== story.uuid);
  return {
    id: story.id,
    uuid: story.uuid,
    name: story.name,
    ...Object.fromEntries(
      translations.flatMap(([lang, { name }]) => (name ? [[`name${translatedSuffix(lang)}`, name]] : [])),
    ),
    ...Object.fromEntries(
      translations.flatMap(([lang, { path }]) => (path ? [[`slug${translatedSuffix(lang)}`, path]] : [])),
    ),
    ...(listed || (story.live && !story.liveInDefault) ? { languages } : {}),
    ...(translation ? { alternate_of: translation.slugPath } : {}),
    created_at: story.createdAt,
    first_published_at: story.firstPublishedAt,
    published_at: story.publishedAt,
    published: story.live,
    ...(story.scheduled ? { publish_at: new Date(story.scheduled.at).toISOString() } : {}),
    tags: [...story.tags],
    position: story.position,
    ...(story.realPath === null ? {} : { path: story.realPath }),
    content: structuredClone(story.content()),
    ...(story.draftHash === "" ? {} : { draft: structuredClone(story.draft()) }),
  };
}

function readStory(contents: SpaceContents, slug: string, fields: Record<string, unknown>): StoredStory {
  const file = `story ${slug}`;
  const before = storyAt(contents, slug);
  const startpage = before?.isStartpage ?? slug.endsWith("/");
  const path = trimSlashes(slug) + (startpage ? "/index" : "");
  const parsed = parseStoryFile(fields, { file, path });
  const uuids = new Map(contents.stories.map((story) => [story.slugPath, story]));
  const uuidOf = (to: string) => uuids.get(to)?.uuid ?? storyUuid(to);
  const asset = (assetPath: string) => ({ path: assetPath, hash: "0000000000", size: "x" });
  const context = { file, spaceId: contents.info.id, storyUuid: parsed.uuid, uuidOf, asset };
  const after = storedStory(parsed, { info: contents.info, context, groupOf: uuidOf });
  // A translation stays in its group, whichever of the two names the other.
  return before && fullSlugOf(before) === fullSlugOf(after) ? { ...after, groupId: before.groupId } : after;
}
