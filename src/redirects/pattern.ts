/** A named segment of a pattern: `:slug` matches exactly one segment, a final `*` the rest, which may be empty. */
const NAME = /^:([A-Za-z][A-Za-z0-9_]*)$/;

export function isPattern(from: string): boolean {
  return segmentsOf(from).some((segment) => segment === "*" || NAME.test(segment));
}

/** True for `:slug`. */
export function isNameSegment(segment: string): boolean {
  return NAME.test(segment);
}

/** Names available to a target: `slug` and `splat` for `/post/:slug/*`. */
export function namesOf(from: string): string[] {
  return segmentsOf(from).flatMap((segment) => (segment === "*" ? ["splat"] : (NAME.exec(segment)?.[1] ?? [])));
}

/** Names used in a target. A colon before digits is a port. */
export function placeholdersOf(to: string): string[] {
  return [...to.matchAll(/(?<=[/?&=#.-]):([A-Za-z][A-Za-z0-9_]*)/g)].map(([, name = ""]) => name);
}

/** Fills in a target's placeholders. */
export function fillTarget(to: string, values: Readonly<Record<string, string>>): string {
  return to.replace(/(?<=[/?&=#.-]):([A-Za-z][A-Za-z0-9_]*)/g, (whole, name: string) => values[name] ?? whole);
}

/**
 * The values of a matching decoded path, or null. `/blog/*` also matches `/blog/`. A path with an empty segment or a
 * backslash never matches: its values could turn `/:splat` into a URL of another host.
 */
export function matchPattern(from: string, path: string): Record<string, string> | null {
  const wanted = segmentsOf(from);
  const given = segmentsOf(path);
  if (/\/\/|[\\\p{Cc}]/u.test(path)) return null;
  const values: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    if (segment === "*") {
      const rest = given.slice(index).join("/");
      return { ...values, splat: rest === "" ? "" : path.endsWith("/") ? `${rest}/` : rest };
    }
    const value = given[index];
    const name = NAME.exec(segment)?.[1];
    if (value === undefined || (name === undefined && value !== segment)) return null;
    if (name !== undefined) values[name] = value;
  }
  return wanted.length === given.length ? values : null;
}

/** More specific patterns first: per segment, a literal before a name before a star; then alphabetically. */
export function comparePatterns(a: string, b: string): number {
  const left = segmentsOf(a);
  const right = segmentsOf(b);
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = weight(left[index]) - weight(right[index]);
    if (difference !== 0) return difference;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

function weight(segment: string | undefined): number {
  if (segment === "*") return 3;
  if (segment === undefined) return 2;
  return NAME.test(segment) ? 1 : 0;
}

/** Patterns with the same shape match the same paths, whatever their names. */
export function shapeOf(from: string): string {
  return segmentsOf(from)
    .map((segment) => (NAME.test(segment) ? ":" : segment))
    .join("/");
}

/** Without the slashes at both ends; one empty segment for the root. */
export function segmentsOf(path: string): string[] {
  return path.replace(/^\/+|\/+$/g, "").split("/");
}
