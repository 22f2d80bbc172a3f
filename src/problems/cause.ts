/** A system error's code ("ENOENT"), or "". */
export function errno(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  // Node's own does not say why: refused, no such host, a wrong certificate.
  if (message !== "fetch failed" || !(cause instanceof Error)) return message;
  return `${message}: ${cause.message || errno(cause)}`;
}
