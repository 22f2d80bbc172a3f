import { CACHE } from "../render/hosts/headers.ts";

/**
 * How long a copy of a file is good (product contract §5): names under _assets carry their content's hash and never
 * change; the list of builds must be asked for each time; everything else may be kept, but is checked before use.
 */
export function cacheControl(path: string): string {
  if (path === "/_assets/builds/latest.json") return CACHE.never;
  return path.startsWith("/_assets/") ? CACHE.immutable : CACHE.revalidate;
}
