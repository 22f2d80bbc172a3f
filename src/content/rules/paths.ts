import type { Lang } from "../model.ts";

/** The slug of the story that is the home page; German has it at the language's root. */
export const HOME_SLUG = "home";

/**
 * Trailing-slash rule for internal paths (specification §5): a double slash at the end loses one,
 * a last segment without a slash gets one. `team` -> `team/`, `team//` -> `team/`, `team/` stays.
 */
export function withTrailingSlash(path: string): string {
  if (path.endsWith("//")) return path.slice(0, -1);
  return path === "" || path.endsWith("/") ? path : `${path}/`;
}

/** Site path of an English or German slug without its language prefix: `("team","de")` -> `/de/team/`, home -> `/` or `/de/`. */
export function pathOfSlug(slug: string, lang: Lang): string {
  const bare = slug.replace(/^\/+/, "");
  const root = lang === "de" ? "/de/" : "/";
  if (bare === "" || bare === HOME_SLUG || bare === `${HOME_SLUG}/`) return root;
  return root + withTrailingSlash(bare);
}

/** German when the path is /de or lies below it; `/dense/` is English (origin behaviour §1). */
export function languageOfPath(path: string): Lang {
  return path === "/de" || path.startsWith("/de/") ? "de" : "en";
}

/** Puts the base path (slashes at both ends) before a site path. */
export function withBase(base: string, path: string): string {
  return base + path.replace(/^\/+/, "");
}
