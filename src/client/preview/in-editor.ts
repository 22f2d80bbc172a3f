/** Key of the editor's token; the full keys are `_storyblok_tk[space_id]`, `[timestamp]` and `[token]`. */
const TOKEN = "_storyblok_tk";

/**
 * True where the content service's editor frames the page and its token is in the query (specification §4). A
 * browser that tells who the framing page is must name one of the editor's origins. `sitegen serve`, which can check
 * the token, marks a page where it is wrong or too old.
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

/** Origin of the framing page; null where the browser does not tell (Firefox). */
export function parentOrigin(): string | null {
  return location.ancestorOrigins?.[0] ?? null;
}
