/** How long a browser may use a file without a request. */
export const CACHE_CONTROL = {
  /** Hashed names: other content has another name. */
  immutable: "public, max-age=31536000, immutable",
  /** Pages and payloads: cached, but revalidated each time. */
  revalidate: "public, max-age=0, must-revalidate",
  /** The check for a newer build must not be cached. */
  never: "no-store",
} as const;

/**
 * How long a file may be cached: names under _assets contain a content hash and never change, the file that names the
 * latest build must not be cached, and everything else is revalidated before use.
 */
export function cacheControl(path: string): string {
  if (path === "/_assets/builds/latest.json") return CACHE_CONTROL.never;
  return path.startsWith("/_assets/") ? CACHE_CONTROL.immutable : CACHE_CONTROL.revalidate;
}
