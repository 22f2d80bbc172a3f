import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Of a file or folder that need not exist, and may come and go at any moment. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}
