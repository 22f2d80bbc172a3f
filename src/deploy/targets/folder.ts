import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import {
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
} from "node:fs/promises";
import { basename, join } from "node:path";
import { contentHash } from "../../files/hash.ts";
import { errno, messageOf } from "../../problems/cause.ts";
import { sitegenError } from "../../problems/errors.ts";
import { foldersOf } from "../../publish/folders.ts";
import { buildsIn } from "../../publish/kept-builds.ts";
import { assertSafePath } from "../../publish/paths.ts";
import { type RemoteFileState, type Target, targetIsFile, WORK_FOLDER } from "../target.ts";
import { folderBeside, orNull } from "./folder-beside.ts";
import { treeOfLink } from "./folder-trees.ts";
import { isSwitched } from "./switch-errors.ts";

/** A local folder, such as a mounted or synchronised web root. */
export async function openFolderTarget(
  root: string,
  { isReadOnly = false }: { isReadOnly?: boolean } = {},
): Promise<Target> {
  const folders = foldersOf(root);
  const work = join(root, WORK_FOLDER);
  const lock = join(work, "lock");
  let requests = 0;
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    requests += 1;
    try {
      return await work();
    } catch (error) {
      throw folderError(root, error);
    }
  };
  if (!isReadOnly) {
    const link = await readlink(root).catch(() => "");
    if (treeOfLink(link, basename(root)) !== null) throw isSwitched(root);
    await attempt(() => mkdir(root, { recursive: true }));
  }
  /** Another deploy may have removed the folder. */
  const ensureWork = async (): Promise<void> => {
    folders.assertReal(`${WORK_FOLDER}/lock`);
    await mkdir(work, { recursive: true });
  };
  /**
   * Writes to a temporary name, then renames, so that a reader never sees half a file. Nobody can guess the name, and the
   * file must not exist yet, so that nobody who may also write here can put a link in its place.
   */
  const place = async (to: string, write: (temporary: string) => Promise<void>): Promise<void> => {
    const temporary = join(work, randomBytes(16).toString("hex"));
    await ensureWork();
    try {
      await write(temporary);
      await rename(temporary, to);
    } catch (error) {
      // An incomplete file must not take the space needed to write the lock.
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
  };
  const fileText = (text: string | Uint8Array) => async (temporary: string) => {
    const handle = await open(temporary, "wx");
    await handle.writeFile(text).finally(() => handle.close());
  };
  /** By the file system's clock, which is another machine's if it is mounted: the time of a file written now. */
  const now = async (): Promise<number> => {
    const file = join(work, randomBytes(16).toString("hex"));
    try {
      folders.assertReal(`${WORK_FOLDER}/lock`);
      await fileText("")(file);
      return (await stat(file)).mtimeMs;
    } catch {
      return Date.now(); // a build with --from may only read
    } finally {
      await rm(file, { force: true }).catch(() => undefined);
    }
  };
  return {
    hasFolders: true,
    read: (path) => attempt(() => orNull(readFile(join(root, path)))),
    put: (upload) =>
      attempt(async () => {
        assertSafePath(upload.path, "deploy");
        folders.ensureFor(upload.path);
        const file = join(root, upload.path);
        if ((await orNull(lstat(file)))?.isDirectory()) await rmdir(file).catch(() => undefined);
        const mode = constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL;
        const { bytes } = upload;
        await place(file, (temporary) =>
          upload.file === "" && bytes ? fileText(bytes)(temporary) : copyFile(upload.file, temporary, mode),
        );
      }),
    putText: (path, text) => attempt(() => place(join(root, path), fileText(text))),
    link: (other, { path }) =>
      attempt(async () => {
        assertSafePath(path, "deploy");
        if (other.kind !== "folder") return false;
        folders.ensureFor(path);
        const [file, from] = [join(root, path), join(other.path, path)];
        const replaceFile = (error: unknown) => {
          if (errno(error) !== "EEXIST") throw error;
          return place(file, async (temporary) => {
            await link(from, temporary);
            // Renaming over the same file would leave both names.
            if (await isSameFile(temporary, file)) await unlink(file);
          });
        };
        try {
          await link(from, file).catch(replaceFile);
          return true;
        } catch (error) {
          if (CANNOT_LINK.includes(errno(error))) return false;
          throw error;
        }
      }),
    remove: (paths) =>
      attempt(async () => {
        for (const path of paths) {
          assertSafePath(path, "deploy");
          folders.assertReal(path);
          await orNull(unlink(join(root, path)));
        }
        await folders.prune(paths);
      }),
    builds: () => attempt(async () => (await orNull(buildsIn(root))) ?? []),
    compare: (files) =>
      attempt(async () => {
        const states = new Map<string, RemoteFileState>();
        for (const { path, hash, size } of files) {
          const info = await orNull(stat(join(root, path)));
          const isSame = info?.size === size && contentHash(await readFile(join(root, path))) === hash;
          states.set(path, info ? (isSame ? "same" : "other") : "absent");
        }
        return states;
      }),
    peek: () => attempt(async () => (await readdir(root)).filter((name) => name !== WORK_FOLDER).slice(0, 10)),
    lock: {
      isExclusive: true,
      create: (text) =>
        attempt(async () => {
          await ensureWork();
          return fileText(text)(lock).then(
            () => true,
            (error: unknown) => {
              if (errno(error) === "EEXIST") return false;
              throw error;
            },
          );
        }),
      read: () =>
        attempt(async () => {
          const text = await orNull(readFile(lock, "utf8"));
          const info = await orNull(stat(lock));
          return text === null || !info ? null : { text, ageMs: async () => (await now()) - info.mtimeMs };
        }),
      write: (text) => attempt(() => place(lock, fileText(text))),
      remove: () =>
        attempt(async () => {
          folders.assertReal(`${WORK_FOLDER}/lock`);
          await rm(work, { recursive: true, force: true });
        }),
    },
    beside: folderBeside(root),
    requests: () => requests,
    interrupt: () => {},
    close: async () => {},
  };
}

/** There is no such file, or the file system has no hard links, or not from there. */
const CANNOT_LINK = ["ENOENT", "ENOTDIR", "EISDIR", "EPERM", "EXDEV", "EMLINK", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([lstat(one), orNull(lstat(other))]);
  return b !== null && a.ino === b.ino && a.dev === b.dev;
}

function folderError(root: string, error: unknown): unknown {
  const code = errno(error);
  const details = { message: `${root}: ${messageOf(error)}.`, where: root, cause: error };
  if (["EACCES", "EPERM", "EROFS"].includes(code)) return sitegenError("DEPLOY_REFUSED", details);
  if (["ENOSPC", "EDQUOT"].includes(code)) return sitegenError("DEPLOY_NO_SPACE", details);
  if (code === "EEXIST") return targetIsFile(root);
  if (code === "ENOTDIR") return sitegenError("DEPLOY_NOT_FOUND", details);
  return error;
}
