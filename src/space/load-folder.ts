/** Reads a space folder: space.json, datasources/, stories/, assets/. Every broken file is one clear error. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { sitegenError } from "../errors.ts";
import { type AssetIndex, type AssetMemory, readAssetIndex } from "./asset-index.ts";
import { datasourceFrom } from "./datasource-file.ts";
import { storyUuid } from "./identity.ts";
import { parseJsonFile } from "./json.ts";
import type { SpaceContents, SpaceInfo, StoredDatasource, StoredStory } from "./model.ts";
import { brokenFile, describeIssue, type ParsedStory, parseStoryFile, storedStory } from "./story-file.ts";

export interface SpaceFolder extends SpaceContents {
  assets: AssetIndex;
  /** What is odd but does not stop the service, such as an asset that is not there. */
  notices: string[];
}

export interface FolderMemory {
  assets: AssetMemory;
  /** Paths that once led to a story which now lies elsewhere: links to them still mean that story. */
  formerSlugs: ReadonlyMap<string, string>;
}

const language = z.string().regex(/^[a-z]{2}(_[a-z]{2,4})?$/i, "expected a code such as de or en_ie");

const spaceFile = z.strictObject({
  name: z.string().min(1),
  id: z.number().int().positive(),
  version: z.number().int().positive(),
  languages: z.array(language).default([]),
  token: z.string().min(1),
  previewToken: z.string().min(1),
});

export async function loadFolder(dir: string, memory: FolderMemory): Promise<SpaceFolder> {
  const info = await readInfo(dir);
  const [files, datasources, assets] = await Promise.all([
    jsonBelow(join(dir, "stories")),
    readDatasources(dir),
    readAssetIndex(join(dir, "assets"), memory.assets),
  ]);
  const parsed = await Promise.all(
    files.map(async (path) => {
      const file = `stories/${path}`;
      return parseStoryFile(await readJson(dir, file), { file, path: path.slice(0, -".json".length) });
    }),
  );
  checkUnique(parsed);
  const notices: string[] = [];
  const stories = expandStories({ parsed, info, assets, notices, formerSlugs: memory.formerSlugs });
  return { info, stories, datasources, assets, notices };
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

/** Paths of the .json files below a folder, with forward slashes, sorted; none where there is no folder. */
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

function expandStories(options: {
  parsed: readonly ParsedStory[];
  info: SpaceInfo;
  assets: AssetIndex;
  notices: string[];
  formerSlugs: ReadonlyMap<string, string>;
}): StoredStory[] {
  const { parsed, info, assets, notices, formerSlugs } = options;
  const uuids = new Map(parsed.map((story) => [story.slugPath, story.uuid]));
  const present = new Set(uuids.values());
  const uuidOf = (slugPath: string) => {
    const former = formerSlugs.get(slugPath);
    return uuids.get(slugPath) ?? (former && present.has(former) ? former : storyUuid(slugPath));
  };
  const missing = new Map<string, string>();
  const stories = parsed.map((story) => {
    const asset = (path: string) => {
      const known = assets.get(path);
      if (!known && !missing.has(path)) missing.set(path, story.file);
      return known ?? { path, hash: "0000000000", size: "x" };
    };
    const context = { file: story.file, spaceId: info.id, storyUuid: story.uuid, uuidOf, asset };
    return storedStory(story, { info, context, groupOf: uuidOf });
  });
  if (missing.size > 0) notices.push(missingAssets([...missing]));
  return stories;
}

function missingAssets(missing: readonly [path: string, file: string][]): string {
  const first = missing.slice(0, 3).map(([path, file]) => `assets/${path} (named in ${file})`);
  const more = missing.length > first.length ? ` and ${missing.length - first.length} more` : "";
  return `Missing in the space folder: ${first.join(", ")}${more}.`;
}
