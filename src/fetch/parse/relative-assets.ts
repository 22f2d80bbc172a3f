/**
 * Makes URLs of assets that the endpoint itself serves relative: "http://127.0.0.1:40123/f/1/x.jpg" becomes
 * "/f/1/x.jpg". The snapshot, and therefore the output, is then the same on any port of the embedded service.
 * src/assets resolves "/f/…" against the endpoint's origin. The real service keeps assets on another host, so it is not
 * affected. Changes `value` in place and returns it.
 */
export function toRelativeAssets<T>(value: T, origin: string): T {
  walk(value, origin, `${origin}/f/`);
  return value;
}

function walk(value: unknown, origin: string, prefix: string): void {
  if (typeof value !== "object" || value === null) return;
  const fields = value as Record<string, unknown>; // for an array, its items
  for (const key of Object.keys(fields)) {
    const child = fields[key];
    if (typeof child !== "string") walk(child, origin, prefix);
    else if (child.startsWith(prefix)) fields[key] = child.slice(origin.length);
  }
}
