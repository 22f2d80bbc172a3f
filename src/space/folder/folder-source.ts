/** A space folder with its journal, reloaded when it changes. */
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isWithin } from "../../files/real-path.ts";
import { type FolderWatch, watchFolders } from "../../files/watch-folders.ts";
import { messageOf } from "../../problems/cause.ts";
import type { SpaceContents } from "../model.ts";
import type { AssetIndex } from "./asset-index.ts";
import { type Journal, readJournal, reconcile, writeJournal } from "./journal.ts";
import { loadFolder, type SpaceFolder } from "./load-folder.ts";

export interface FolderSource {
  contents: SpaceContents;
  cv: number;
  assets(): AssetIndex;
  /** Starts watching; `publish` is called with each new version. */
  watch(publish: (contents: SpaceContents, cv: number) => void): Promise<void>;
  /** Reads the folder now; `publish` is called if there is a new version. */
  refresh(publish: (contents: SpaceContents, cv: number) => void): Promise<void>;
  /** Resolves when all edits so far are served; for tests. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface FolderSourceOptions {
  dir: string;
  /** Record between runs what was served; see journal.ts. */
  journal: boolean;
  now: () => number;
  notify: (line: string) => void;
  /** Receives why the folder cannot be read as it is now; null when it can again. */
  onBroken?: ((error: unknown) => void) | undefined;
}

/** Enough for editors that write a temporary file and rename it. */
const DEBOUNCE_MS = 60;
/** An invalid file may have been read while it was written, so it is read again after this long. */
const SECOND_LOOK_MS = 150;

export async function openFolder({
  dir,
  now,
  notify,
  onBroken,
  ...options
}: FolderSourceOptions): Promise<FolderSource> {
  const memory = { assets: new Map(), stories: new Map() };
  const stored = options.journal ? await readJournal(dir) : null;
  let folder = await loadFolder(dir, {
    ...memory,
    formerSlugs: new Map(Object.entries(stored?.formerSlugs ?? {})),
  });
  const first = reconcile(folder, stored, now());
  let journal: Journal = first.journal;
  for (const notice of folder.notices) notify(notice);
  const keep = async () => {
    if (options.journal) await writeJournal(dir, journal);
  };
  if (first.changed) await keep();

  const load = () => loadFolder(dir, { ...memory, formerSlugs: slugMemory(folder, journal) });
  const reload = async (publish: (contents: SpaceContents, cv: number) => void): Promise<void> => {
    let next: SpaceFolder;
    try {
      next = await loadTwice(load);
    } catch (error) {
      notify(`${messageOf(error)} The last good version stays served.`);
      onBroken?.(error);
      return;
    }
    onBroken?.(null);
    for (const notice of next.notices.filter((text) => !folder.notices.includes(text))) notify(notice);
    const otherReleases = releasesKey(next) !== releasesKey(folder);
    folder = next;
    const result = reconcile(folder, journal, now());
    if (!result.changed && !otherReleases) return;
    const news = describeChange(journal, result.journal);
    journal = result.journal;
    publish(result.contents, journal.cv);
    if (news !== "") notify(news);
    await keep();
  };

  let queue: Promise<void> = Promise.resolve();
  let watcher: FolderWatch | undefined;
  /** One read at a time, in the order of the edits. */
  const refresh: FolderSource["refresh"] = (publish) => {
    queue = queue.then(() => reload(publish));
    return queue;
  };
  return {
    contents: first.contents,
    cv: journal.cv,
    assets: () => folder.assets,
    async watch(publish) {
      watcher = await watchFolders({
        deep: [dir],
        // Which says of the folder itself that it was removed and is there again.
        flat: [dirname(dir)],
        ignore: (path) => !isWithin(path, dir),
        debounceMs: DEBOUNCE_MS,
        onChange: () => void refresh(publish),
      });
      // For edits between the first read and the start of watching.
      void refresh(publish);
    },
    refresh,
    settled: () => queue,
    async close() {
      watcher?.close();
      await queue;
    },
  };
}

/** What changes when a release is saved, which publishes nothing. */
function releasesKey({ releases = [] }: SpaceFolder): string {
  return JSON.stringify(releases.map(({ id, stories }) => [id, stories.map(({ uuid, hash }) => [uuid, hash])]));
}

/** The stories' paths before this read, so that links to a moved story's old path still work. */
function slugMemory(folder: SpaceFolder, journal: Journal): Map<string, string> {
  const now = folder.stories.map((story) => [story.slugPath, story.uuid] as const);
  return new Map([...Object.entries(journal.formerSlugs), ...now]);
}

async function loadTwice(load: () => Promise<SpaceFolder>): Promise<SpaceFolder> {
  try {
    return await load();
  } catch {
    await sleep(SECOND_LOOK_MS);
    return load();
  }
}

function describeChange(before: Journal, after: Journal): string {
  const edited = Object.entries(after.stories).filter(([uuid, record]) => before.stories[uuid]?.hash !== record.hash);
  const gone = Object.entries(before.stories).filter(([uuid]) => !(uuid in after.stories));
  const names = [...edited.map(([, { slug }]) => slug), ...gone.map(([, { slug }]) => `${slug} (removed)`)];
  if (before.cv === after.cv) return "";
  const what = names.length > 3 ? `${names.length} stories` : names.join(", ") || "datasources or settings";
  return `Published: ${what}; version ${after.cv}.`;
}
