import { posix } from "node:path";
import type { Stats } from "ssh2";
import { messageOf } from "../../problems/cause.ts";
import { LATEST_FILE } from "../../publish/file-list.ts";
import { parseLatest } from "../../publish/kept-builds.ts";
import type { TargetAddress } from "../parse-target.ts";
import { treeOfLink } from "./folder-trees.ts";
import { call, ignoreAbsent, readOrNull, sftpError } from "./sftp-calls.ts";
import { openSftpSession, type SftpSession } from "./sftp-session.ts";
import { doesNotFollow, noLink, placeTaken } from "./switch-errors.ts";
import { type Trees, treesName } from "./trees.ts";

/** Trees beside a folder on a server, whose place a symbolic link to one of them takes. */
export async function sftpTrees(
  address: TargetAddress & { kind: "sftp" },
  env: Readonly<Record<string, string | undefined>>,
): Promise<Trees> {
  const { path, text } = address;
  const [parent, name] = [posix.dirname(path), posix.basename(path)];
  const folder = posix.join(parent, treesName(name));
  const session = await openSftpSession(address, env);
  const use: SftpSession["use"] = (action) =>
    session.use(action).catch((raw: unknown) => {
      throw sftpError(raw, "Switching", text);
    });
  const at = (...parts: string[]) => ({ ...address, path: posix.join(folder, ...parts) });
  return {
    container: at(),
    addressOf: (tree) => at(tree),
    live: () =>
      use(async (sftp) => {
        const info = await call<Stats>((done) => sftp.lstat(path, done)).catch(ignoreAbsent);
        if (!info) return null;
        const link = info.isSymbolicLink() ? await call<string>((done) => sftp.readlink(path, done)) : null;
        const tree = link === null ? null : treeOfLink(link, name);
        if (tree === null)
          throw placeTaken(text, link === null ? "a plain folder or file" : "a link to something else");
        return tree;
      }),
    switchTo: (_, { tree, build }) =>
      use(async (sftp) => {
        const next = posix.join(parent, `.${name}.next`);
        const remove = () => call<void>((done) => sftp.unlink(next, done)).catch(() => null);
        await remove();
        await call<void>((done) => sftp.symlink(`${treesName(name)}/${tree}`, next, done)).catch((raw: unknown) => {
          throw noLink(text, messageOf(raw));
        });
        try {
          const latest = await readOrNull(sftp, posix.join(next, LATEST_FILE)).catch(() => null);
          if (parseLatest(latest?.toString() ?? "") !== build) throw doesNotFollow(text);
          // The library throws, without a status, if the server has no such request; another would leave a moment without a site.
          await call<void>((done) => sftp.ext_openssh_rename(next, path, done)).catch((raw: unknown) => {
            throw /not support/.test(messageOf(raw)) ? noLink(text, messageOf(raw)) : raw;
          });
        } finally {
          await remove();
        }
      }),
    close: () => session.close(),
  };
}
