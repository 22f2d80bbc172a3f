import type { Payload } from "../../content/payload.ts";
import { STATIC_KEY } from "../storage-keys.ts";

const STATIC_FOR = 60_000;

/** The error page in place of a page whose render failed: any fatal error shows it (specification §8). */
export function errorPayload(failed: Payload): Payload {
  const company = failed.head.title.split(" | ").at(-1) ?? "";
  return {
    kind: "error",
    lang: failed.lang,
    path: failed.path,
    story: null,
    switchHref: failed.switchHref,
    head: {
      ...failed.head,
      title: `Ups, you got lost! | ${company}`,
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
 * Last resort when not even the error page renders: React has emptied the page by then. The reload shows the static
 * page, and the boot script leaves it alone for a while, so nothing loops and nothing is blank.
 */
export function showStaticPage(): void {
  try {
    sessionStorage.setItem(STATIC_KEY + location.pathname, String(Date.now() + STATIC_FOR));
  } catch {
    return; // Without storage a reload could loop.
  }
  location.reload();
}
