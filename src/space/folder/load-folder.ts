/** Reads a space folder: space.json, datasources/, stories/, releases/, assets/. Each invalid file gives one clear error. */
import { join } from "node:path";
import pLimit from "p-limit";
import * as z from "zod";
import type { SpaceContents, SpaceInfo, StoredDatasource } from "../model.ts";
import { type AssetIndex, type AssetIndexCache, fileStamp, readAssetIndex } from "./asset-index.ts";
import { datasourceFrom } from "./datasource-file.ts";
import { expandStories, type StoryCache } from "./expand-stories.ts";
import { jsonBelow, readJson } from "./read-json.ts";
import { readReleases } from "./release-folder.ts";
import { brokenFile, checkUnique, describeIssue, type ParsedStory, parseStoryFile } from "./story-file.ts";

export interface SpaceFolder extends SpaceContents {
  assets: AssetIndex;
  /** Problems that do not stop the service, such as a missing asset. */
  notices: string[];
}

/** Kept by the caller between two reads of a folder, so that an edit only costs reading its own file. */
export interface FolderCache {
  assets: AssetIndexCache;
  stories: StoryCache;
  /** Former paths of moved stories: links to them still refer to those stories. */
  formerSlugs: ReadonlyMap<string, string>;
}

const language = z.string().regex(/^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i, "expected a code such as de, en_ie or zh-Hans");

const spaceFile = z.strictObject({
  name: z.string().min(1),
  id: z.number().int().positive(),
  version: z.number().int().positive().default(1),
  languages: z.array(language).default([]),
  token: z.string().min(1),
  previewToken: z.string().min(1),
  managementToken: z.string().min(1).optional(),
  domain: z.string().optional(),
  environments: z.array(z.strictObject({ name: z.string(), location: z.string() })).optional(),
});

/** Opening thousands at once would exceed the system's limit. */
const OPEN_FILES = 16;

export async function loadFolder(dir: string, memory: FolderCache): Promise<SpaceFolder> {
  const info = await readInfo(dir);
  const [files, datasources, assets] = await Promise.all([
    jsonBelow(join(dir, "stories")),
    readDatasources(dir),
    readAssetIndex(join(dir, "assets"), memory.assets),
  ]);
  const parsed = await parseStories(dir, files, memory.stories);
  const { stories, notices } = expandStories(parsed, { ...memory, info, assets });
  const { formerSlugs } = memory;
  const releases = await readReleases(dir, { info, assets, formerSlugs, parsed, stories });
  return { info, stories, datasources, releases, assets, notices };
}

/** The files below stories/, parsed but not expanded. */
export async function parseStories(dir: string, files: readonly string[], memory: StoryCache): Promise<ParsedStory[]> {
  const limit = pLimit(OPEN_FILES);
  const parsed = await Promise.all(files.map((path) => limit(() => readStory(dir, path, memory))));
  checkUnique(parsed);
  return parsed;
}

async function readStory(dir: string, path: string, memory: StoryCache): Promise<ParsedStory> {
  const file = `stories/${path}`;
  const stamp = await fileStamp(join(dir, file));
  const known = memory.get(file);
  if (known?.stamp === stamp) return known.parsed;
  const parsed = parseStoryFile(await readJson(dir, file), { file, path: path.slice(0, -".json".length) });
  if (parsed.fields.replaces !== undefined) throw brokenFile(file, '"replaces" is only for stories of a release.');
  memory.set(file, { stamp, parsed });
  return parsed;
}

async function readInfo(dir: string): Promise<SpaceInfo> {
  const result = spaceFile.safeParse(await readJson(dir, "space.json"));
  if (!result.success) throw brokenFile("space.json", describeIssue(result.error));
  return result.data;
}

async function readDatasources(dir: string): Promise<StoredDatasource[]> {
  const paths = await jsonBelow(join(dir, "datasources"));
  return Promise.all(
    paths.map(async (path) => {
      const file = `datasources/${path}`;
      return datasourceFrom(await readJson(dir, file), { file, slug: path.slice(0, -".json".length) });
    }),
  );
}
