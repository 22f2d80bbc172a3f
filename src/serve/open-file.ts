import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open, realpath } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";

export interface OpenFile {
  size: number;
  /** Changes whenever the file is replaced. */
  tag: string;
  /** Reads a part of it, both ends inclusive. */
  stream(part: { start: number; end: number }): Readable;
  text(): Promise<string>;
  close(): Promise<void>;
}

/** Opens a site's file by its path without a leading slash; null if there is none. */
export type OpenSiteFile = (path: string) => Promise<OpenFile | null>;

/** Opens files in a folder. */
export function filesIn(root: string): OpenSiteFile {
  return (path) => openFile(root, path);
}

/** File system errors that mean there is no such file. */
const ABSENT = new Set(["ENOENT", "ENOTDIR", "EISDIR", "ENAMETOOLONG", "EINVAL", "ELOOP", "EACCES", "EPERM", "ENXIO"]);

/**
 * Opens a file below the root and reads size and time from the open file, so that a response is one consistent version
 * even during a publish. Null if there is none, and for links that lead out of the root.
 */
export async function openFile(root: string, path: string): Promise<OpenFile | null> {
  let handle: FileHandle | undefined;
  try {
    const file = join(root, path);
    if (!isBelow(await realpath(file), await realpath(root))) return null;
    // Without O_NONBLOCK a pipe is not opened before somebody writes to it.
    handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = await handle.stat();
    if (stat.isFile()) {
      const tag = [stat.ino, stat.size, Math.round(stat.mtimeMs)].map((part) => part.toString(36)).join("-");
      return onDisk(handle, { size: stat.size, tag });
    }
  } catch (error) {
    await handle?.close();
    if (ABSENT.has((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
  await handle.close();
  return null;
}

function isBelow(file: string, root: string): boolean {
  return file.startsWith(root.endsWith("/") ? root : `${root}/`);
}

function onDisk(handle: FileHandle, facts: Pick<OpenFile, "size" | "tag">): OpenFile {
  return {
    ...facts,
    stream: (part) => handle.createReadStream({ ...part, autoClose: false }),
    text: () => handle.readFile("utf8"),
    close: () => handle.close(),
  };
}

/** A file in memory. */
export function inMemory(bytes: Uint8Array): OpenFile {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    size: content.length,
    tag: createHash("sha1").update(content).digest("hex").slice(0, 20),
    stream: ({ start, end }) => Readable.from([content.subarray(start, end + 1)]),
    text: async () => content.toString("utf8"),
    close: async () => undefined,
  };
}
