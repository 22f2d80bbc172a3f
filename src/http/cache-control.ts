/** How long a browser may use a file without asking. */
export const CACHE = {
  /** Hashed names: another content has another name. */
  immutable: "public, max-age=31536000, immutable",
  /** Pages and payloads: kept, but asked about each time. */
  revalidate: "public, max-age=0, must-revalidate",
  /** The newer-build check must never see an old answer. */
  never: "no-store",
} as const;

/**
 * How long a copy of a file is good: names under _assets carry their content's hash and never change; the name of the
 * latest build must be asked for each time; everything else may be kept, but is checked before use.
 */
export function cacheControl(path: string): string {
  if (path === "/_assets/builds/latest.json") return CACHE.never;
  return path.startsWith("/_assets/") ? CACHE.immutable : CACHE.revalidate;
}
