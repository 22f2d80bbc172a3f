import { realpathSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";

/** Of a file or folder that need not exist, and may come and go at any moment. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}

/** Whether a path is a folder, or in it. */
export function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}

/** A path as people are shown it: relative to a folder if it is in it. */
export function shownPath(folder: string, path: string): string {
  const below = relative(folder, path);
  return below.startsWith("..") ? path : below;
}
