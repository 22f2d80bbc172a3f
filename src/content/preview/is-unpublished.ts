/** Publishing sets both times at once, as far as a second goes. */
const AT_ONCE_MS = 2000;

/** True for a story that was saved and not published since, as the content service dates it, and for one of a release. */
export function isUnpublished(story: unknown): boolean {
  const {
    published_at: published,
    updated_at: updated,
    release_id: release,
  } = Object(story) as Record<string, unknown>;
  if (typeof published !== "string" || typeof release === "number") return true;
  return Date.parse(String(updated)) - Date.parse(published) > AT_ONCE_MS;
}
