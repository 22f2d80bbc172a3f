/** A system error's code ("ENOENT"), or "". */
export function errno(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  // OpenSSL's message has numbers and places of its own code; its reason is in words.
  if ("reason" in error && /^ERR_SSL_|^EPROTO$/.test(errno(error))) return `${errno(error)}: ${String(error.reason)}`;
  // Node's own does not say why: refused, no such host, a wrong certificate.
  if (message !== "fetch failed" || !(cause instanceof Error)) return message;
  return `${message}: ${cause.message || errno(cause)}`;
}
