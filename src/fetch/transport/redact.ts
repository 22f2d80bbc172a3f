/** Path and query of a request for messages, without the token. */
export function describePath(url: string): string {
  const parsed = new URL(url);
  parsed.searchParams.delete("token");
  const query = decodeURIComponent(parsed.searchParams.toString().replaceAll("+", " "));
  return query === "" ? parsed.pathname : `${parsed.pathname}?${query}`;
}

/** Removes the token from external text; a service may echo the requested URL. */
export function redactToken(text: string, token: string): string {
  if (token.length < 4) return text;
  return text.replaceAll(token, "[token]").replaceAll(encodeURIComponent(token), "[token]");
}
