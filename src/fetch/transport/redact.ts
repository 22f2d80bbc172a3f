/** Path and query of a request as messages may show it: without the token. */
export function describePath(url: string): string {
  const parsed = new URL(url);
  parsed.searchParams.delete("token");
  const query = decodeURIComponent(parsed.searchParams.toString().replaceAll("+", " "));
  return query === "" ? parsed.pathname : `${parsed.pathname}?${query}`;
}

/** Takes the token out of a text that came from outside; a service may echo the address it was asked. */
export function redactToken(text: string, token: string): string {
  if (token.length < 4) return text;
  return text.replaceAll(token, "[token]").replaceAll(encodeURIComponent(token), "[token]");
}
