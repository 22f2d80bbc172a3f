/**
 * Tells React with synthetic events what the visitor opened while the page was static, so that nothing closes under the
 * pointer or the focus.
 */
export function replayNativeState(): void {
  tellHover();
  tellFocus();
  tellPopovers();
}

/** A pointer that already rests on a dropdown triggers no enter event. */
function tellHover(): void {
  if (!matchMedia("(hover: hover)").matches) return;
  const under = [...document.querySelectorAll(":hover")].at(-1);
  under?.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }));
}

/** A panel that CSS opened because focus is inside becomes the button's panel. */
function tellFocus(): void {
  const panel = document.activeElement?.closest("[id]:not(body, main, #app)");
  const button = panel && document.querySelector<HTMLElement>(`[aria-expanded="false"][aria-controls="${panel.id}"]`);
  if (button && !button.hasAttribute("popovertarget")) button.click();
}

function tellPopovers(): void {
  for (const popover of document.querySelectorAll<HTMLElement>("[popover]")) {
    if (popover.matches(":popover-open")) {
      popover.dispatchEvent(new ToggleEvent("toggle", { oldState: "closed", newState: "open" }));
    }
  }
}
