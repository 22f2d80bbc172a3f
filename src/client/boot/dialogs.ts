/**
 * Links such as `#contact-overlay` open a modal dialog by its id, so that the browser traps focus, closes it on Escape
 * and restores focus. A URL with such a hash opens the dialog and then loses the hash, so that a reload or a copied URL
 * does not open it again. The mark on the root element disables the `:target` style, which opens dialogs without script
 * and would still apply after the dialog was closed.
 */
export function handleDialogs(): void {
  document.documentElement.dataset.dialogs = "";
  new ResizeObserver(markScrollbar).observe(document.body);
  document.addEventListener("click", onClick, true);
  addEventListener("hashchange", openByAddress);
  openByAddress();
}

/** Also for the hash of something inside a dialog, such as the confirmation of a natively posted form. */
function openByAddress(): void {
  const dialog = document.getElementById(location.hash.slice(1))?.closest("dialog");
  if (!dialog) return;
  // A path alone could begin with two slashes, which would make it another host's.
  history.replaceState(history.state, "", location.href.split("#")[0]);
  open(dialog);
}

/** In the capture phase, before the router handles the link. */
function onClick(event: MouseEvent): void {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
  if (!(target instanceof Element) || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
  const link = target.closest<HTMLAnchorElement>('a[href*="#"]');
  const wanted = link?.origin === location.origin ? dialogOf(link.hash) : null;
  const around = target.closest<HTMLDialogElement>("dialog[id]");
  const closes = around?.open && (target === around || target.closest("[data-close]"));
  if (!wanted && !closes) return;
  event.preventDefault();
  if (wanted) {
    // The dialog closes the menu around the link anyway, but WebKit does not tell, and the focus could not go back there.
    link?.closest<HTMLElement>("[popover]")?.hidePopover?.();
    open(wanted);
  } else around?.close();
}

function dialogOf(hash: string): HTMLDialogElement | null {
  const element = document.getElementById(hash.slice(1));
  return element instanceof HTMLDialogElement ? element : null;
}

function open(dialog: HTMLDialogElement): void {
  if (dialog.open) return;
  // A dialog that the URL opens may come before the observer's first call.
  markScrollbar();
  dialog.showModal();
}

/** Keep the scrollbar's space while the page's scrollbar is hidden, if it takes any. */
function markScrollbar(): void {
  const root = document.documentElement;
  if (innerWidth > root.clientWidth) root.dataset.scrollbar = "";
}
