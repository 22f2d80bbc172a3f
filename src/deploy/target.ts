import { sitegenError } from "../problems/errors.ts";
import type { ListedFile } from "../publish/file-list.ts";
import type { TargetAddress } from "./parse-target.ts";
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
  /** Replaces a small file of sitegen's own, which nobody caches. */
  putText(path: string, text: string): Promise<void>;
  /**
   * The same file of another target at this host, without sending it: a hard link, or a copy by the service. False if it
   * has none, or cannot.
   */
  link(other: TargetAddress, file: Pick<Upload, "path" | "redirect">): Promise<boolean>;
  /** Removes at most `REMOVE_BATCH_SIZE` files; missing ones are ignored. */
  remove(paths: readonly string[], retry: Retry): Promise<void>;
  /** Ids of the builds whose lists are on the target, oldest first. */
  builds(): Promise<string[]>;
  /** Compares the content of files with those on the target. */
  compare(files: readonly ListedFile[], retry: Retry): Promise<Map<string, RemoteFileState>>;
  /** Some names at the root, without the lock; none if the target is empty. */
  peek(): Promise<string[]>;
  lock: LockFile;
  beside: FilesBeside;
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
  /** Its content, and its age by the target's own clock. */
  read(): Promise<{ text: string; ageMs: () => Promise<number> } | null>;
  write(text: string): Promise<void>;
  remove(): Promise<void>;
}

/** Files beside the site, for the next build and not for visitors (src/state). Every call is a single attempt. */
export interface FilesBeside {
  /**
   * Makes their folder, and tells whether only the target's own user can read it; null where it cannot be made, or
   * would be among files that are served.
   */
  prepare(): Promise<"hidden" | "open" | null>;
  read(name: string): Promise<Uint8Array | null>;
  /** Names of all files in the folder. */
  names(): Promise<string[]>;
  /** Replaces the file atomically. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Missing files are ignored. */
  remove(names: readonly string[]): Promise<void>;
}

/** The folder for files beside the site: `/var/www/site` -> `.site.state`; null for a name that leads elsewhere. */
export function besideName(name: string): string | null {
  return name === "" || name === "." || name === ".." || name.endsWith("/") ? null : `.${name}.state`;
}

/** Folder for the lock and unfinished uploads; it does not exist while no deploy runs. */
export const WORK_FOLDER = ".sitegen-deploy";

/** Something else than a folder has the target's name. */
export function targetIsFile(where: string): Error {
  return sitegenError("DEPLOY_NOT_FOUND", {
    message: `${where} is a file, not a folder.`,
    where,
    hint: "Give a folder, or a path where nothing is yet.",
  });
}
