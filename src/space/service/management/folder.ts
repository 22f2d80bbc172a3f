/** Writes what the management API creates into the space folder. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomic } from "../../../files/write-file-atomic.ts";

export interface ManagementFolder {
  /** A file's value; undefined if there is none. */
  read(path: string): Promise<unknown>;
  /** Writes a file and waits until it is served. */
  write(path: string, value: unknown): Promise<void>;
  /** Folders without a story, which the space folder cannot hold; paths by number. */
  readonly emptyFolders: Map<number, string>;
  /** Dimensions by datasource: its file has those that entries have a value in. */
  readonly dimensions: Map<string, readonly string[]>;
}

export function openManagementFolder(dir: string, refresh: () => Promise<void>): ManagementFolder {
  return {
    emptyFolders: new Map(),
    dimensions: new Map(),
    async read(path) {
      try {
        return JSON.parse(await readFile(join(dir, path), "utf8"));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
    },
    async write(path, value) {
      await writeFileAtomic(join(dir, path), `${JSON.stringify(value, null, 2)}\n`);
      await refresh();
    },
  };
}

/** What becomes the name of a file: words of letters and digits, not hidden, not the name of a folder's own page. */
export function isSlug(slug: string): boolean {
  return /^[a-z0-9][a-z0-9_-]{0,199}$/i.test(slug) && slug !== "index";
}
