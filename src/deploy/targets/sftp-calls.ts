/** Single calls of the SFTP protocol, and what its status codes mean. */
import { promisify } from "node:util";
import type { FileEntryWithStats, SFTPWrapper, Stats } from "ssh2";
import { messageOf } from "../../problems/cause.ts";
import { SitegenError, sitegenError } from "../../problems/errors.ts";
import { TransientError } from "../retry.ts";

/** Status codes of the protocol (draft-ietf-secsh-filexfer-02, section 7). */
export const STATUS = { NO_SUCH_FILE: 2, PERMISSION_DENIED: 3, FAILURE: 4, CONNECTION_LOST: 7, NO_CONNECTION: 6 };

/** Turns the library's callbacks into promises. */
export function call<T>(action: (done: (error?: Error | null, value?: T) => void) => unknown): Promise<T> {
  return promisify(action as (done: (error: Error | null, value: T) => void) => void)();
}

/** Replaces the old file in one step if the server supports it (as OpenSSH does), otherwise in two that arrive together. */
export async function replace(sftp: SFTPWrapper, from: string, to: string): Promise<void> {
  try {
    await call<void>((done) => sftp.ext_openssh_rename(from, to, done));
  } catch (raw) {
    if (statusOf(raw) !== undefined) throw raw;
    const rename = () => call<void>((done) => sftp.rename(from, to, done));
    // Some replace by it; others refuse where there is a file.
    await rename().catch(async (refused: unknown) => {
      if (isConnectionLost(refused)) throw refused;
      // Were the second only sent after the answer to the first, a lost connection would leave the site without the file.
      const both = [call<void>((done) => sftp.unlink(to, done)).catch(ignoreAbsent), rename()];
      await Promise.allSettled(both);
      await Promise.all(both);
    });
  }
}

/** Less than this is free when a write fails because the disk is full. */
const CHUNK_BYTES = 64 * 1024;

/**
 * OpenSSH responds to a write to a full disk with "Failure" alone, but reports the free space. False if the server does
 * not report it.
 */
export async function isDiskFull(sftp: SFTPWrapper, folder: string): Promise<boolean> {
  type Disk = { f_bavail: number; f_frsize: number };
  const disk = await call<Disk>((done) => sftp.ext_openssh_statvfs(folder, done)).catch(() => null);
  return disk !== null && disk.f_bavail * disk.f_frsize < CHUNK_BYTES;
}

/** Removes an empty folder; the server refuses others. */
export async function removeFolder(sftp: SFTPWrapper, folder: string): Promise<void> {
  await call<void>((done) => sftp.rmdir(folder, done)).catch(ignoreRefusal);
}

export async function statOf(sftp: SFTPWrapper, path: string): Promise<Stats | null> {
  return call<Stats>((done) => sftp.stat(path, done)).catch(ignoreAbsent);
}

export async function readOrNull(sftp: SFTPWrapper, path: string): Promise<Buffer | null> {
  return call<Buffer>((done) => sftp.readFile(path, done)).catch(ignoreAbsent);
}

export async function listFolder(sftp: SFTPWrapper, folder: string): Promise<FileEntryWithStats[]> {
  return (await call<FileEntryWithStats[]>((done) => sftp.readdir(folder, done)).catch(ignoreAbsent)) ?? [];
}

/** By the server's clock, in seconds: the time of a file written now, which is removed again. */
export async function serverTime(sftp: SFTPWrapper, file: string): Promise<number> {
  try {
    await call<void>((done) => sftp.writeFile(file, "", { flag: "wx" }, (error) => done(error)));
    const info = await statOf(sftp, file);
    await call<void>((done) => sftp.unlink(file, done)).catch(ignoreAbsent);
    return info?.mtime ?? Date.now() / 1000;
  } catch (raw) {
    if (isConnectionLost(raw)) throw raw;
    return Date.now() / 1000; // a build with --from may only read
  }
}

export function statusOf(raw: unknown): number | undefined {
  const { code } = (raw ?? {}) as { code?: unknown };
  return typeof code === "number" ? code : undefined;
}

export function isConnectionLost(raw: unknown): boolean {
  const status = statusOf(raw);
  return raw instanceof SitegenError || status === STATUS.CONNECTION_LOST || status === STATUS.NO_CONNECTION;
}

export function ignoreAbsent(raw: unknown): null {
  if (statusOf(raw) === STATUS.NO_SUCH_FILE) return null;
  throw raw;
}

function ignoreRefusal(raw: unknown): null {
  const status = statusOf(raw);
  if (status === STATUS.NO_SUCH_FILE || status === STATUS.FAILURE) return null;
  throw raw;
}

export function sftpError(raw: unknown, what: string, where: string): unknown {
  if (raw instanceof SitegenError || raw instanceof TransientError) return raw;
  const status = statusOf(raw);
  const message = messageOf(raw);
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
