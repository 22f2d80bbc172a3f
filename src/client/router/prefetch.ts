import type { Languages } from "../../site/languages.ts";
import type { DocumentState } from "../page/document-state.ts";
import { sitePath } from "../page/site-path.ts";
import { linkAttributes, linkIntent } from "./link-intent.ts";

/** Most concurrent requests, about as many as the original site. */
const MAX_IN_FLIGHT = 5;

/**
 * Prefetches pages: the payload at low priority when a link comes into view; code and route rules too when a link is
 * hovered or focused. Not on a metered or very slow connection. The returned function starts observing the links of the
 * shown page.
 */
export function createPrefetch(options: {
  documentState: DocumentState;
  languages: Languages;
  /** Loads what the page needs: its payload when the link is seen, everything when navigation is likely. */
  load: Load;
  /** Called when the visitor is likely to navigate. */
  onIntent(): void;
}): () => void {
  const { documentState, languages, load, onIntent } = options;
  if (isMetered()) return () => undefined;
  const queue = createQueue(load);
  const pathOf = (element: Element | null) => pagePath(element, documentState, languages);
  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      observer.unobserve(entry.target);
      // Links in a closed menu intersect the viewport too. Safari has the question since 17.4.
      const path = (entry.target.checkVisibility?.({ visibilityProperty: true }) ?? true) ? pathOf(entry.target) : null;
      if (path !== null) queue.add(path, "seen");
    }
  });
  const onPoint = (event: Event) => {
    const anchor = event.target instanceof Element ? event.target.closest("a") : null;
    const path = pathOf(anchor);
    if (path === null) return;
    onIntent();
    queue.add(path, "meant");
  };
  for (const type of ["pointerover", "focusin", "touchstart"]) {
    document.addEventListener(type, onPoint, { passive: true });
  }
  const { base, payload } = documentState;
  return () => {
    observer.disconnect();
    // Back needs what the first page's document did not: all of its data, and code of blocks that were markup there.
    if (sitePath(location.pathname, base) !== payload.path) queue.add(payload.path, "meant");
    for (const anchor of document.querySelectorAll("a[href]")) observer.observe(anchor);
  };
}

function pagePath(element: Element | null, { base, payload }: DocumentState, languages: Languages): string | null {
  const link = element instanceof HTMLAnchorElement ? linkAttributes(element) : null;
  if (!link) return null;
  const here = { url: new URL(location.href), base, lang: payload.lang, languages };
  return linkIntent(link, here) === "page" ? sitePath(link.url.pathname, base) : null;
}

type Urgency = "seen" | "meant";
type Load = (path: string, urgency: Urgency) => Promise<void>;

/** Each path once per urgency; likely navigations come before links that are only seen. */
export function createQueue(load: Load): { add(path: string, urgency: Urgency): void } {
  const done = { seen: new Set<string>(), meant: new Set<string>() };
  const waiting: { path: string; urgency: Urgency }[] = [];
  let inFlight = 0;
  const start = (path: string, urgency: Urgency) => {
    done.seen.add(path);
    done[urgency].add(path);
    inFlight += 1;
    load(path, urgency)
      // A failed prefetch has no effect: a click requests the page again.
      .catch(() => undefined)
      .finally(() => {
        inFlight -= 1;
        next();
      });
  };
  const next = () => {
    while (inFlight < MAX_IN_FLIGHT) {
      const first = waiting.shift();
      if (!first) return;
      if (!done[first.urgency].has(first.path)) start(first.path, first.urgency);
    }
  };
  return {
    add(path, urgency) {
      if (done[urgency].has(path)) return;
      if (urgency === "meant") waiting.unshift({ path, urgency });
      else waiting.push({ path, urgency });
      next();
    },
  };
}

/** Save-Data, or a connection reported as 2g. Browsers that do not report either count as fast. */
function isMetered(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? "");
}
