import { randomBytes } from "node:crypto";
import { posix } from "node:path";
import pLimit from "p-limit";
import type { SFTPWrapper, Stats } from "ssh2";
import { contentHash } from "../../files/hash.ts";
import { BUILDS_FOLDER, type ListedFile } from "../../publish/file-list.ts";
import { folderIsLink } from "../../publish/folders.ts";
import { buildsByAge } from "../../publish/kept-builds.ts";
import { assertSafePath, parentsOf } from "../../publish/paths.ts";
import { getOrInsert } from "../../util/get-or-insert.ts";
import {
  besideName,
  type FilesBeside,
  type RemoteFileState,
  type Target,
  targetIsFile,
  WORK_FOLDER,
} from "../target.ts";
import { treeOfLink } from "./folder-trees.ts";
import {
  call,
  ignoreAbsent,
  isConnectionLost,
  isDiskFull,
  listFolder,
  readOrNull,
  removeFolder,
  replace,
  STATUS,
  serverTime,
  sftpError,
  statOf,
  statusOf,
} from "./sftp-calls.ts";
import { openSftpSession } from "./sftp-session.ts";
import type { SshAddress } from "./ssh-access.ts";
import { isSwitched } from "./switch-errors.ts";

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
  /** Folders that each connection has made: what a broken one was asked is never answered. */
  const made = new WeakMap<SFTPWrapper, Map<string, Promise<void>>>();
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
    const here = getOrInsert(made, sftp, () => new Map<string, Promise<void>>());
    const making = getOrInsert(here, folder, () => makeFolder(sftp, folder));
    making.catch(() => here.delete(folder));
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
    if (folder === "") return isRootThere(sftp);
    const info = await call<Stats>((done) => sftp.lstat(at(folder), done)).catch(ignoreAbsent);
    if (info?.isSymbolicLink()) throw folderIsLink(folder, whereIs(at(folder)));
    return info !== null;
  };
  const isRootThere = async (sftp: SFTPWrapper): Promise<boolean> => {
    const info = await statOf(sftp, root);
    if (info && !info.isDirectory()) throw targetIsFile(whereIs(root));
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
    putText: (path, text) =>
      attempt(`Putting ${path}`, at(path), (sftp) =>
        place(sftp, at(path), (temporary) => write(sftp, temporary, Buffer.from(text))),
      ),
    async link(other, { path }) {
      assertSafePath(path, "deploy");
      if (other.kind !== "sftp") return false;
      return attempt(`Linking ${path}`, at(path), async (sftp) => {
        await ensureFolder(sftp, parentsOf(path)[0] ?? "");
        const from = posix.join(other.path, path);
        const make = (to: string) => call<void>((done) => sftp.ext_openssh_hardlink(from, to, done));
        try {
          // The server's answer does not say whether it was refused because a file has that name.
          await make(at(path)).catch((raw: unknown) => {
            if (isConnectionLost(raw)) throw raw;
            return place(sftp, at(path), make);
          });
          return true;
        } catch (raw) {
          if (isConnectionLost(raw)) throw raw;
          // Without hard links, or without such a file, it is sent.
          return false;
        }
      });
    },
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
        await retry(() =>
          session.use(async (sftp) => {
            await removeFolder(sftp, at(folder));
            made.get(sftp)?.delete(folder);
          }),
        );
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
      await pLimit(CONCURRENCY).map(files, compareOne);
      return states;
    },
    peek: () =>
      attempt("Listing the folder", root, async (sftp) => {
        if (!(await isRootThere(sftp))) return [];
        const names = (await listFolder(sftp, root)).map(({ filename }) => filename);
        return names.filter((name) => ![".", "..", WORK_FOLDER].includes(name));
      }),
    lock: {
      isExclusive: true,
      create: (text) =>
        attempt("Taking the lock", lock, async (sftp) => {
          const link = await call<string>((done) => sftp.readlink(root, done)).catch(() => "");
          if (treeOfLink(link, posix.basename(root)) !== null) throw isSwitched(whereIs(root));
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
          if (!info) return null;
          const age = async (sftp: SFTPWrapper) => {
            await isFolder(sftp, WORK_FOLDER); // not a link
            return 1000 * ((await serverTime(sftp, posix.join(work, randomBytes(16).toString("hex")))) - info.mtime);
          };
          return { text: bytes.toString("utf8"), ageMs: () => attempt("Reading the server's clock", lock, age) };
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
          made.get(sftp)?.delete(WORK_FOLDER);
        }),
    },
    beside: sftpBeside(root, attempt),
    requests: () => requests,
    interrupt: session.drop,
    close: async () => session.close(),
  };
}

type Attempt = <T>(what: string, path: string, action: (sftp: SFTPWrapper) => Promise<T>) => Promise<T>;

/** Files beside a site's folder: in a folder of their own next to it, which only its owner may enter. */
function sftpBeside(root: string, attempt: Attempt): FilesBeside {
  const name = besideName(posix.basename(root));
  const folder = name === null ? null : posix.join(posix.dirname(root), name);
  const at = (file: string) => posix.join(folder ?? root, file);
  return {
    async prepare() {
      if (folder === null) return null;
      return attempt("Preparing the place of the state", folder, async (sftp) => {
        const look = () => call<Stats>((done) => sftp.lstat(folder, done)).catch(ignoreAbsent);
        if (!(await look())) await call<void>((done) => sftp.mkdir(folder, { mode: 0o700 }, done)).catch(() => null);
        const info = await look();
        if (!info?.isDirectory()) return null;
        await call<void>((done) => sftp.chmod(folder, 0o700, done)).catch(() => null);
        return (((await look())?.mode ?? 0o777) & 0o077) === 0 ? "hidden" : "open";
      });
    },
    async read(file) {
      if (folder === null) return null;
      return attempt("Reading the state", at(file), (sftp) => readOrNull(sftp, at(file)));
    },
    names: () =>
      attempt("Listing the state", at("."), async (sftp) =>
        (await listFolder(sftp, at("."))).map(({ filename }) => filename),
      ),
    write: (file, bytes) =>
      attempt("Writing the state", at(file), async (sftp) => {
        const temporary = at(`${randomBytes(8).toString("hex")}.tmp`);
        const options = { flag: "wx", mode: 0o600 } as const;
        await call<void>((done) => sftp.writeFile(temporary, Buffer.from(bytes), options, (error) => done(error)));
        await replace(sftp, temporary, at(file));
      }),
    async remove(files) {
      for (const file of files)
        await attempt("Deleting of the state", at(file), (sftp) =>
          call<void>((done) => sftp.unlink(at(file), done)).catch(ignoreAbsent),
        );
    },
  };
}
