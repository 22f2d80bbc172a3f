import type { Problem } from "../problem.ts";

export interface PageReferences {
  /** File of the page, relative to out/. */
  page: string;
  /** Local addresses without the base path: `_assets/app-1f.js`, `/team/`, `insights/x/#y`. */
  refs: readonly string[];
}

/**
 * Every local file that a page refers to must be part of the build. Each missing file is reported once a page.
 */
export function verifyReferences(options: {
  pages: Iterable<PageReferences>;
  has: (path: string) => boolean;
}): Problem[] {
  const known = new Map<string, boolean>();
  const problems: Problem[] = [];
  for (const { page, refs } of options.pages) {
    for (const ref of new Set(refs)) {
      const path = fileOfReference(ref);
      const there = known.get(path) ?? options.has(path);
      known.set(path, there);
      if (!there) problems.push(missing(page, path));
    }
  }
  return problems;
}

/** `/team/?cat=x#y` -> `team/index.html`. An escape that cannot be decoded stays as it is, and is then missing. */
export function fileOfReference(ref: string): string {
  const path = ref.replace(/[?#].*$/s, "").replace(/^\/+/, "");
  const decoded = decode(path);
  return decoded === "" || decoded.endsWith("/") ? `${decoded}index.html` : decoded;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function missing(page: string, path: string): Problem {
  return {
    severity: "error",
    code: "PUBLISH_MISSING_FILE",
    message: `${page} refers to ${path}, which is not part of the build.`,
    story: "",
    path: page,
    hint: "Run again with --full; if it stays, report it: a render and what it uses do not agree.",
  };
}
