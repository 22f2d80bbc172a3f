import { lstat, readlink, rename, rm, symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { messageOf } from "../../problems/cause.ts";
import { latestBuildId } from "../../publish/kept-builds.ts";
import type { TargetAddress } from "../parse-target.ts";
import { orNull } from "./folder-beside.ts";
import { doesNotFollow, noLink, placeTaken } from "./switch-errors.ts";
import { isTree, type Trees, treesName } from "./trees.ts";

/** The tree that a link in this folder leads to; null for a link to something else. */
export function treeOfLink(link: string, name: string): string | null {
  const [folder, tree, ...more] = link.split("/");
  return folder === treesName(name) && isTree(tree) && more.length === 0 ? tree : null;
}

/** Trees beside a folder, whose place a symbolic link to one of them takes. */
export function folderTrees(address: TargetAddress & { kind: "folder" }): Trees {
  const { path, text } = address;
  const [parent, name] = [dirname(path), basename(path)];
  const folder = join(parent, treesName(name));
  const at = (...parts: string[]) => ({ ...address, path: join(folder, ...parts) });
  return {
    container: at(),
    addressOf: (tree) => at(tree),
    async live() {
      const info = await orNull(lstat(path));
      if (!info) return null;
      const tree = info.isSymbolicLink() ? treeOfLink(await readlink(path), name) : null;
      if (tree === null)
        throw placeTaken(text, info.isSymbolicLink() ? "a link to something else" : "a plain folder or file");
      return tree;
    },
    async switchTo(_, { tree, build }) {
      const next = join(parent, `.${name}.next`);
      await rm(next, { force: true });
      try {
        await symlink(`${treesName(name)}/${tree}`, next);
      } catch (error) {
        throw noLink(text, messageOf(error));
      }
      try {
        if ((await latestBuildId(next)) !== build) throw doesNotFollow(text);
        await rename(next, path);
      } finally {
        await rm(next, { force: true });
      }
    },
    close: () => undefined,
  };
}
