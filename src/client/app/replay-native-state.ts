/**
 * What the visitor had opened while the page was static, React does not know of. These synthetic events tell it, so
 * nothing closes under the pointer or the focus.
 */
export function replayNativeState(): void {
  tellHover();
  tellFocus();
  tellPopovers();
}

/** A pointer that rests on a dropdown never enters it again by itself. */
function tellHover(): void {
  if (!matchMedia("(hover: hover)").matches) return;
  const under = [...document.querySelectorAll(":hover")].at(-1);
  under?.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }));
}

/** The stylesheet's panel, open because focus is inside it, becomes the button's panel. */
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
