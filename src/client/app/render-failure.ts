import type { Payload, Shared } from "../../site/api/payload.ts";
import { mayReload } from "../page/reload-guard.ts";
import type { Store } from "../page/storage.ts";
import { STATIC_KEY } from "../storage-keys.ts";

const STATIC_FOR = 60_000;

/** The error page for a page whose render failed; every fatal error shows it (specification §8). */
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
 * After a failed page, links load in full, since this app would fail again. A link to the failed page itself gives it
 * another try; if it has just had one, it stays static.
 */
export function loadAfterFailure(url: URL, store: Store): void {
  if (url.pathname !== location.pathname) location.replace(url);
  else if (mayReload(url.pathname, store) || keepStatic()) location.reload();
  else location.replace(url);
}

/**
 * Last resort if even the error page cannot be rendered and React has emptied the page: the reload shows the static
 * page, and the boot script does not hydrate it for a while, so there is neither a loop nor a blank page.
 */
export function showStaticPage(): void {
  if (keepStatic()) location.reload();
}

/** False without storage, since a reload could then loop. */
function keepStatic(): boolean {
  try {
    sessionStorage.setItem(STATIC_KEY + location.pathname, String(Date.now() + STATIC_FOR));
    return true;
  } catch {
    return false;
  }
}
