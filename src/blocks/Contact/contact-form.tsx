import { type FormEvent, type ReactNode, useState } from "react";
import { Field } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { useSite, useWords } from "../ui/site.tsx";
import type { ContactProps } from "./Contact.tsx";

type Status = "idle" | "sending" | "sent" | "failed";

/**
 * The contact form. A plain POST to the configured endpoint; with script it is sent in place and answers with the
 * editor's own words. Without an endpoint there is nothing to post to, so it is a mail link (product contract §4).
 */
export function ContactForm({ contact }: { contact: ContactProps }): ReactNode {
  const { shared } = useSite();
  const endpoint = shared.site.contactEndpoint;
  const [status, setStatus] = useState<Status>("idle");
  if (!endpoint) return <MailLink email={contact.email} />;
  if (status === "sent") return <Thanks text={contact.success_text} />;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setStatus("sending");
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget))
      if (typeof value === "string") body.append(name, value);
    fetch(endpoint, { method: "POST", body, headers: { accept: "application/json" } }).then(
      (response) => setStatus(response.ok ? "sent" : "failed"),
      () => setStatus("failed"),
    );
  };
  return (
    <form className="contact__form" method="post" action={endpoint} onSubmit={onSubmit} data-status={status}>
      <Fields uid={contact._uid} />
      <Submit sending={status === "sending"} />
      <FormError failed={status === "failed"} email={contact.email} />
    </form>
  );
}

function Fields({ uid }: { uid: string }): ReactNode {
  const w = useWords();
  const id = (name: string) => `contact-${uid}-${name}`;
  return (
    <>
      <Field id={id("name")} name="name" label={w("form_name")} required autoComplete="name" />
      <Field id={id("email")} name="email" label={w("form_email")} type="email" required autoComplete="email" />
      <Field id={id("company")} name="company" label={w("form_company")} autoComplete="organization" />
      <Field id={id("phone")} name="phone" label={w("form_phone")} type="tel" autoComplete="tel" />
      <div className="contact__message">
        <Field id={id("message")} name="message" label={w("form_message")} type="textarea" required />
      </div>
      {/* Filled in by machines only. */}
      <div className="visually-hidden" aria-hidden="true">
        <label htmlFor={id("website")}>{w("form_trap")}</label>
        <input id={id("website")} name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <label className="contact__consent">
        <input type="checkbox" name="consent" value="yes" required />
        <span>{w("form_consent")}</span>
      </label>
    </>
  );
}

function Submit({ sending }: { sending: boolean }): ReactNode {
  const w = useWords();
  return (
    <button type="submit" className="contact__submit action action--button-arrow" disabled={sending}>
      <span className="action__title">{w(sending ? "form_sending" : "form_send")}</span>
      <span className="action__arrow">
        <Icon name="arrow-right" />
      </span>
    </button>
  );
}

/** The live region is there from the start, so that what enters it is announced. */
function FormError({ failed, email }: { failed: boolean; email: string }): ReactNode {
  const w = useWords();
  const text = email ? w("form_error", { email }) : w("form_error_plain");
  return (
    <p className="contact__error" role="alert">
      {failed && text}
    </p>
  );
}

function Thanks({ text }: { text: string }): ReactNode {
  const w = useWords();
  return (
    <p className="contact__thanks headline-3" role="status">
      {text || w("form_success")}
    </p>
  );
}

function MailLink({ email }: { email: string }): ReactNode {
  const w = useWords();
  if (!email) return null;
  return (
    <p className="contact__mail">
      <a className="action action--button-arrow" href={`mailto:${email}`}>
        <span className="action__title">{w("form_mail")}</span>
        <span className="action__arrow">
          <Icon name="mail" />
        </span>
      </a>
    </p>
  );
}
