import type { Languages } from "../../site/languages.ts";
import type { DocumentState } from "../page/document-state.ts";
import { sitePath } from "../page/site-path.ts";
import { linkAttributes, linkIntent } from "./link-intent.ts";

/** Origin behaviour §6: at most about five at a time. */
const MAX_IN_FLIGHT = 5;

export interface Prefetch {
  /** Looks at the links of the page that was just shown. */
  watch(): void;
}

/**
 * Loads pages ahead: a payload quietly when a link to it comes into view, code and route rules too when the visitor
 * points at or focuses one. Not on a metered or very slow connection.
 */
export function createPrefetch(options: {
  documentState: DocumentState;
  languages: Languages;
  /** Loads what the page at the path needs: its payload when the link is seen, all of it when it is meant. */
  load(path: string, urgency: "seen" | "meant"): Promise<void>;
  /** The visitor is about to navigate. */
  onIntent(): void;
}): Prefetch {
  const { documentState, languages, load, onIntent } = options;
  if (isMetered()) return { watch: () => undefined };
  const queue = createQueue(load);
  const pathOf = (element: Element | null) => pagePath(element, documentState, languages);
  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      observer.unobserve(entry.target);
      // A closed menu has a place in the viewport too.
      const path = entry.target.checkVisibility({ visibilityProperty: true }) ? pathOf(entry.target) : null;
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
  return {
    watch() {
      observer.disconnect();
      for (const anchor of document.querySelectorAll("a[href]")) observer.observe(anchor);
    },
  };
}

function pagePath(element: Element | null, { base, payload }: DocumentState, languages: Languages): string | null {
  const link = element instanceof HTMLAnchorElement ? linkAttributes(element) : null;
  if (!link) return null;
  const here = { url: new URL(location.href), base, lang: payload.lang, languages };
  return linkIntent(link, here) === "page" ? sitePath(link.url.pathname, base) : null;
}

type Load = (path: string, urgency: "seen" | "meant") => Promise<void>;

/** Each path once as seen and once as meant; what the visitor means overtakes what is merely seen. */
export function createQueue(load: Load): { add(path: string, urgency: "seen" | "meant"): void } {
  const done = { seen: new Set<string>(), meant: new Set<string>() };
  const waiting: { path: string; urgency: "seen" | "meant" }[] = [];
  let inFlight = 0;
  const start = (path: string, urgency: "seen" | "meant") => {
    done.seen.add(path);
    done[urgency].add(path);
    inFlight += 1;
    load(path, urgency)
      // A failed prefetch costs nothing: the click asks again, and the browser has its own way out.
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

/** Save-Data, or a connection that calls itself 2g. Browsers that do not tell count as fine. */
function isMetered(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? "");
}
