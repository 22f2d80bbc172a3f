/**
 * Records between runs what was served, so that an edit made while no service runs counts as a publish. Without a
 * journal everything follows from the folder: fixed dates, and a version derived from the content.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { writeFileAtomic } from "../../files/write-file-atomic.ts";
import { sha1 } from "../identity.ts";
import { type SpaceContents, type StoredStory, UNDATED } from "../model.ts";

const JOURNAL_FILE = ".journal.json";

const journalFile = z.object({
  format: z.literal(1),
  cv: z.number().int(),
  /** Hash of everything that published responses can contain. */
  hash: z.string(),
  stories: z.record(
    z.string(),
    z.object({
      slug: z.string(),
      hash: z.string(),
      draftHash: z.string(),
      /** Only if the service saw the change; otherwise the folder's own date is used. */
      publishedAt: z.string().optional(),
      firstPublishedAt: z.string().optional(),
      updatedAt: z.string().optional(),
    }),
  ),
  formerSlugs: z.record(z.string(), z.string()),
});

export type Journal = z.infer<typeof journalFile>;
type StoryRecord = Journal["stories"][string];

export interface Reconciled {
  contents: SpaceContents;
  journal: Journal;
  /** True if something differs from the given journal. */
  changed: boolean;
}

/** Small enough that versions stay in the past, large enough to make collisions unlikely. */
const HASH_RANGE = 1_000_000;

/** The contents with dates for what changed since the journal, and the new journal. */
export function reconcile(contents: SpaceContents, journal: Journal | null, now: number): Reconciled {
  const hash = contentsHash(contents);
  if (!journal) return { contents, journal: firstJournal(contents, hash), changed: false };
  const date = new Date(now).toISOString();
  const records = contents.stories.map((story) => [story, recordOf(story, journal.stories[story.uuid], date)] as const);
  const changed = hash !== journal.hash || records.some(([story, record]) => record !== journal.stories[story.uuid]);
  const cv = hash === journal.hash ? journal.cv : Math.max(Math.floor(now / 1000), journal.cv + 1);
  const stories = records.map(([story, record]) => dated(story, record));
  const next: Journal = {
    format: 1,
    cv,
    hash,
    stories: Object.fromEntries(records.map(([story, record]) => [story.uuid, record])),
    formerSlugs: formerSlugs(contents, journal),
  };
  return { contents: { ...contents, stories }, journal: changed ? next : journal, changed };
}

function firstJournal(contents: SpaceContents, hash: string): Journal {
  const records = contents.stories.map((story) => [story.uuid, plainRecord(story)]);
  const cv = contents.info.version + (Number.parseInt(hash.slice(0, 12), 16) % HASH_RANGE);
  return { format: 1, cv, hash, stories: Object.fromEntries(records), formerSlugs: {} };
}

function plainRecord({ slugPath, hash, draftHash }: StoredStory): StoryRecord {
  return { slug: slugPath, hash, draftHash };
}

function recordOf(story: StoredStory, known: StoryRecord | undefined, now: string): StoryRecord {
  const record = plainRecord(story);
  if (!known) return { ...record, publishedAt: now, updatedAt: now, firstPublishedAt: now };
  if (known.hash !== record.hash) return { ...known, ...record, publishedAt: now, updatedAt: now };
  if (known.draftHash === record.draftHash) return known;
  // Without a draft nothing is unpublished.
  return { ...known, ...record, updatedAt: record.draftHash === "" ? known.publishedAt : now };
}

function dated(story: StoredStory, record: StoryRecord): StoredStory {
  if (!record.updatedAt && !record.publishedAt) return story;
  const publishedAt = story.live ? (record.publishedAt ?? story.publishedAt) : null;
  // A file without a date that was added while the service watched was first published then.
  const undated = story.live && story.firstPublishedAt === UNDATED;
  const firstPublishedAt = undated ? (record.firstPublishedAt ?? UNDATED) : story.firstPublishedAt;
  const updatedAt = record.updatedAt ?? story.updatedAt;
  const { scheduled } = story;
  // What is edited after its time is published then: clients find it by its date.
  const late = scheduled &&
    Date.parse(updatedAt) > scheduled.at && { ...scheduled.story, publishedAt: updatedAt, updatedAt };
  return {
    ...story,
    publishedAt,
    firstPublishedAt,
    updatedAt,
    ...(late && { scheduled: { ...scheduled, story: late } }),
  };
}

/** If a story with its own uuid moved, links to its old path still refer to it. */
function formerSlugs(contents: SpaceContents, journal: Journal): Record<string, string> {
  const former = { ...journal.formerSlugs };
  for (const { uuid, slugPath } of contents.stories) {
    const before = journal.stories[uuid]?.slug;
    if (before !== undefined && before !== slugPath) former[before] = uuid;
  }
  return former;
}

/** Without tokens, which do not affect what is read. */
function contentsHash({ info, stories, datasources }: SpaceContents): string {
  const { id, name, version, languages, domain, environments } = info;
  const parts = stories.map((story) => `${story.uuid} ${story.hash}`).sort();
  const sources = datasources.map((source) => `${source.slug} ${source.hash}`).sort();
  return sha1(
    JSON.stringify(
      [id, name, version, languages, parts, sources, domain, environments].filter((part) => part !== undefined),
    ),
  );
}

/** A missing or damaged journal counts as none; it can be deleted safely. */
export async function readJournal(dir: string): Promise<Journal | null> {
  try {
    const result = journalFile.safeParse(JSON.parse(await readFile(join(dir, JOURNAL_FILE), "utf8")));
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}

/** Written atomically; a read-only folder has no journal. */
export async function writeJournal(dir: string, journal: Journal): Promise<void> {
  try {
    await writeFileAtomic(join(dir, JOURNAL_FILE), JSON.stringify(journal), String(process.pid));
  } catch {
    // Ignored: the folder may be read-only, in a package or an image.
  }
}
