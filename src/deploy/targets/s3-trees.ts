import type { TargetAddress } from "../parse-target.ts";
import { isTree, type Trees } from "./trees.ts";

/** Below the target's prefix: the trees, their index, and the object that names the live one. */
const FOLDER = "builds/";
const LIVE_FILE = "live.json";
/** Where that object is, from the target's own prefix. */
export const SWITCH_FILE = FOLDER + LIVE_FILE;

/** The tree that the object with the live one's name says; null for anything else. */
export function treeIn(text: string): string | null {
  try {
    const { tree } = JSON.parse(text) as Partial<Record<string, unknown>>;
    return isTree(tree) ? tree : null;
  } catch {
    return null;
  }
}

/** Trees as prefixes of a bucket, and a small object that names the live one, for what is in front of the bucket. */
export function s3Trees(address: TargetAddress & { kind: "s3" }): Trees {
  const at = (more: string) => ({ ...address, prefix: `${address.prefix}${FOLDER}${more}` });
  return {
    container: at(""),
    addressOf: (tree) => at(`${tree}/`),
    live: async (container) => treeIn(Buffer.from((await container.read(LIVE_FILE)) ?? "").toString()),
    switchTo: (container, { tree, build }) => container.putText(LIVE_FILE, `${JSON.stringify({ tree, build })}\n`),
    close: () => undefined,
  };
}
