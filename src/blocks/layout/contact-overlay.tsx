import type { ReactNode } from "react";
import { label } from "../../content/rules/labels.ts";
import { Blocks } from "../../kit/blocks.tsx";
import { globalOf } from "../ui/global.ts";
import { Icon } from "../ui/icon.tsx";
import { useSite, useWords } from "../ui/site.tsx";

/**
 * The contact overlay (specification §2.6). Without script it shows as the target of its hash; with script every
 * link to that hash opens it as a modal dialog (src/client/boot/dialogs.ts).
 */
export function ContactOverlay(): ReactNode {
  const { shared } = useSite();
  const w = useWords();
  const blocks = globalOf(shared)?.contact_overlay ?? [];
  return (
    <dialog className="contact-overlay" id="contact-overlay" aria-label={w("contact")}>
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
