import { randomBytes } from "node:crypto";
import { posix } from "node:path";
import { promisify } from "node:util";
import pLimit from "p-limit";
import type { FileEntryWithStats, SFTPWrapper, Stats } from "ssh2";
import { SitegenError, sitegenError } from "../../problems/errors.ts";
import { contentHash } from "../../publish/content-hash.ts";
import { BUILDS_FOLDER, type ListedFile } from "../../publish/file-list.ts";
import { folderIsLink } from "../../publish/folders.ts";
import { assertSafePath, parentsOf } from "../../publish/paths.ts";
import { TransientError } from "../retry.ts";
import { type RemoteFileState, type Target, WORK_FOLDER } from "../target.ts";
import { buildsByAge } from "./builds-by-age.ts";
import { openSftpSession } from "./sftp-session.ts";
import type { SshAddress } from "./ssh-access.ts";

/** Status codes of the protocol (draft-ietf-secsh-filexfer-02, section 7). */
const STATUS = { NO_SUCH_FILE: 2, PERMISSION_DENIED: 3, FAILURE: 4, CONNECTION_LOST: 7, NO_CONNECTION: 6 };

/** Files compared concurrently. */
const CONCURRENCY = 16;

/**
 * A folder on a web server. Files are uploaded under a temporary name and renamed, so that readers never see half a
 * file. Nobody can guess that name, it must not exist yet, and no folder below the target's may be a link, so that others
 * who may write there cannot lead an upload elsewhere.
 */
export async function openSftpTarget(
  address: SshAddress & { path: string },
  env: Readonly<Record<string, string | undefined>>,
): Promise<Target> {
  const root = address.path;
  const session = await openSftpSession(address, env);
  const work = posix.join(root, WORK_FOLDER);
  const lock = posix.join(work, "lock");
  const made = new Map<string, Promise<void>>();
  let requests = 0;

  const attempt = async <T>(what: string, path: string, action: (sftp: SFTPWrapper) => Promise<T>): Promise<T> => {
    requests += 1;
    try {
      return await session.use(action);
    } catch (raw) {
      throw sftpError(raw, what, whereIs(path));
    }
  };
  const whereIs = (path: string) => `sftp://${address.user}@${address.host}:${address.port}/${path}`;
  const at = (path: string) => posix.join(root, path);
  /** Creates a folder and its parents, each once; "" is the root. */
  const ensureFolder = (sftp: SFTPWrapper, folder: string): Promise<void> => {
    const making = made.get(folder) ?? makeFolder(sftp, folder);
    made.set(folder, making);
    making.catch(() => made.delete(folder));
    return making;
  };
  const makeFolder = async (sftp: SFTPWrapper, folder: string): Promise<void> => {
    if (folder !== "") await ensureFolder(sftp, parentsOf(folder)[0] ?? "");
    if (await isFolder(sftp, folder)) return;
    await call<void>((done) => sftp.mkdir(at(folder), done)).catch(async (raw: unknown) => {
      // Another process created the folder first, or it cannot be created.
      if (!(await isFolder(sftp, folder))) throw raw;
    });
  };
  /** False if there is nothing. Throws if it is a link, except for the target's own folder. */
  const isFolder = async (sftp: SFTPWrapper, folder: string): Promise<boolean> => {
    if (folder === "") return (await statOf(sftp, root)) !== null;
    const info = await call<Stats>((done) => sftp.lstat(at(folder), done)).catch(ignoreAbsent);
    if (info?.isSymbolicLink()) throw folderIsLink(folder, whereIs(at(folder)));
    return info !== null;
  };
  const write = (sftp: SFTPWrapper, path: string, bytes: Uint8Array) =>
    call<void>((done) => sftp.writeFile(path, Buffer.from(bytes), { flag: "wx" }, (error) => done(error)));
  /** For a file that is too large for memory. */
  const stream = async (sftp: SFTPWrapper, path: string, file: string): Promise<void> => {
    await write(sftp, path, new Uint8Array());
    await call<void>((done) => sftp.fastPut(file, path, (error) => done(error ?? undefined)));
  };
  const place = async (sftp: SFTPWrapper, file: string, send: (temporary: string) => Promise<void>): Promise<void> => {
    const temporary = posix.join(work, randomBytes(16).toString("hex"));
    await ensureFolder(sftp, WORK_FOLDER);
    try {
      await send(temporary);
      await replace(sftp, temporary, file);
    } catch (raw) {
      const isFull = statusOf(raw) === STATUS.FAILURE && (await isDiskFull(sftp, work));
      // An incomplete file must not take the space needed to write the lock.
      await call<void>((done) => sftp.unlink(temporary, done)).catch(() => null);
      throw isFull ? Object.assign(new Error("No space left on the server's disk"), { code: STATUS.FAILURE }) : raw;
    }
  };

  return {
    hasFolders: true,
    read: (path) => attempt(`Reading ${path}`, at(path), (sftp) => readOrNull(sftp, at(path))),
    put: (upload) =>
      attempt(`Putting ${upload.path}`, at(upload.path), async (sftp) => {
        assertSafePath(upload.path, "deploy");
        await ensureFolder(sftp, parentsOf(upload.path)[0] ?? "");
        const { bytes } = upload;
        await place(sftp, at(upload.path), (temporary) =>
          bytes ? write(sftp, temporary, bytes) : stream(sftp, temporary, upload.file),
        );
      }),
    async remove(paths, retry) {
      const seen = new Set<string>();
      for (const path of paths) {
        assertSafePath(path, "deploy");
        await retry(() =>
          attempt(`Deleting ${path}`, at(path), async (sftp) => {
            for (const folder of parentsOf(path).reverse()) {
              if (!seen.has(folder) && !(await isFolder(sftp, folder))) return;
              seen.add(folder);
            }
            await call<void>((done) => sftp.unlink(at(path), done)).catch(ignoreAbsent);
          }),
        );
      }
      const folders = [...new Set(paths.flatMap(parentsOf))].sort((a, b) => b.length - a.length);
      for (const folder of folders) {
        await retry(() => session.use((sftp) => removeFolder(sftp, at(folder))));
        made.delete(folder);
      }
    },
    builds: () =>
      attempt("Listing the builds", at(BUILDS_FOLDER), async (sftp) =>
        buildsByAge(
          (await listFolder(sftp, at(`${BUILDS_FOLDER}files`))).map(({ filename, attrs }) => ({
            name: filename,
            at: attrs.mtime,
          })),
        ),
      ),
    async compare(files, retry) {
      const states = new Map<string, RemoteFileState>();
      const limit = pLimit(CONCURRENCY);
      const compareOne = async ({ path, hash, size }: ListedFile) => {
        const look = async (sftp: SFTPWrapper): Promise<RemoteFileState> => {
          const info = await statOf(sftp, at(path));
          if (!info) return "absent";
          if (info.size !== size) return "other";
          const bytes = await readOrNull(sftp, at(path));
          return bytes && contentHash(bytes) === hash ? "same" : "other";
        };
        states.set(path, await retry(() => attempt(`Looking at ${path}`, at(path), look)));
      };
      await Promise.all(files.map((file) => limit(compareOne, file)));
      return states;
    },
    peek: () =>
      attempt("Listing the folder", root, async (sftp) =>
        (await listFolder(sftp, root))
          .map(({ filename }) => filename)
          .filter((name) => ![".", "..", WORK_FOLDER].includes(name)),
      ),
    lock: {
      isExclusive: true,
      create: (text) =>
        attempt("Taking the lock", lock, async (sftp) => {
          await ensureFolder(sftp, WORK_FOLDER);
          try {
            await write(sftp, lock, Buffer.from(text));
            return true;
          } catch (raw) {
            // Version 3 of the protocol has one error code for "already exists" and many other cases.
            if (statusOf(raw) === STATUS.FAILURE && (await statOf(sftp, lock))) return false;
            throw raw;
          }
        }),
      read: () =>
        attempt("Reading the lock", lock, async (sftp) => {
          const bytes = await readOrNull(sftp, lock);
          const info = bytes && (await statOf(sftp, lock));
          return info ? { text: bytes.toString("utf8"), ageMs: Date.now() - info.mtime * 1000 } : null;
        }),
      write: (text) =>
        attempt("Writing the lock", lock, (sftp) =>
          place(sftp, lock, (temporary) => write(sftp, temporary, Buffer.from(text))),
        ),
      remove: () =>
        attempt("Removing the lock", lock, async (sftp) => {
          if (!(await isFolder(sftp, WORK_FOLDER))) return;
          for (const { filename } of await listFolder(sftp, work)) {
            if (/^(?:[0-9a-f]{32}|lock)$/.test(filename)) {
              await call<void>((done) => sftp.unlink(posix.join(work, filename), done)).catch(ignoreAbsent);
            }
          }
          await removeFolder(sftp, work);
          made.delete(WORK_FOLDER);
        }),
    },
    requests: () => requests,
    interrupt: session.drop,
    close: async () => session.close(),
  };
}

/** Turns the library's callbacks into promises. */
function call<T>(action: (done: (error?: Error | null, value?: T) => void) => unknown): Promise<T> {
  return promisify(action as (done: (error: Error | null, value: T) => void) => void)();
}

/** Replaces the old file in one step if the server supports it (as OpenSSH does), otherwise in two. */
async function replace(sftp: SFTPWrapper, from: string, to: string): Promise<void> {
  try {
    await call<void>((done) => sftp.ext_openssh_rename(from, to, done));
  } catch (raw) {
    if (statusOf(raw) !== undefined) throw raw;
    await call<void>((done) => sftp.unlink(to, done)).catch(ignoreAbsent);
    await call<void>((done) => sftp.rename(from, to, done));
  }
}

/** Less than this is left when a write fails for want of space. */
const CHUNK_BYTES = 64 * 1024;

/** OpenSSH answers a write to a full disk with "Failure" alone, but tells the free space. False if it does not. */
async function isDiskFull(sftp: SFTPWrapper, folder: string): Promise<boolean> {
  type Disk = { f_bavail: number; f_frsize: number };
  const disk = await call<Disk>((done) => sftp.ext_openssh_statvfs(folder, done)).catch(() => null);
  return disk !== null && disk.f_bavail * disk.f_frsize < CHUNK_BYTES;
}

/** Removes an empty folder; the server refuses others. */
async function removeFolder(sftp: SFTPWrapper, folder: string): Promise<void> {
  await call<void>((done) => sftp.rmdir(folder, done)).catch(ignoreRefusal);
}

async function statOf(sftp: SFTPWrapper, path: string): Promise<Stats | null> {
  return call<Stats>((done) => sftp.stat(path, done)).catch(ignoreAbsent);
}

async function readOrNull(sftp: SFTPWrapper, path: string): Promise<Buffer | null> {
  return call<Buffer>((done) => sftp.readFile(path, done)).catch(ignoreAbsent);
}

async function listFolder(sftp: SFTPWrapper, folder: string): Promise<FileEntryWithStats[]> {
  return (await call<FileEntryWithStats[]>((done) => sftp.readdir(folder, done)).catch(ignoreAbsent)) ?? [];
}

function statusOf(raw: unknown): number | undefined {
  const { code } = (raw ?? {}) as { code?: unknown };
  return typeof code === "number" ? code : undefined;
}

function ignoreAbsent(raw: unknown): null {
  if (statusOf(raw) === STATUS.NO_SUCH_FILE) return null;
  throw raw;
}

function ignoreRefusal(raw: unknown): null {
  const status = statusOf(raw);
  if (status === STATUS.NO_SUCH_FILE || status === STATUS.FAILURE) return null;
  throw raw;
}

function sftpError(raw: unknown, what: string, where: string): unknown {
  if (raw instanceof SitegenError || raw instanceof TransientError) return raw;
  const status = statusOf(raw);
  const message = raw instanceof Error ? raw.message : String(raw);
  const details = { message: `${what}: ${message}.`, where, cause: raw };
  if (status === STATUS.PERMISSION_DENIED) return sitegenError("DEPLOY_REFUSED", details);
  if (status === STATUS.NO_SUCH_FILE) return sitegenError("DEPLOY_NOT_FOUND", details);
  if (status === STATUS.FAILURE && /space|quota/i.test(message)) return sitegenError("DEPLOY_NO_SPACE", details);
  if (status === STATUS.FAILURE) {
    return sitegenError("DEPLOY_FAILED", {
      ...details,
      message: `${what}: the server refused it without a reason ("${message}").`,
      hint: "Check the user's quota on the server, and whether a folder or a link has the file's name.",
    });
  }
  if (status === undefined || status === STATUS.CONNECTION_LOST || status === STATUS.NO_CONNECTION) {
    return new TransientError(sitegenError("DEPLOY_UNREACHABLE", details));
  }
  return sitegenError("DEPLOY_FAILED", details);
}
