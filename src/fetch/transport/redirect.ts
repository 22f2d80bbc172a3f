/**
 * The content service answers a published request with an outdated `cv` with a 301 to the same URL with the current
 * one. Only such a redirect is followed, because the URL contains the token.
 */
export type RedirectDecision = { follow: string } | { refuse: string; moving?: boolean };

export interface RedirectQuestion {
  from: string;
  location: string | null;
  /** Every URL requested so far, including the first. */
  visited: ReadonlySet<string>;
  maxHops: number;
}

export function decideRedirect({ from, location, visited, maxHops }: RedirectQuestion): RedirectDecision {
  if (location === null || !URL.canParse(location, from)) return { refuse: "redirects without a usable URL" };
  const target = new URL(location, from);
  const source = new URL(from);
  if (target.origin !== source.origin) return { refuse: `redirects to another host (${target.host})` };
  const token = source.searchParams.get("token");
  if (token !== null && !target.searchParams.has("token")) target.searchParams.set("token", token);
  if (visited.has(target.href)) return { refuse: "redirects in a loop" };
  // Each redirect names another version: the space is published faster than it can be requested.
  if (visited.size > maxHops) return { refuse: `redirects more than ${maxHops} times`, moving: true };
  return { follow: target.href };
}
