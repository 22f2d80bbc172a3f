import { randomBytes } from "node:crypto";
import { posix } from "node:path";
import type { SFTPWrapper, Stats } from "ssh2";
import { besideName, type FilesBeside } from "../target.ts";
import { call, ignoreAbsent, readOrNull, replace } from "./sftp-calls.ts";

type Attempt = <T>(what: string, path: string, action: (sftp: SFTPWrapper) => Promise<T>) => Promise<T>;

/** Files beside a site's folder: in a folder of their own next to it, which only its owner may enter. */
export function sftpBeside(root: string, attempt: Attempt): FilesBeside {
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
