const MINUTE = 60_000;
/** Visitors that are remembered; the one whose minute began first is forgotten for the next. */
const MAX_VISITORS = 10_000;

/** Counts what each visitor does within a minute; times are in milliseconds. */
export function limitPerMinute(most: number) {
  const minutes = new Map<string, { began: number; count: number }>();
  const current = (visitor: string, now: number) => {
    const known = minutes.get(visitor);
    return known && now - known.began < MINUTE ? known : undefined;
  };
  return {
    /** Counts one more, and says whether it is within the limit. */
    count(address: string, now: number): boolean {
      const visitor = householdOf(address);
      const known = current(visitor, now);
      if (known) {
        known.count += 1;
        return known.count <= most;
      }
      minutes.delete(visitor);
      const [oldest] = minutes.keys();
      if (oldest !== undefined && minutes.size >= MAX_VISITORS) minutes.delete(oldest);
      minutes.set(visitor, { began: now, count: 1 });
      return true;
    },
    isReached: (address: string, now: number) => (current(householdOf(address), now)?.count ?? 0) >= most,
  };
}

/** `2001:db8::1` -> `2001:db8:0:0`, since a household has all of the second half. */
function householdOf(address: string): string {
  if (address.includes(".")) return address;
  const [head = "", tail = ""] = address.split("::");
  const [before, after] = [head.split(":"), tail.split(":")];
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => "0");
  return [...before, ...zeros, ...after].slice(0, 4).join(":");
}
