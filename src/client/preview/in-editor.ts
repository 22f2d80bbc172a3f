/** Prefix of the editor's token keys: `_storyblok_tk[space_id]`, `[timestamp]` and `[token]`. */
const TOKEN = "_storyblok_tk";

/**
 * True if the page is framed by the content service's editor with its token in the query (specification §4). If the
 * browser reports the framing page, it must be one of the editor's origins. `sitegen serve`, which can verify the
 * token, marks a page with an invalid or expired one.
 */
export function isInEditor(editors: readonly string[]): boolean {
  if (window.top === window.self || !hasToken(location.search)) return false;
  if (document.documentElement.dataset.preview === "refused") return false;
  const parent = parentOrigin();
  return parent === null || editors.includes(parent);
}

function hasToken(search: string): boolean {
  return [...new URLSearchParams(search)].some(([key, value]) => key.startsWith(TOKEN) && value !== "");
}

/** Origin of the framing page; null if the browser does not report it (Firefox). */
export function parentOrigin(): string | null {
  return location.ancestorOrigins?.[0] ?? null;
}
