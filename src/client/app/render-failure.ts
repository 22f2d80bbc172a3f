import type { Payload, Shared } from "../../content/payload.ts";
import { STATIC_KEY } from "../storage-keys.ts";

const STATIC_FOR = 60_000;

/** The error page in place of a page whose render failed: every fatal error shows it (specification §8). */
export function renderFailurePayload(failed: Payload, { site, words }: Shared): Payload {
  return {
    kind: "error",
    failed: true,
    lang: failed.lang,
    path: failed.path,
    story: null,
    switchHref: failed.switchHref,
    head: {
      ...failed.head,
      title: [words.error_title, site.companyName].filter(Boolean).join(" | "),
      canonical: "",
      robots: "noindex",
      alternates: [],
      jsonLd: [],
    },
    crumbs: [],
    listing: null,
    page: null,
    blocks: [],
  };
}

/**
 * The way back from a page that failed here is a full load, since what failed once fails again. Where it leads to the
 * very page that failed, that one stays static.
 */
export function loadAfterFailure(url: URL): void {
  if (url.pathname !== location.pathname) location.replace(url);
  else if (keepStatic()) location.reload();
  else location.replace(url);
}

/**
 * Last resort when not even the error page renders: React has emptied the page by then. The reload shows the static
 * page, and the boot script leaves it alone for a while, so nothing loops and nothing is blank.
 */
export function showStaticPage(): void {
  if (keepStatic()) location.reload();
}

/** False without storage, where a reload could loop. */
function keepStatic(): boolean {
  try {
    sessionStorage.setItem(STATIC_KEY + location.pathname, String(Date.now() + STATIC_FOR));
    return true;
  } catch {
    return false;
  }
}
