import type { ListedFile } from "../publish/file-list.ts";

/** A file to put on a target; `read` gives its bytes, checked against the list, or the file's path when it is large. */
export interface Upload extends ListedFile {
  contentType: string;
  cacheControl: string;
  /** Address the target redirects to by its own means, where it has them. */
  redirect: string | null;
  /** The file in the output folder. */
  file: string;
  /** The whole file, or null where it is too large to hold in memory: then it is streamed from `file`. */
  bytes: Uint8Array | null;
  /** MD5 of the content in base64, by which the target checks what arrived. */
  md5: string;
  /** SHA-256 of the content in hex. */
  sha256: string;
}

/** How a file on the target compares to the build's. */
export type RemoteFileState = "same" | "other" | "absent";

/** Somewhere a site is deployed to. Paths are relative to the site's root; every call is one try. */
export interface Target {
  /** Hierarchical targets cannot have a file and a folder of one name. */
  hasFolders: boolean;
  /** The file's bytes, or null when it is not there. */
  read(path: string): Promise<Uint8Array | null>;
  /** Replaces the file whole: a reader sees the old one or the new one. */
  put(upload: Upload): Promise<void>;
  /** Removes files, at most `REMOVE_AT_ONCE`; one that is not there is fine. */
  remove(paths: readonly string[]): Promise<void>;
  /** Ids of the builds whose lists are on the target, oldest first. */
  builds(): Promise<string[]>;
  /** Compares files with what is on the target, by content. */
  compare(files: readonly ListedFile[]): Promise<Map<string, RemoteFileState>>;
  /** Some names that are at the root, the lock's left out: nothing means that the target is empty. */
  peek(): Promise<string[]>;
  lock: LockFile;
  /** What was asked of the target so far. */
  requests(): number;
  /** What is under way fails at once, also where the target does not answer; what is asked later is not affected. */
  interrupt(): void;
  close(): Promise<void>;
}

export const REMOVE_AT_ONCE = 1000;

/** The file that says who deploys. */
export interface LockFile {
  /** True where the target itself lets only one create it; else its maker looks again before it changes anything. */
  isExclusive: boolean;
  /** False when there is one already. */
  create(text: string): Promise<boolean>;
  /** Its text, and how long ago it was written by the target's own clock. */
  read(): Promise<{ text: string; ageMs: number } | null>;
  write(text: string): Promise<void>;
  remove(): Promise<void>;
}

/** Holds lock and unfinished uploads; gone when no deploy runs. */
export const WORK_FOLDER = ".sitegen-deploy";
