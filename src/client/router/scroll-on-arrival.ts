import { type Position, scrollToPosition } from "./scroll-memory.ts";

/** Scrolls a page that was just shown: to the stored position, else the hash's target, else the top. */
export function scrollOnArrival(hash: string, position: Position | undefined): void {
  const target = hashTarget(hash);
  closeOverlays();
  focusOn(target ?? document.getElementById("main"));
  if (target && !position) target.scrollIntoView({ behavior: "instant" });
  else scrollToPosition(position);
  // The browser fires no event, since the URL was set by script.
  if (target instanceof HTMLDialogElement) window.dispatchEvent(new HashChangeEvent("hashchange"));
}

/** Overlays of the last page, such as the contact dialog, must not cover the next one. */
function closeOverlays(): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog[open]")) dialog.close();
}

/** The element for a hash; opens the closed details around it, as the browser does on its own navigation. */
export function hashTarget(hash: string): HTMLElement | null {
  const target = named(hash);
  for (let entry = target?.closest("details"); entry; entry = entry.parentElement?.closest("details"))
    entry.open = true;
  return target;
}

function named(hash: string): HTMLElement | null {
  if (hash.length < 2) return null;
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return document.getElementById(hash.slice(1));
  }
}

/** Moves focus to the element, made focusable without becoming a tab stop. */
function focusOn(element: HTMLElement | null): void {
  if (!element) return;
  if (!element.matches("a[href], button, input, select, textarea, [tabindex]")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
