import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { collectAssets, digestStory, type StoryDigest } from "../content/digest.ts";
import type { Lang, RawStory, Space } from "../content/model.ts";
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

/** Digests by the hash of the story they are of. */
export interface DigestBook {
  /** Takes a story's digest while it is in hand, which saves reading it back. */
  note(hash: string, story: RawStory): void;
  digest(space: Space): DigestedSpace;
}

/**
 * Digests of stories that did not change come from the cache of the last build, so that after one publish one story is
 * looked at, not all. The cache is safe to lose and written whole.
 */
export function openDigestBook(stateDir: string): DigestBook {
  const file = join(stateDir, "cache", "digests.json");
  const noted = new Map<string, StoryDigest>();
  return {
    note: (hash, story) => void noted.set(hash, digestStory(story)),
    digest(space) {
      const cached = readCache(file);
      const used = new Map<string, StoryDigest>();
      const digests = { en: [] as StoryDigest[], de: [] as StoryDigest[] };
      const hashes = { en: new Map<string, string>(), de: new Map<string, string>() };
      for (const lang of LANGS) {
        for (const { uuid, hash } of space.index(lang)) {
          const digest = cached.get(hash) ?? noted.get(hash) ?? digestOf(space, lang, uuid);
          if (!digest) continue;
          used.set(hash, digest);
          hashes[lang].set(uuid, hash);
          digests[lang].push(digest);
        }
      }
      const isNew = used.size !== cached.size || [...used.keys()].some((hash) => !cached.has(hash));
      if (isNew) writeCache(file, used);
      return { digests, hashes, assets: allAssets(space, digests) };
    },
  };
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

function writeCache(file: string, digests: ReadonlyMap<string, StoryDigest>): void {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, JSON.stringify({ version: VERSION, digests: [...digests] }));
  renameSync(temporary, file);
}
