import type { ListedFile } from "../publish/file-list.ts";
import type { Retry } from "./retry.ts";

export interface Upload extends ListedFile {
  contentType: string;
  cacheControl: string;
  /** Redirect target, for targets that have redirects of their own. */
  redirect: string | null;
  /** Path in the output folder. */
  file: string;
  /** The content, or null if it is too large for memory and is streamed from `file`. */
  bytes: Uint8Array | null;
  /** MD5 of the content in base64, with which the target verifies the upload. */
  md5: string;
  /** SHA-256 of the content in hex. */
  sha256: string;
}

/** Whether a file on the target equals the build's. */
export type RemoteFileState = "same" | "other" | "absent";

/**
 * A deploy target. Paths are relative to the site's root. Every call is a single attempt, except those that need several
 * requests: they take the retry, which belongs to each request.
 */
export interface Target {
  /** True if a file and a folder cannot have the same name. */
  hasFolders: boolean;
  /** The file's content; null if it does not exist. */
  read(path: string): Promise<Uint8Array | null>;
  /** Replaces the file atomically. */
  put(upload: Upload): Promise<void>;
  /** Removes at most `REMOVE_BATCH_SIZE` files; missing ones are ignored. */
  remove(paths: readonly string[], retry: Retry): Promise<void>;
  /** Ids of the builds whose lists are on the target, oldest first. */
  builds(): Promise<string[]>;
  /** Compares the content of files with those on the target. */
  compare(files: readonly ListedFile[], retry: Retry): Promise<Map<string, RemoteFileState>>;
  /** Some names at the root, without the lock; none if the target is empty. */
  peek(): Promise<string[]>;
  lock: LockFile;
  requests(): number;
  /** Aborts pending requests, even if the target does not respond; later requests are not affected. */
  interrupt(): void;
  close(): Promise<void>;
}

export const REMOVE_BATCH_SIZE = 1000;

export interface LockFile {
  /** True if `create` is atomic; otherwise the caller checks the lock again before it changes anything. */
  isExclusive: boolean;
  /** Returns false if it already exists. */
  create(text: string): Promise<boolean>;
  /** Its content and its age by the target's own clock. */
  read(): Promise<{ text: string; ageMs: number } | null>;
  write(text: string): Promise<void>;
  remove(): Promise<void>;
}

/** Folder for the lock and unfinished uploads; it does not exist while no deploy runs. */
export const WORK_FOLDER = ".sitegen-deploy";
