import { type ReactNode, useEffect, useRef } from "react";
import { label } from "../../content/rules/labels.ts";
import { Blocks } from "../block.tsx";
import { globalOf } from "../ui/global.ts";
import { Icon } from "../ui/icon.tsx";
import { useSite, useWords } from "../ui/site.tsx";

const HASH = "#contact-overlay";

/**
 * The contact overlay (specification §2.6). Without script it shows as the target of its hash; with script every
 * link to that hash opens it as a modal dialog, which traps focus, closes on Escape and returns focus by itself.
 */
export function ContactOverlay(): ReactNode {
  const { shared } = useSite();
  const w = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => (dialog.current ? attach(dialog.current) : undefined), []);
  const blocks = globalOf(shared)?.contact_overlay ?? [];
  return (
    <dialog className="contact-overlay" id={HASH.slice(1)} ref={dialog} aria-label={w("contact")}>
      <div className="contact-overlay__sheet">
        <a className="contact-overlay__close" href="#main" data-close="" aria-label={w("close")}>
          <Icon name="close" />
        </a>
        {blocks.length > 0 ? <Blocks of={blocks} /> : <PlainContact />}
      </div>
    </dialog>
  );
}

/** What is known of the company, for a space whose global story has no contact block yet. */
function PlainContact(): ReactNode {
  const { shared } = useSite();
  const w = useWords();
  return (
    <section className="contact-overlay__plain">
      <h2 className="headline-2">{w("contact")}</h2>
      <p>
        {label(shared.labels, "company-name") || shared.site.companyName}
        <br />
        {label(shared.labels, "address")}
        <br />
        {label(shared.labels, "plz_city")}
      </p>
    </section>
  );
}

/**
 * Opens the dialog on links to its hash and closes it on its own link or the backdrop. Clicks are taken in the capture
 * phase, before the client's router looks at them.
 */
function attach(dialog: HTMLDialogElement): () => void {
  const open = () => {
    if (!dialog.open) dialog.showModal();
  };
  const onDocumentClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest(`a[href$="${HASH}"]`) : null;
    if (!link) return;
    event.preventDefault();
    open();
  };
  const onDialogClick = (event: MouseEvent) => {
    const close = event.target instanceof Element && event.target.closest("[data-close]");
    if (close) event.preventDefault();
    if (close || event.target === dialog) dialog.close();
  };
  document.addEventListener("click", onDocumentClick, true);
  dialog.addEventListener("click", onDialogClick);
  if (location.hash === HASH) {
    history.replaceState(history.state, "", location.pathname + location.search);
    open();
  }
  return () => {
    document.removeEventListener("click", onDocumentClick, true);
    dialog.removeEventListener("click", onDialogClick);
  };
}
