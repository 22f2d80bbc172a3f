import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pLimit from "p-limit";
import {
  type BuildRoot,
  LATEST_FILE,
  type ListedFile,
  parsePart,
  parseRoot,
  partPath,
  rootPath,
} from "../publish/file-list.ts";
import { parseLatest } from "../publish/kept-builds.ts";
import { getOrInsert } from "../util/get-or-insert.ts";
import type { Retry } from "./retry.ts";
import type { Target } from "./target.ts";

const CONCURRENCY = 16;

export type BuildLists = ReturnType<typeof openBuildLists>;

/** Reads build lists from the output folder if it has them, otherwise from the target; each at most once. */
export function openBuildLists(options: {
  out: string | null;
  target: Target;
  /** Another target with lists, asked if this one lacks one. */
  live?: Pick<Target, "read"> | undefined;
  retry: Retry;
}) {
  const { out, target, live, retry } = options;
  const limit = pLimit(CONCURRENCY);
  const parts = new Map<string, Promise<ListedFile[] | null>>();
  const roots = new Map<string, Promise<BuildRoot | null>>();
  const text = async (path: string, isFit: (text: string) => boolean): Promise<string> => {
    const local = out === null ? "" : await readFile(join(out, path), "utf8").catch(() => "");
    if (isFit(local)) return local;
    const bytes = (await retry(() => target.read(path))) ?? (live && (await retry(() => live.read(path))));
    return bytes ? Buffer.from(bytes).toString("utf8") : "";
  };
  const readRoot = async (id: string) => {
    const root = parseRoot(await text(rootPath(id), (found) => parseRoot(found)?.id === id));
    return root?.id === id ? root : null;
  };
  const readPart = async (name: string) =>
    parsePart(name, await text(partPath(name), (found) => parsePart(name, found) !== null));
  return {
    root: (id: string) => getOrInsert(roots, id, () => readRoot(id)),
    /** The files of some parts; a part that cannot be read is skipped and reported. */
    async files(names: Iterable<string>) {
      const found = await limit.map(names, (name) => getOrInsert(parts, name, () => readPart(name)));
      return { files: found.flatMap((part) => part ?? []), isWhole: !found.includes(null) };
    },
  };
}

/** The state of the target before anything is compared. */
export interface RemoteState {
  /** The build id in its latest.json; "" if it has none. */
  servedId: string;
  /** The build it serves; null if there is none, or its list cannot be read. */
  served: BuildRoot | null;
  /** Builds of an interrupted deploy: their files may or may not be there. */
  pending: BuildRoot[];
  /** Ids of all builds with lists on the target, oldest first. */
  builds: readonly string[];
  /** True if an earlier deploy was interrupted. */
  isUnfinished: boolean;
}

/** The build id in the target's latest.json; "" if it has none. */
export async function readServedId(target: Target, retry: Retry): Promise<string> {
  const latest = await retry(() => target.read(LATEST_FILE));
  return latest ? parseLatest(Buffer.from(latest).toString("utf8")) : "";
}

/** Reads the target's state; `unfinished` are the builds of an interrupted deploy. */
export async function readRemote(options: {
  target: Target;
  lists: BuildLists;
  retry: Retry;
  unfinished: readonly string[];
}): Promise<RemoteState> {
  const { target, lists, retry, unfinished } = options;
  const servedId = await readServedId(target, retry);
  const builds = await retry(() => target.builds());
  const served = servedId === "" ? null : await lists.root(servedId);
  // An interrupted deploy may also have left files to delete, of any build on the target.
  const interrupted = unfinished.length === 0 ? [] : [...new Set([...unfinished, ...builds])];
  const pending = (await Promise.all(interrupted.map((id) => lists.root(id)))).filter((root) => root !== null);
  return { servedId, served, pending, builds, isUnfinished: unfinished.length > 0 };
}
