/**
 * Tells React with synthetic events what the visitor opened while the page was static, so that nothing closes under the
 * pointer or the focus.
 */
export function replayNativeState(): void {
  tellHover();
  tellFocus();
  tellOpened();
}

/** A pointer that already rests on a dropdown triggers no enter event. */
function tellHover(): void {
  if (!matchMedia("(hover: hover)").matches) return;
  const under = [...document.querySelectorAll(":hover")].at(-1);
  under?.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }));
}

/** A panel that CSS opened because focus is inside becomes the component's panel. */
function tellFocus(): void {
  document.activeElement?.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
}

function tellOpened(): void {
  // Within `:is`, what a browser does not know is ignored.
  for (const opened of document.querySelectorAll(":is([popover]:popover-open, details[open])")) {
    // Not a ToggleEvent, which Safari has since version 17.
    opened.dispatchEvent(Object.assign(new Event("toggle"), { oldState: "closed", newState: "open" }));
  }
}
