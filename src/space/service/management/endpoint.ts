/** What the endpoints of the management API share. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomic } from "../../../files/write-file-atomic.ts";
import { jsonResponse, type ServiceResponse } from "../../service-response.ts";
import type { SpaceState } from "../../state.ts";

export interface EndpointCall {
  method: string;
  /** What follows the endpoint's name in the path: "", or `12`, or `12/publish`. */
  rest: string;
  query: URLSearchParams;
  body: unknown;
  state: SpaceState;
  /** Null for a space in memory, which nothing can be created in. */
  folder: ManagementFolder | null;
}

/** The service's answer to values it does not take: a list of faults by key. */
export function refused(faults: Readonly<Record<string, string>>): ServiceResponse {
  return jsonResponse(Object.fromEntries(Object.entries(faults).map(([key, fault]) => [key, [fault]])), {
    status: 422,
  });
}

/** For what this service does not do: another method, or a space in memory. */
export function notAllowedHere(): ServiceResponse {
  return jsonResponse({ error: "Not available in the embedded service" }, { status: 405 });
}

/** Writes what the management API creates into the space folder. */
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
