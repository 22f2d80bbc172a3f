/**
 * Assets that the endpoint itself serves are stored without its origin: "http://127.0.0.1:40123/f/1/x.jpg"
 * becomes "/f/1/x.jpg". A snapshot, and so the output, is then the same whatever port the embedded service had.
 * src/assets resolves "/f/…" against the endpoint's origin. The real service keeps assets on another host, so
 * nothing there begins like this. Changes `value` in place and returns it.
 */
export function toRelativeAssets<T>(value: T, origin: string): T {
  walk(value, origin, `${origin}/f/`);
  return value;
}

function walk(value: unknown, origin: string, prefix: string): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (typeof child !== "string") walk(child, origin, prefix);
    else if (child.startsWith(prefix)) Object.assign(value, { [key]: child.slice(origin.length) });
  }
}
