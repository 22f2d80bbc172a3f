const OVERLAY = "contact-overlay";

/** Opens and closes the contact overlay as a modal dialog until React does. Returns what ends it. */
export function serveEarlyOverlay(): () => void {
  document.addEventListener("click", onClick, true);
  return () => document.removeEventListener("click", onClick, true);
}

function onClick(event: MouseEvent): void {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
  const dialog = document.getElementById(OVERLAY);
  if (!(dialog instanceof HTMLDialogElement) || !(target instanceof Element)) return;
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
  if (target.closest(`a[href$="#${OVERLAY}"]`)) {
    event.preventDefault();
    if (!dialog.open) dialog.showModal();
  } else if (dialog.open && (target === dialog || (dialog.contains(target) && target.closest("[data-close]")))) {
    event.preventDefault();
    dialog.close();
  }
}
