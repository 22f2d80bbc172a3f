/** The folder `releases/<id>/`: release.json with a name, and stories/ with what the release adds or changes. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { storyUuid } from "../identity.ts";
import { type SpaceInfo, type StoredRelease, type StoredStory, trimSlashes } from "../model.ts";
import type { AssetIndex } from "./asset-index.ts";
import { expandOne, uuidLookup } from "./expand-stories.ts";
import { jsonBelow, readJson } from "./read-json.ts";
import { brokenFile, checkUnique, describeIssue, type ParsedStory, parseStoryFile } from "./story-file.ts";

export const RELEASES_FOLDER = "releases";

const RELEASE_ID = /^[1-9]\d{0,14}$/;

const releaseFile = z.strictObject({ name: z.string().min(1) });

export interface ReleaseContext {
  info: SpaceInfo;
  assets: AssetIndex;
  formerSlugs: ReadonlyMap<string, string>;
  /** The space's own stories, as files and as they are served. */
  parsed: readonly ParsedStory[];
  stories: readonly StoredStory[];
}

/** Other folders in `releases/` are ignored. */
export async function readReleases(dir: string, context: ReleaseContext): Promise<StoredRelease[]> {
  const names = await readdir(join(dir, RELEASES_FOLDER)).catch(() => []);
  const ids = names.filter((name) => RELEASE_ID.test(name)).sort();
  return Promise.all(ids.map((id) => readRelease(dir, id, context)));
}

async function readRelease(dir: string, id: string, context: ReleaseContext): Promise<StoredRelease> {
  const folder = `${RELEASES_FOLDER}/${id}`;
  const file = `${folder}/release.json`;
  const result = releaseFile.safeParse(await readJson(dir, file));
  if (!result.success) throw brokenFile(file, describeIssue(result.error));
  const own = await parsedRelease(dir, id, context);
  const after = [...withoutUuids(context.parsed, own), ...own];
  checkUnique(after);
  const uuidOf = uuidLookup(new Map(after.map((story) => [story.slugPath, story.uuid])), context.formerSlugs);
  const before = new Map(context.stories.map((story) => [story.uuid, story]));
  const stories = own.map((parsed) => {
    const { story } = expandOne(parsed, { ...context, uuidOf });
    return { ...story, ...datesBefore(before.get(story.uuid), parsed), draft: story.content, releaseId: Number(id) };
  });
  return { id: Number(id), name: result.data.name, stories };
}

/** A release's files. A file at the path of a story, or one that `replaces` it, is that story, also if it has moved since. */
export async function parsedRelease(
  dir: string,
  id: string,
  { parsed: space, formerSlugs }: Pick<ReleaseContext, "parsed" | "formerSlugs">,
): Promise<ParsedStory[]> {
  const folder = `${RELEASES_FOLDER}/${id}/stories`;
  const byPath = new Map(space.map((story) => [story.slugPath, story]));
  const byUuid = new Map(space.map((story) => [story.uuid, story]));
  const paths = await jsonBelow(join(dir, folder));
  return Promise.all(
    paths.map(async (path) => {
      const file = `${folder}/${path}`;
      const parsed = parseStoryFile(await readJson(dir, file), { file, path: path.slice(0, -".json".length) });
      const { replaces, uuid } = parsed.fields;
      const place = trimSlashes(replaces ?? parsed.slugPath);
      const story = byPath.get(place) ?? byUuid.get(formerSlugs.get(place) ?? storyUuid(place));
      if (replaces !== undefined && !story) throw brokenFile(file, `"replaces": there is no story "${replaces}".`);
      return { ...parsed, uuid: uuid ?? story?.uuid ?? parsed.uuid };
    }),
  );
}

/** The stories that a release does not change. */
function withoutUuids(space: readonly ParsedStory[], release: readonly ParsedStory[]): ParsedStory[] {
  const own = new Set(release.map(({ uuid }) => uuid));
  return space.filter(({ uuid }) => !own.has(uuid));
}

/** Being in a release does not change when a story was published; a new one was not. */
function datesBefore(story: StoredStory | undefined, parsed: ParsedStory): Partial<StoredStory> {
  if (!story) return { firstPublishedAt: null, publishedAt: null };
  const { id, createdAt, firstPublishedAt, publishedAt } = story;
  return { id: parsed.fields.id ?? id, createdAt, firstPublishedAt, publishedAt };
}
