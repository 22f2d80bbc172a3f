import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pLimit from "p-limit";
import {
  type BuildRoot,
  LATEST,
  type ListedFile,
  parsePart,
  parseRoot,
  partPath,
  rootPath,
} from "../publish/file-list.ts";
import { parseLatest } from "../publish/kept-builds.ts";
import type { Retry } from "./retry.ts";
import type { Target } from "./target.ts";

/** Parts of lists that are read at once. */
const CONCURRENCY = 16;

/** Reads build lists: out of the output folder where it still has them, else from the target. Nothing is read twice. */
export interface BuildLists {
  root(id: string): Promise<BuildRoot | null>;
  /** The files of some parts; a part that cannot be read is left out and reported. */
  files(parts: Iterable<string>): Promise<{ files: ListedFile[]; isWhole: boolean }>;
}

export function openBuildLists(options: { out: string; target: Target; retry: Retry }): BuildLists {
  const { out, target, retry } = options;
  const limit = pLimit(CONCURRENCY);
  const parts = new Map<string, Promise<ListedFile[] | null>>();
  const roots = new Map<string, Promise<BuildRoot | null>>();
  const text = async (path: string, isFit: (text: string) => boolean): Promise<string> => {
    const local = await readFile(join(out, path), "utf8").catch(() => "");
    if (isFit(local)) return local;
    const bytes = await retry(() => target.read(path));
    return bytes ? Buffer.from(bytes).toString("utf8") : "";
  };
  const readRoot = async (id: string) => {
    const root = parseRoot(await text(rootPath(id), (found) => parseRoot(found)?.id === id));
    return root?.id === id ? root : null;
  };
  const readPart = async (name: string) =>
    parsePart(name, await text(partPath(name), (found) => parsePart(name, found) !== null));
  const once = <T>(known: Map<string, Promise<T>>, key: string, read: (key: string) => Promise<T>): Promise<T> => {
    const value = known.get(key) ?? read(key);
    known.set(key, value);
    return value;
  };
  return {
    root: (id) => once(roots, id, readRoot),
    async files(names) {
      const found = await limit.map(names, (name) => once(parts, name, readPart));
      return { files: found.flatMap((part) => part ?? []), isWhole: !found.includes(null) };
    },
  };
}

/** What is known about the target before anything is compared. */
export interface RemoteState {
  /** What its latest.json says; "" when it has none. */
  servedId: string;
  /** The build it serves; null when there is none, or its list cannot be read. */
  served: BuildRoot | null;
  /** Builds between which a deploy died: what lies there of their files is not known. */
  pending: BuildRoot[];
  /** Ids of all builds whose lists lie there, oldest first. */
  builds: readonly string[];
  /** True when an earlier deploy died. */
  isUnfinished: boolean;
}

/** What the target tells of itself; `unfinished` are the builds that a dead deploy was at. */
export async function readRemote(options: {
  target: Target;
  lists: BuildLists;
  retry: Retry;
  unfinished: readonly string[];
}): Promise<RemoteState> {
  const { target, lists, retry, unfinished } = options;
  const latest = await retry(() => target.read(LATEST));
  const servedId = latest ? parseLatest(Buffer.from(latest).toString("utf8")) : "";
  const builds = await retry(() => target.builds());
  const served = servedId === "" ? null : await lists.root(servedId);
  // A dead deploy may also have left deletions undone, of any build that is there.
  const torn = unfinished.length === 0 ? [] : [...new Set([...unfinished, ...builds])];
  const pending = (await Promise.all(torn.map((id) => lists.root(id)))).filter((root) => root !== null);
  return { servedId, served, pending, builds, isUnfinished: unfinished.length > 0 };
}
