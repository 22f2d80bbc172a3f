import type { ReactNode } from "react";
import { label } from "../../content/rules/labels.ts";
import { LateBlocks } from "../../kit/late-blocks.tsx";
import type { ContactProps } from "../Contact/contact-form.tsx";
import { globalOf } from "../Global/global.ts";
import { Icon } from "../ui/icon.tsx";
import { useSite, useWords } from "../ui/site.tsx";

/**
 * The contact overlay (specification §2.6). Without script it is shown as the target of its hash; with script, links to
 * that hash open it as a modal dialog (src/client/boot/dialogs.ts). Its form is added at the first interaction; until
 * then, and without script, it has telephone number and mail address.
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
        <LateBlocks of={blocks}>
          <PlainContact {...blocks[0]} />
        </LateBlocks>
      </div>
    </dialog>
  );
}

/** Telephone and mail; the company's if the global story has no contact block. */
function PlainContact({ phone, email }: Partial<ContactProps>): ReactNode {
  const { labels, site } = useSite().shared;
  const w = useWords();
  const way = (href: string, text: string) => (
    <a className="contact__way" dir="ltr" href={href}>
      {text}
    </a>
  );
  return (
    <section className="contact-overlay__plain">
      <h2 className="headline-2">{w("contact")}</h2>
      {phone && way(`tel:${phone.replace(/[^\d+]/g, "")}`, phone)}
      {email && way(`mailto:${email}`, email)}
      {!phone && !email && (
        <p>
          {[label(labels, "company-name") || site.companyName, label(labels, "address"), label(labels, "plz_city")]
            .filter(Boolean)
            .join(", ")}
        </p>
      )}
    </section>
  );
}
