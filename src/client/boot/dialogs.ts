/**
 * Links open dialogs by their id, as `#contact-overlay` does: modal, so the browser keeps the focus inside, closes on
 * Escape and gives the focus back. An address with such a hash opens the dialog too and then loses the hash, so a
 * reload or a copied address does not open it again. The mark on the root tells the stylesheet that `:target`, which
 * opens dialogs without script, is no longer needed: it would stay after the dialog was closed.
 */
export function handleDialogs(): void {
  const root = document.documentElement;
  root.dataset.dialogs = "";
  // What hides the page's scrollbar keeps its room, where it takes any.
  if (innerWidth > root.clientWidth) root.dataset.scrollbar = "";
  document.addEventListener("click", onClick, true);
  addEventListener("hashchange", openByAddress);
  openByAddress();
}

/** Also by the address of something inside, such as the thanks of a form that the browser posted by itself. */
function openByAddress(): void {
  const dialog = document.getElementById(location.hash.slice(1))?.closest("dialog");
  if (!dialog) return;
  history.replaceState(history.state, "", location.pathname + location.search);
  open(dialog);
}

/** In the capture phase, before the router looks at the link. */
function onClick(event: MouseEvent): void {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
  if (!(target instanceof Element) || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
  const link = target.closest<HTMLAnchorElement>('a[href*="#"]');
  const wanted = link?.origin === location.origin ? dialogOf(link.hash) : null;
  const around = target.closest<HTMLDialogElement>("dialog[id]");
  const closes = around?.open && (target === around || target.closest("[data-close]"));
  if (!wanted && !closes) return;
  event.preventDefault();
  if (wanted) open(wanted);
  else around?.close();
}

function dialogOf(hash: string): HTMLDialogElement | null {
  const element = document.getElementById(hash.slice(1));
  return element instanceof HTMLDialogElement ? element : null;
}

function open(dialog: HTMLDialogElement): void {
  if (!dialog.open) dialog.showModal();
}
