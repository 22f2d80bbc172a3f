/** Reads a space folder: space.json, datasources/, stories/, assets/. Each invalid file gives one clear error. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pLimit from "p-limit";
import * as z from "zod";
import { sitegenError } from "../../problems/errors.ts";
import type { SpaceContents, SpaceInfo, StoredDatasource } from "../model.ts";
import { type AssetIndex, type AssetIndexCache, readAssetIndex } from "./asset-index.ts";
import { datasourceFrom } from "./datasource-file.ts";
import { expandStories, type StoryCache } from "./expand-stories.ts";
import { fileStamp } from "./file-stamp.ts";
import { parseJsonFile } from "./json.ts";
import { brokenFile, describeIssue, type ParsedStory, parseStoryFile } from "./story-file.ts";

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
  version: z.number().int().positive(),
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
  const limit = pLimit(OPEN_FILES);
  const parsed = await Promise.all(files.map((path) => limit(() => readStory(dir, path, memory.stories))));
  checkUnique(parsed);
  const { stories, notices } = expandStories(parsed, { ...memory, info, assets });
  return { info, stories, datasources, assets, notices };
}

async function readStory(dir: string, path: string, memory: StoryCache): Promise<ParsedStory> {
  const file = `stories/${path}`;
  const stamp = await fileStamp(join(dir, file));
  const known = memory.get(file);
  if (known?.stamp === stamp) return known.parsed;
  const parsed = parseStoryFile(await readJson(dir, file), { file, path: path.slice(0, -".json".length) });
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

async function readJson(dir: string, file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(join(dir, file), "utf8");
  } catch (cause) {
    throw sitegenError("SPACE_BROKEN", {
      message: `${join(dir, file)} cannot be read.`,
      where: file,
      hint: "Check that the folder holds space.json, stories/ and datasources/, and that they may be read.",
      cause,
    });
  }
  return parseJsonFile(text, file);
}

/** Paths of the .json files in a folder, with forward slashes, sorted; none if there is no folder. */
async function jsonBelow(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder, { recursive: true });
    return names
      .map((name) => name.replaceAll("\\", "/"))
      .filter((name) => name.endsWith(".json") && !/(^|\/)\./.test(name))
      .sort();
  } catch {
    return [];
  }
}

function checkUnique(parsed: readonly ParsedStory[]): void {
  const seen = new Map<string, string>();
  for (const { file, slugPath, uuid } of parsed) {
    for (const [key, what] of [
      [`slug ${slugPath}`, `the slug "${slugPath}"`],
      [`uuid ${uuid}`, `the uuid ${uuid}`],
    ] as const) {
      const other = seen.get(key);
      if (other !== undefined) throw brokenFile(file, `${what} is taken by ${other}.`);
      seen.set(key, file);
    }
  }
}
