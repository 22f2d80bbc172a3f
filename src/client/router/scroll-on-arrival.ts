import type { Position } from "./scroll-memory.ts";

/** Where to scroll on a page that was just shown: remembered position, then the hash's target, then the top. */
export function scrollOnArrival(hash: string, position: Position | null): void {
  const target = hashTarget(hash);
  closeOverlays();
  focusOn(target ?? document.getElementById("main"));
  if (position) window.scrollTo({ left: position[0], top: position[1], behavior: "instant" });
  else if (target) target.scrollIntoView({ behavior: "instant" });
  else window.scrollTo({ left: 0, top: 0, behavior: "instant" });
  // The address was set by script, for which the browser fires no event.
  if (target instanceof HTMLDialogElement) window.dispatchEvent(new HashChangeEvent("hashchange"));
}

/** What lay over the page before, the contact overlay say, must not be over the next one. */
function closeOverlays(): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog[open]")) dialog.close();
}

/** The element that a hash names, opened where it is in a closed entry: a browser does so for its own navigation. */
export function hashTarget(hash: string): HTMLElement | null {
  const target = named(hash);
  for (let entry = target?.closest("details"); entry; entry = entry.parentElement?.closest("details"))
    entry.open = true;
  return target;
}

/** By its decoded id. */
function named(hash: string): HTMLElement | null {
  if (hash.length < 2) return null;
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return document.getElementById(hash.slice(1));
  }
}

/** Reading goes on there. What cannot take focus is made able to, without becoming a tab stop. */
function focusOn(element: HTMLElement | null): void {
  if (!element) return;
  if (!element.matches("a[href], button, input, select, textarea, [tabindex]")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
