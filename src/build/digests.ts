import { readFileSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { collectAssets, digestStory, type StoryDigest } from "../content/digest.ts";
import type { Lang, Space } from "../content/model.ts";
import type { Digests } from "../content/site.ts";

const LANGS: readonly Lang[] = ["en", "de"];
/** Raised when a digest's form changes: older caches are then not read. */
const VERSION = 1;

export interface DigestedSpace {
  digests: Digests;
  /** Hash of each story as pulled, by language and uuid. */
  hashes: Record<Lang, ReadonlyMap<string, string>>;
  /** Addresses of every asset the space refers to, sorted. */
  assets: string[];
}

/**
 * Digests of all stories. Those of stories that did not change come from the cache of the last build, so that
 * after one publish one story is read, not all. The cache is safe to lose and written whole.
 */
export async function digestSpace(space: Space, stateDir: string): Promise<DigestedSpace> {
  const file = join(stateDir, "cache", "digests.json");
  const cached = readCache(file);
  const fresh = new Map<string, StoryDigest>();
  let read = 0;
  const digests = { en: [] as StoryDigest[], de: [] as StoryDigest[] };
  const hashes = { en: new Map<string, string>(), de: new Map<string, string>() };
  for (const lang of LANGS) {
    for (const { uuid, hash } of space.index(lang)) {
      const known = cached.get(hash) ?? fresh.get(hash);
      const digest = known ?? digestOf(space, lang, uuid);
      if (!digest) continue;
      if (!known) read += 1;
      fresh.set(hash, digest);
      hashes[lang].set(uuid, hash);
      digests[lang].push(digest);
    }
  }
  if (read > 0 || fresh.size !== cached.size) await writeCache(file, fresh);
  return { digests, hashes, assets: allAssets(space, digests) };
}

function digestOf(space: Space, lang: Lang, uuid: string): StoryDigest | undefined {
  const story = space.story(lang, uuid);
  return story && digestStory(story);
}

function allAssets(space: Space, digests: Digests): string[] {
  const found = new Set<string>();
  for (const lang of LANGS) {
    for (const digest of digests[lang]) for (const asset of digest.assets) found.add(asset);
    for (const asset of collectAssets(space.global[lang]?.content)) found.add(asset);
  }
  return [...found].sort();
}

function readCache(file: string): Map<string, StoryDigest> {
  try {
    const { version, digests } = JSON.parse(readFileSync(file, "utf8")) as {
      version: number;
      digests: [string, StoryDigest][];
    };
    return new Map(version === VERSION ? digests : []);
  } catch {
    return new Map(); // missing or damaged: every story is digested again
  }
}

async function writeCache(file: string, digests: ReadonlyMap<string, StoryDigest>): Promise<void> {
  await mkdir(join(file, ".."), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  await writeFile(temporary, JSON.stringify({ version: VERSION, digests: [...digests] }));
  await rename(temporary, file);
}
