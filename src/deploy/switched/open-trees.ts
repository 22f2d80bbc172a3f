import { openTarget, type TargetOptions } from "../open-target.ts";
import type { TargetAddress } from "../parse-target.ts";
import type { Target } from "../target.ts";
import { folderTrees } from "../targets/folder-trees.ts";
import { s3Trees } from "../targets/s3-trees.ts";
import type { Trees } from "../targets/trees.ts";

export interface OpenedTrees extends Trees {
  box: Target;
}

/** The trees of a target that is switched, and the target that holds their index and lock. */
export async function openTrees(options: TargetOptions): Promise<OpenedTrees> {
  const trees = await treesOf(options.address, options.env);
  // Their folder is made with the lock, so not for a target that cannot be switched.
  return { ...trees, box: await openTarget({ ...options, address: trees.container, isReadOnly: true }) };
}

async function treesOf(address: TargetAddress, env: Readonly<Record<string, string | undefined>>): Promise<Trees> {
  if (address.kind === "s3") return s3Trees(address);
  if (address.kind === "folder") return folderTrees(address);
  const { sftpTrees } = await import("../targets/sftp-trees.ts");
  return sftpTrees(address, env);
}
