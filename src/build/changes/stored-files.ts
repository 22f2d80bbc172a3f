import type { OnDamaged } from "../../checksum-file.ts";
import { DamagedStore } from "../../incremental/store/hash-tree.ts";
import { KEYS, type StoredFile, type StoredPage, type StoredSiteFacts } from "../../incremental/store/rows.ts";
import { openStore, type Store, storeFolder } from "../../incremental/store/store.ts";
import { isUntouched } from "../../publish/compare-file.ts";
import { latestBuildIdOf } from "../../publish/kept-builds.ts";
import { isSafePath } from "../../publish/paths.ts";
import type { FileRow, KnownFiles } from "../../publish/publish-record.ts";
import type { Session } from "../../publish/session.ts";
import { isRecordedHash } from "../../publish/stored-rows.ts";
import { pageFile, payloadFile } from "../page-files.ts";
import { readPosition, writePosition } from "./checked-position.ts";
import { numberedPages, openPaths } from "./stored-paths.ts";

/** The files of out/ as the last build left them. */
export function storedFiles(store: Store): KnownFiles {
  const get = (path: string): FileRow | undefined => {
    const row = pageFileIn(store, path) ?? (store.get(KEYS.file(path)) as StoredFile | undefined); // by save-site.ts
    if (!row) return undefined;
    const [hash, size, mtimeMs] = row;
    return isSafePath(path) && isRecordedHash(hash) ? { hash, size, mtimeMs } : undefined;
  };
  return { get, has: (path) => get(path) !== undefined };
}

function pageFileIn(store: Store, file: string): StoredFile | undefined {
  const [, path = "", name] = /^(.*?)(index\.html|_payload\.json)$/.exec(file) ?? [];
  if (name === undefined) return undefined;
  const page = store.get(KEYS.page(`/${path}`)) as StoredPage | undefined; // written by save-site.ts
  return name === "index.html" ? page?.html : page?.payload;
}

/**
 * Most pages whose files are checked in one build, and most other files. A larger site is checked in rotation
 * (checked-position.ts), so that the cost is constant.
 */
const MAX_CHECKED_PAGES = 400;

/** An output folder and its store. */
export interface StoredOutput {
  out: string;
  folder: string;
}

/** Output that this process published last and has not checked since. */
let unchecked: StoredOutput | null = null;
/** Output that it has checked since; used once, by the next build. */
let checked: { out: string; buildId: string } | null = null;

/** Records a publish for `checkOutputInAdvance`. */
export function recordPublish(output: StoredOutput): void {
  unchecked = output;
  checked = null;
}

/**
 * A process that builds repeatedly checks the next files of a large site after a publish, so that the next build starts
 * without that work. Sites small enough to be checked completely each time are not checked in advance.
 */
export function checkOutputInAdvance(): void {
  const output = unchecked;
  unchecked = null;
  const store = output && openStore(output.folder);
  if (!output || !store) return;
  try {
    const head = store.get(KEYS.head) as StoredSiteFacts; // written by save-site.ts
    if (head.pages > MAX_CHECKED_PAGES && isUntouchedOutput(store, head, output))
      checked = { out: output.out, buildId: head.buildId };
  } catch {
    // The next build checks again and reports the error.
  } finally {
    store.close();
  }
}

/**
 * True if out/ is as that build left it: the build id is the same, and the checked files are untouched. On a site with
 * more pages, each build checks others; `generate --full` checks all.
 */
export function isLastOutput(store: Store, head: Pick<StoredSiteFacts, "buildId">, at: StoredOutput): boolean {
  const isSeen = checked?.out === at.out && checked.buildId === head.buildId;
  checked = null;
  return isSeen ? latestBuildIdOf(at.out) === head.buildId : isUntouchedOutput(store, head, at);
}

function isUntouchedOutput(
  store: Store,
  { buildId }: Pick<StoredSiteFacts, "buildId">,
  { out, folder }: StoredOutput,
): boolean {
  if (latestBuildIdOf(out) !== buildId) return false;
  const position = readPosition(folder);
  const { count: numbers, pathOf } = numberedPages(store);
  const pages = nextTurn(position.pages, numbers);
  for (const number of pages.numbers) {
    const path = pathOf(number);
    if (path === undefined) return false;
    const page = store.get(KEYS.page(path)) as StoredPage | undefined; // written by save-site.ts
    if (!page) continue; // a page without a row was removed
    if (!isThere(out, pageFile(path), page.html) || !isThere(out, payloadFile(path), page.payload)) return false;
  }
  const known = store.get(KEYS.others) as number; // written by save-site.ts
  const fresh = (store.get(KEYS.newOthers) ?? []) as string[]; // written by changed-rows.ts
  const others = nextTurn(position.others, known + fresh.length);
  const otherPath = openPaths(store, KEYS.otherPaths);
  for (const number of others.numbers) {
    const path = (number < known ? otherPath(number) : fresh[number - known]) ?? "";
    const file = store.get(KEYS.file(path)) as StoredFile | undefined; // written by save-site.ts
    if (file && !isThere(out, path, file)) return false; // a file without a row was removed
  }
  // Only now: what was found is found again by the next check, which may be the build's.
  writePosition(folder, { pages: pages.next, others: others.next });
  return true;
}

/** The numbers below `total` that are checked next, and where to go on after them. */
function nextTurn(from: number, total: number): { numbers: number[]; next: number } {
  const count = Math.min(total, MAX_CHECKED_PAGES);
  const numbers = Array.from({ length: count }, (_, step) => (from + step) % total);
  return { numbers, next: total > MAX_CHECKED_PAGES ? (from + count) % total : 0 };
}

/**
 * The store of the build in out/, if its output is untouched; null if there is no store, and the list of all files must
 * be read instead.
 */
export function lastOutputOf(
  { stateDir }: { stateDir: string },
  session: Pick<Session, "place">,
  onDamaged?: OnDamaged,
): ((buildId: string) => boolean) | null {
  const { out } = session.place;
  const folder = storeFolder(stateDir, out);
  const store = openStore(folder, { onDamaged });
  if (!store) return null;
  return (buildId) => {
    try {
      const head = store.get(KEYS.head) as StoredSiteFacts; // written by save-site.ts
      return head.buildId === buildId && isLastOutput(store, head, { out, folder });
    } catch (error) {
      if (error instanceof DamagedStore) return false;
      throw error;
    } finally {
      store.close();
    }
  };
}

function isThere(out: string, path: string, [hash, size, mtimeMs]: StoredFile): boolean {
  return isUntouched(out, path, { hash, size, mtimeMs });
}
