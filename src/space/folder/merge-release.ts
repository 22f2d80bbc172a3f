/** Merges a release of a space folder: its files take the place of the stories that they change. */
import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeFileAtomic } from "../../files/write-file-atomic.ts";
import { sitegenError } from "../../problems/errors.ts";
import { storyUuid } from "../identity.ts";
import { readJournal } from "./journal.ts";
import { loadFolder, parseStories } from "./load-folder.ts";
import { jsonBelow, readJson } from "./read-json.ts";
import { parsedRelease, RELEASES_FOLDER } from "./release-folder.ts";
import type { ParsedStory } from "./story-file.ts";

/** Returns the paths of the stories that were written. A service that watches the folder publishes them. */
export async function mergeRelease(dir: string, id: string): Promise<string[]> {
  const formerSlugs = new Map(Object.entries((await readJournal(dir))?.formerSlugs ?? {}));
  const { releases = [] } = await loadFolder(dir, { assets: new Map(), stories: new Map(), formerSlugs });
  if (!releases.some((release) => String(release.id) === id)) {
    const known = releases.map((release) => `${release.id} (${release.name})`).join(", ");
    throw sitegenError("RELEASE_UNKNOWN", {
      message: `${dir} has no release ${id}.`,
      hint: known === "" ? `Releases are folders in ${join(dir, RELEASES_FOLDER)}.` : `It has ${known}.`,
    });
  }
  const space = await parseStories(dir, await jsonBelow(join(dir, "stories")), new Map());
  const own = await parsedRelease(dir, id, { parsed: space, formerSlugs });
  const before = new Map(space.map((story) => [story.uuid, story]));
  const written = new Set<string>();
  for (const story of own) written.add(await writeStory(dir, story, before.get(story.uuid)));
  // At the old path of a story there may be another one now.
  for (const { uuid } of own) {
    const { file } = before.get(uuid) ?? {};
    if (file !== undefined && !written.has(file)) await rm(join(dir, file));
  }
  await rm(join(dir, RELEASES_FOLDER, id), { recursive: true });
  return own.map(({ slugPath }) => slugPath);
}

/** A story keeps its identity and the dates of its first publication, also at another path. Returns its file. */
async function writeStory(dir: string, story: ParsedStory, before: ParsedStory | undefined): Promise<string> {
  const { replaces: _, ...file } = (await readJson(dir, story.file)) as Record<string, unknown>; // it was parsed before
  const { id, created_at, first_published_at } = before?.fields ?? {};
  const known = Object.entries({ id, created_at, first_published_at }).filter(([, value]) => value !== undefined);
  const own = story.uuid === storyUuid(story.slugPath) ? {} : { uuid: story.uuid };
  const path = `stories/${story.slugPath}${story.isStartpage ? "/index" : ""}.json`;
  await mkdir(dirname(join(dir, path)), { recursive: true });
  const text = JSON.stringify({ ...Object.fromEntries(known), ...own, ...file }, null, 2);
  await writeFileAtomic(join(dir, path), `${text}\n`, String(process.pid));
  return path;
}
