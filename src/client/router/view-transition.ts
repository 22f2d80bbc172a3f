const NAME = "story-picture";
/** Milliseconds to wait for the next page's picture before the transition continues without it. */
const MAX_WAIT_MS = 300;

/**
 * Shows the next page. If a picture on this page links to it and the next page begins with a large picture, the first
 * morphs into the second, and with `viewTransitions` of the definition whatever is named alike on both; otherwise, or
 * without browser support, the page just changes. `show` must leave the document
 * in its final state, including the scroll position.
 */
export async function withViewTransition<T>(url: URL, show: () => Promise<T>): Promise<T> {
  const from = pictureTo(url);
  if (
    (!from && !VIEW_TRANSITIONS) ||
    !document.startViewTransition ||
    matchMedia("(prefers-reduced-motion: reduce)").matches
  )
    return show();
  let shown: Promise<T> | undefined;
  if (from) from.style.setProperty("view-transition-name", NAME);
  const transition = document.startViewTransition(async () => {
    if (from) from.style.removeProperty("view-transition-name");
    shown = show();
    await shown;
    if (!from) return;
    const image = document.querySelector<HTMLImageElement>('main img[fetchpriority="high"]');
    const to = image?.closest("picture");
    if (!image || !to) return;
    to.style.setProperty("view-transition-name", NAME);
    await Promise.race([
      image.decode().catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS)),
    ]);
    transition.finished.finally(() => to.style.removeProperty("view-transition-name"));
  });
  // A skipped transition (hidden tab, next navigation) has shown the page all the same.
  transition.ready.catch(() => undefined);
  passClicks(
    transition,
    transition.finished.catch(() => undefined),
  );
  await transition.updateCallbackDone;
  return shown ?? show();
}

/**
 * During a transition, the browser sends clicks to the root element instead of what the visitor clicks. Such a click ends
 * the transition and is repeated where it belongs.
 */
function passClicks(transition: ViewTransition, finished: Promise<void>): void {
  const onClick = (event: MouseEvent) => {
    if (event.target !== document.documentElement) return;
    transition.skipTransition();
    void finished.then(() => {
      document.elementFromPoint(event.clientX, event.clientY)?.dispatchEvent(new MouseEvent("click", event));
    });
  };
  addEventListener("click", onClick, true);
  void finished.then(() => removeEventListener("click", onClick, true));
}

/** The visible picture of a link to the URL. */
function pictureTo(url: URL): HTMLElement | null {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("main a[href]")) {
    if (link.pathname !== url.pathname || link.origin !== url.origin) continue;
    const picture = link.closest("article, li")?.querySelector<HTMLElement>("picture");
    if (picture && isInView(picture)) return picture;
  }
  return null;
}

function isInView(element: Element): boolean {
  const { top, bottom, left, right, height } = element.getBoundingClientRect();
  return height > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
}
