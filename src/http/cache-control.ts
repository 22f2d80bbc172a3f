/** How long a browser may use a file without a request. */
export const CACHE_CONTROL = {
  /** Hashed names: other content has another name. */
  immutable: "public, max-age=31536000, immutable",
  /** Pages and payloads: cached, but revalidated each time. */
  revalidate: "public, max-age=0, must-revalidate",
  /** The check for a newer build must not be cached. */
  never: "no-store",
} as const;

/** The header's value for a path below the site's base path. */
export function cacheControl(path: string): string {
  if (path === "/_assets/builds/latest.json") return CACHE_CONTROL.never;
  return path.startsWith("/_assets/") ? CACHE_CONTROL.immutable : CACHE_CONTROL.revalidate;
}
