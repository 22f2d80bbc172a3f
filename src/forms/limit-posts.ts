/** Most posts of one visitor in a minute. */
const PER_MINUTE = 30;
const MINUTE = 60_000;
/** Visitors that are remembered; the one whose minute began first is forgotten for the next. */
const MAX_VISITORS = 10_000;

/** Returns a function that says whether a visitor may post at a time in milliseconds, and counts the post. */
export function limitPosts(): (visitor: string, now: number) => boolean {
  const minutes = new Map<string, { began: number; posts: number }>();
  return (address, now) => {
    const visitor = householdOf(address);
    const known = minutes.get(visitor);
    if (known && now - known.began < MINUTE) {
      known.posts += 1;
      return known.posts <= PER_MINUTE;
    }
    minutes.delete(visitor);
    const [oldest] = minutes.keys();
    if (oldest !== undefined && minutes.size >= MAX_VISITORS) minutes.delete(oldest);
    minutes.set(visitor, { began: now, posts: 1 });
    return true;
  };
}

/** `2001:db8::1` -> `2001:db8:0:0`, since a household has all of the second half. */
export function householdOf(address: string): string {
  if (address.includes(".")) return address;
  const [head = "", tail = ""] = address.split("::");
  const [before, after] = [head.split(":"), tail.split(":")];
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => "0");
  return [...before, ...zeros, ...after].slice(0, 4).join(":");
}
