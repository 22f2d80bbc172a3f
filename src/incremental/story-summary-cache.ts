import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { OnDamaged } from "../checksum-file.ts";
import type { Lang, RawStory, Space } from "../content/model.ts";
import type { StorySummaries } from "../content/site.ts";
import { collectAssets, type StorySummary, summarizeStory } from "../content/story-summary.ts";
import { appendOrRestoreSync } from "../full-disk.ts";
import { shortHash } from "../short-hash.ts";
import { type ByLanguage, byLanguage, forLanguage } from "../site/by-language.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { writeFileAtomicSync } from "../write-file-atomic.ts";

/** Increase this when a summary's format changes; older caches are then ignored. */
const VERSION = 7;
/** Characters of a short hash. */
const SUM_LENGTH = 16;

export interface SummarizedSpace {
  summaries: StorySummaries;
  /** Hash of each story as pulled, by language and uuid. */
  hashes: ByLanguage<ReadonlyMap<string, string>>;
  /** Fingerprint of each story's summary, by language and uuid. */
  fingerprints: ByLanguage<ReadonlyMap<string, StoryFingerprint>>;
  /** URLs of all assets in the space, sorted. */
  assets: string[];
}

export interface StoryFingerprint {
  hash: string;
  /** URLs of the story's assets. */
  assets: readonly string[];
}

/** Story summaries by the hash of their story. */
export interface StorySummaryCache {
  /** Adds a story's summary while the story is in memory, which saves reading it again. */
  record(hash: string, story: RawStory): void;
  summarize(space: Space): SummarizedSpace;
}

/** A summary and its own hash. */
type CachedSummary = [summary: StorySummary, fingerprint: string];

/**
 * Reads summaries of unchanged stories from the last build's cache, so that after one publish only one story is
 * processed. The cache can be deleted safely; a line truncated by a crash is ignored.
 */
export function openStorySummaryCache(
  stateDir: string,
  site: Pick<ResolvedSite, "pageTypes" | "crops" | "translation" | "languages">,
  onDamaged?: OnDamaged,
): StorySummaryCache {
  const { pageTypes } = site;
  // A summary depends on which blocks are listings and on how images are cropped.
  const rules = shortHash(
    JSON.stringify([VERSION, Object.entries(pageTypes).map(([name, { listing }]) => [name, listing]), site.crops]),
  );
  const file = join(stateDir, "cache", `story-summaries-${rules}.ndjson`);
  const codes = site.languages.map(({ code }) => code);
  const answers = site.translation === "folders" ? codes.slice(0, 1) : codes;
  // Many stories refer to the same assets: memory holds each address once.
  const addresses = new Map<string, string>();
  const sharedAddress = (address: string) => {
    const known = addresses.get(address) ?? address;
    addresses.set(known, known);
    return known;
  };
  const summarized = (story: RawStory): CachedSummary => {
    const found = summarizeStory(story, site);
    shareAddresses(found.fields, sharedAddress);
    const summary = { ...found, assets: found.assets.map(sharedAddress) };
    return [summary, shortHash(JSON.stringify(summary))];
  };
  const summaryOf = (space: Space, lang: Lang, uuid: string): CachedSummary | undefined => {
    const story = space.story(lang, uuid);
    return story && summarized(story);
  };
  const recorded = new Map<string, CachedSummary>();
  return {
    record(hash, story) {
      recorded.set(hash, summarized(story));
    },
    summarize(space) {
      const { cached, isWhole } = readCache(file, onDamaged);
      const used = new Map<string, CachedSummary>();
      const summaries = byLanguage(answers, (): StorySummary[] => []);
      const hashes = byLanguage(answers, () => new Map<string, string>());
      const fingerprints = byLanguage(answers, () => new Map<string, StoryFingerprint>());
      for (const lang of answers) {
        for (const { uuid, hash } of space.index(lang)) {
          const known = cached.get(hash) ?? recorded.get(hash) ?? summaryOf(space, lang, uuid);
          if (!known) continue;
          used.set(hash, known);
          forLanguage(hashes, lang).set(uuid, hash);
          forLanguage(fingerprints, lang).set(uuid, { hash: known[1], assets: known[0].assets });
          forLanguage(summaries, lang).push(known[0]);
        }
      }
      saveCache(file, isWhole ? cached : new Map(), used);
      recorded.clear();
      return { summaries, hashes, fingerprints, assets: allAssets(space, summaries, site.crops) };
    },
  };
}

/** Replaces the addresses of assets in fields with the copies that all stories share. */
function shareAddresses(fields: object, shared: (address: string) => string): void {
  for (const [key, value] of Object.entries(fields)) {
    if (typeof value === "object" && value !== null) shareAddresses(value, shared);
    // Equal texts, so nobody who has the story notices.
    else if (key === "filename" && typeof value === "string") Object.assign(fields, { filename: shared(value) });
  }
}

function allAssets(space: Space, summaries: StorySummaries, crops: ResolvedSite["crops"]): string[] {
  const found = new Set<string>();
  for (const list of Object.values(summaries)) {
    for (const summary of list) for (const asset of summary.assets) found.add(asset);
  }
  for (const story of Object.values(space.global)) {
    for (const asset of collectAssets(story?.content, crops)) found.add(asset);
  }
  return [...found].sort();
}

/** One line per summary, after a hash of the line, so that new ones can be appended. */
type Row = [hash: string, ...CachedSummary];

/**
 * Damaged lines are skipped; their stories are summarized again. `isWhole` is false if nothing may be appended: also
 * after a line that a crash truncated, which is not reported.
 */
function readCache(file: string, onDamaged?: OnDamaged): { cached: Map<string, CachedSummary>; isWhole: boolean } {
  try {
    const lines = readFileSync(file, "utf8").split("\n");
    const isTruncated = lines.pop() !== "";
    const whole = lines.filter((line) => shortHash(line.slice(SUM_LENGTH)) === line.slice(0, SUM_LENGTH));
    const isDamaged = whole.length < lines.length;
    if (isDamaged) onDamaged?.(file);
    const rows = JSON.parse(`[${whole.map((line) => line.slice(SUM_LENGTH)).join(",")}]`) as Row[];
    return { cached: new Map(rows.map(([hash, ...known]) => [hash, known])), isWhole: !isTruncated && !isDamaged };
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) onDamaged?.(file);
    return { cached: new Map(), isWhole: false };
  }
}

/** Appends new summaries; rewrites the file if much of it is unused. */
function saveCache(
  file: string,
  cached: ReadonlyMap<string, CachedSummary>,
  used: ReadonlyMap<string, CachedSummary>,
): void {
  const fresh = new Map([...used].filter(([hash]) => !cached.has(hash)));
  const unused = cached.size + fresh.size - used.size;
  if (cached.size > 0 && unused <= used.size / 2) {
    appendOrRestoreSync(file, textOf(fresh));
    return;
  }
  writeFileAtomicSync(file, textOf(used));
}

function textOf(summaries: ReadonlyMap<string, CachedSummary>): string {
  const rows = [...summaries].map(([hash, known]) => JSON.stringify([hash, ...known] satisfies Row));
  return rows.map((row) => `${shortHash(row)}${row}\n`).join("");
}
