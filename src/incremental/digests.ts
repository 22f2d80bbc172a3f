import { appendFileSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { collectAssets, digestStory, type StoryDigest } from "../content/digest.ts";
import type { Lang, RawStory, Space } from "../content/model.ts";
import type { Digests } from "../content/site.ts";
import { writeOrFree } from "../full-disk.ts";
import { clearFolder, type OnDamaged } from "../sealed-file.ts";
import { at, type ByLanguage, byLanguage } from "../site/by-language.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { shortHash } from "./hash.ts";

/** Raised when a digest's form changes: older caches are then not read. */
const VERSION = 5;
/** Characters of a short hash. */
const SUM_LENGTH = 16;

export interface DigestedSpace {
  digests: Digests;
  /** Hash of each story as pulled, by language and uuid. */
  hashes: ByLanguage<ReadonlyMap<string, string>>;
  /** What tells whether a story's digest has changed, by language and uuid. */
  prints: ByLanguage<ReadonlyMap<string, DigestPrint>>;
  /** Addresses of every asset the space refers to, sorted. */
  assets: string[];
}

export interface DigestPrint {
  hash: string;
  /** Addresses of the assets in the story. */
  assets: readonly string[];
}

/** Digests by the hash of the story they are of. */
export interface DigestBook {
  /** Takes a story's digest while it is in hand, which saves reading it back. */
  note(hash: string, story: RawStory): void;
  digest(space: Space): DigestedSpace;
}

/** A digest, and the hash of itself. */
type Digested = [digest: StoryDigest, print: string];

/**
 * Digests of stories that did not change come from the cache of the last build, so that after one publish one story is
 * looked at, not all. The cache is safe to lose; a line that a kill cut off costs it.
 */
export function openDigestBook(
  stateDir: string,
  site: Pick<ResolvedSite, "pageTypes" | "translation" | "languages">,
  onDamaged?: OnDamaged,
): DigestBook {
  const { pageTypes } = site;
  // Which block is a listing is part of a digest.
  const rules = shortHash(
    JSON.stringify([VERSION, Object.entries(pageTypes).map(([name, { listing }]) => [name, listing])]),
  );
  const file = join(stateDir, "cache", `digests-${rules}.ndjson`);
  const codes = site.languages.map(({ code }) => code);
  const answers = site.translation === "folders" ? codes.slice(0, 1) : codes;
  const digested = (story: RawStory): Digested => {
    const digest = digestStory(story, pageTypes);
    return [digest, shortHash(JSON.stringify(digest))];
  };
  const digestOf = (space: Space, lang: Lang, uuid: string): Digested | undefined => {
    const story = space.story(lang, uuid);
    return story && digested(story);
  };
  const noted = new Map<string, Digested>();
  return {
    note(hash, story) {
      noted.set(hash, digested(story));
    },
    digest(space) {
      let isWhole = true;
      const cached = readCache(file, (damaged) => {
        isWhole = false;
        onDamaged?.(damaged);
      });
      const used = new Map<string, Digested>();
      const digests = byLanguage(answers, (): StoryDigest[] => []);
      const hashes = byLanguage(answers, () => new Map<string, string>());
      const prints = byLanguage(answers, () => new Map<string, DigestPrint>());
      for (const lang of answers) {
        for (const { uuid, hash } of space.index(lang)) {
          const known = cached.get(hash) ?? noted.get(hash) ?? digestOf(space, lang, uuid);
          if (!known) continue;
          used.set(hash, known);
          at(hashes, lang).set(uuid, hash);
          at(prints, lang).set(uuid, { hash: known[1], assets: known[0].assets });
          at(digests, lang).push(known[0]);
        }
      }
      saveCache(file, isWhole ? cached : new Map(), used);
      return { digests, hashes, prints, assets: allAssets(space, digests) };
    },
  };
}

function allAssets(space: Space, digests: Digests): string[] {
  const found = new Set<string>();
  for (const list of Object.values(digests)) {
    for (const digest of list) for (const asset of digest.assets) found.add(asset);
  }
  for (const story of Object.values(space.global)) {
    for (const asset of collectAssets(story?.content)) found.add(asset);
  }
  return [...found].sort();
}

/** A line a digest, after a hash of the line, so that new ones are added without writing all the others again. */
type Row = [hash: string, ...Digested];

/** Lines that are not as they were written are left out: their stories are digested again. */
function readCache(file: string, onDamaged: OnDamaged): Map<string, Digested> {
  try {
    const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
    const whole = lines.filter((line) => shortHash(line.slice(SUM_LENGTH)) === line.slice(0, SUM_LENGTH));
    if (whole.length < lines.length) onDamaged(file);
    const rows = JSON.parse(`[${whole.map((line) => line.slice(SUM_LENGTH)).join(",")}]`) as Row[];
    return new Map(rows.map(([hash, ...known]) => [hash, known]));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) onDamaged(file);
    return new Map();
  }
}

/** Appends what is new; writes all of it where much that was there is used no more. */
function saveCache(file: string, cached: ReadonlyMap<string, Digested>, used: ReadonlyMap<string, Digested>): void {
  const fresh = new Map([...used].filter(([hash]) => !cached.has(hash)));
  const unused = cached.size + fresh.size - used.size;
  if (cached.size > 0 && unused <= used.size / 2) {
    appendFileSync(file, textOf(fresh));
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  writeOrFree(temporary, textOf(used));
  clearFolder(file);
  renameSync(temporary, file);
}

function textOf(digests: ReadonlyMap<string, Digested>): string {
  const rows = [...digests].map(([hash, known]) => JSON.stringify([hash, ...known] satisfies Row));
  return rows.map((row) => `${shortHash(row)}${row}\n`).join("");
}
