import { resolve } from "node:path";
import type { Config } from "../config/config.ts";

/** Absolute path of the site's own blocks, or "". */
export function ownBlocksFolder({ blocks, root }: Pick<Config, "blocks" | "root">): string {
  return blocks ? resolve(root, blocks) : "";
}
