import { type MouseEvent as ReactMouseEvent, type ReactNode, useEffect, useRef } from "react";
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
  useEffect(() => openOnHashLinks(() => dialog.current), []);
  const blocks = globalOf(shared)?.contact_overlay ?? [];
  const close = (event: ReactMouseEvent) => {
    event.preventDefault();
    dialog.current?.close();
  };
  const closeOnBackdrop = (event: ReactMouseEvent) => {
    if (event.target === event.currentTarget) dialog.current?.close();
  };
  return (
    <dialog
      className="contact-overlay"
      id={HASH.slice(1)}
      ref={dialog}
      aria-label={w("contact")}
      onClick={closeOnBackdrop}
    >
      <div className="contact-overlay__sheet">
        <a className="contact-overlay__close" href="#main" onClick={close} aria-label={w("close")}>
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

/** Takes clicks in the capture phase, before the client's router looks at them. */
function openOnHashLinks(find: () => HTMLDialogElement | null): () => void {
  const open = () => {
    const dialog = find();
    if (dialog && !dialog.open) dialog.showModal();
  };
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest(`a[href$="${HASH}"]`) : null;
    if (!link) return;
    event.preventDefault();
    open();
  };
  document.addEventListener("click", onClick, true);
  if (location.hash === HASH) {
    history.replaceState(history.state, "", location.pathname + location.search);
    open();
  }
  return () => document.removeEventListener("click", onClick, true);
}
