/**
 * The content service answers a published request whose `cv` is not the current one with 301 to the same
 * address plus the current `cv`. Such a redirect is followed knowingly; any other is not,
 * because the token travels in the address.
 */
export type RedirectDecision = { follow: string } | { refuse: string; moving?: boolean };

export interface RedirectQuestion {
  from: string;
  location: string | null;
  /** Every address asked for this one request, the first included. */
  visited: ReadonlySet<string>;
  maxHops: number;
}

export function decideRedirect({ from, location, visited, maxHops }: RedirectQuestion): RedirectDecision {
  if (location === null || !URL.canParse(location, from)) return { refuse: "redirects without a usable address" };
  const target = new URL(location, from);
  const source = new URL(from);
  if (target.origin !== source.origin) return { refuse: `redirects to another host (${target.host})` };
  const token = source.searchParams.get("token");
  if (token !== null && !target.searchParams.has("token")) target.searchParams.set("token", token);
  if (visited.has(target.href)) return { refuse: "redirects in a loop" };
  // Each time to another version: the space is being published faster than it can be asked.
  if (visited.size > maxHops) return { refuse: `redirects more than ${maxHops} times`, moving: true };
  return { follow: target.href };
}
