/** A key of the editor's token with a value: `_storyblok_tk[space_id]`, `[timestamp]` or `[token]`. */
const TOKEN = /[?&]_storyblok_tk[^&=]*=[^&]/;

/**
 * True if the page is framed by the content service's editor with its token in the query (specification §4). If the
 * browser reports the framing page, it must be one of the editor's origins. `sitegen serve`, which can verify the
 * token, marks a page with an invalid or expired one, which only says why. A link of `sitegen share` shows a draft to
 * anybody: its page is marked by whoever checked it.
 */
export function isInEditor(editors: readonly string[]): boolean {
  const { preview } = document.documentElement.dataset;
  if (preview === "shared") return true;
  if (window.top === window.self || !TOKEN.test(location.search)) return false;
  const parent = parentOrigin();
  return parent === null || editors.includes(parent);
}

/** Origin of the framing page; null if the browser does not report it (Firefox). */
export function parentOrigin(): string | null {
  return location.ancestorOrigins?.[0] ?? null;
}
